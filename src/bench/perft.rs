//! Perft: plays and takes back every sequence of moves to some depth, counts them, and lets the
//! position check itself on the way.

use crate::board::Point;
use crate::pattern::Threat;
use crate::position::Position;

/// Counts the sequences of `depth` legal moves; a five ends a sequence, and shorter ones do not
/// count.
///
/// The position verifies itself after every play and every undo; the first difference is the error.
pub fn perft(position: &mut Position, depth: usize) -> Result<u64, String> {
    if depth == 0 {
        return Ok(1);
    }
    let color = position.to_move();
    let forbidden = position.forbidden_points();
    let fives = *position.points(color, Threat::Five);
    let mut count = 0;
    for point in position.empties().difference(&forbidden).iter() {
        position.play(point);
        check(position, "after playing", point)?;
        count += match fives.contains(point) {
            true => u64::from(depth == 1),
            false => perft(position, depth - 1)?,
        };
        position.undo();
        check(position, "after taking back", point)?;
    }
    Ok(count)
}

fn check(position: &Position, when: &str, point: Point) -> Result<(), String> {
    let line = || position.moves().map(|point| point.to_string()).collect::<Vec<_>>().join(" ");
    position.verify().map_err(|error| format!("{error} {when} {point}; moves: {}", line()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::{Outcome, Referee, Rule};

    /// The same count with the slow rules.
    fn count(game: &mut Referee, depth: usize) -> u64 {
        let mut counted = 0;
        for point in game.board().empties().collect::<Vec<_>>() {
            counted += match game.play(point).unwrap() {
                Outcome::Foul(..) => 0,
                _ if depth == 1 => 1,
                Outcome::Five(_) | Outcome::Draw => 0,
                Outcome::Ongoing => count(game, depth - 1),
            };
            game.undo();
        }
        counted
    }

    #[test]
    fn an_empty_board_has_falling_factorials() {
        let mut position = Position::new(Size::square(5).unwrap(), Rule::Standard);
        assert_eq!(perft(&mut position, 0), Ok(1));
        assert_eq!(perft(&mut position, 3), Ok(25 * 24 * 23));
        assert_eq!(position.ply(), 0);
    }

    #[test]
    fn counts_agree_with_the_rules_where_fives_and_fouls_are_near() {
        let size = Size::new(8, 7).unwrap();
        let moves = [(2, 3), (0, 0), (3, 3), (1, 0), (4, 2), (2, 0), (4, 1), (3, 0), (5, 3)];
        for rule in Rule::ALL {
            let mut position = Position::new(size, rule);
            let mut game = Referee::new(rule, size);
            for (x, y) in moves {
                position.play(Point::new(x, y));
                game.play(Point::new(x, y)).unwrap();
            }
            let expected = count(&mut game, 2);
            assert!(expected < 47 * 46, "fives or fouls are near");
            assert_eq!(perft(&mut position, 2), Ok(expected), "{rule}");
        }
    }
}
