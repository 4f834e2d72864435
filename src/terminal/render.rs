//! A game as a picture with its legend.

use crate::board::diagram::Diagram;
use crate::rules::{Foul, Referee, forbidden_points};

/// The board, the last move as a capital letter, and the points forbidden to the side to move.
pub fn board(game: &Referee) -> Diagram {
    let mut diagram = Diagram::new(game.board().clone());
    diagram.last = game.moves().last().copied();
    if game.rule().forbids(game.to_move()) && !game.outcome().is_over() {
        let fouls = forbidden_points(game.board()).into_iter();
        diagram.marks = fouls.map(|(point, foul)| (point, mark(foul))).collect();
    }
    diagram
}

/// What the picture shows, in a line or two.
pub fn legend(game: &Referee, diagram: &Diagram) -> String {
    let outcome = match game.outcome().is_over() {
        true => game.outcome().to_string(),
        false => format!("{} to move", game.to_move()),
    };
    let (rule, size, stones) = (game.rule(), game.board().size(), game.moves().len());
    let mut text = format!("{rule}, size {size}, {stones} stones, {outcome}\n");
    text += "x black, o white; a capital letter is the last move";
    if !diagram.marks.is_empty() {
        text += "; forbidden: 3 double-three, 4 double-four, 6 overline";
    }
    text
}

fn mark(foul: Foul) -> char {
    match foul {
        Foul::DoubleThree => '3',
        Foul::DoubleFour => '4',
        Foul::Overline => '6',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Rows, parse_moves};
    use crate::board::{Point, Size};
    use crate::rules::Rule;

    fn game(rule: Rule, moves: &str) -> Referee {
        let size = Size::square(9).unwrap();
        let mut game = Referee::new(rule, size);
        for point in parse_moves(moves, size, Rows::FromTop).unwrap() {
            game.play(point).unwrap();
        }
        game
    }

    #[test]
    fn fouls_are_marked_for_the_side_that_must_not_play_them() {
        let renju = board(&game(Rule::Renju, "e4a1e5a9d6i1c6i9"));
        assert_eq!(renju.marks, [(Point::new(4, 5), '3')]);
        assert_eq!(renju.last, Some(Point::new(8, 8)));
        assert!(board(&game(Rule::Renju, "e4a1e5a9d6i1c6")).marks.is_empty());
        assert!(board(&game(Rule::Standard, "e4a1e5a9d6i1c6i9")).marks.is_empty());
    }

    #[test]
    fn legends_tell_whose_turn_it_is_or_how_it_ended() {
        let going = game(Rule::Freestyle, "a1a2b1");
        assert!(
            legend(&going, &board(&going))
                .starts_with("freestyle, size 9, 3 stones, white to move")
        );
        let over = game(Rule::Freestyle, "a1a2b1b2c1c2d1d2e1");
        assert!(legend(&over, &board(&over)).contains("black wins by five in a row"));
    }
}
