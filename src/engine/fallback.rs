//! A move without any thought, for the moment when everything else has failed.
//!
//! Uses only the literal rules, so that it cannot fail together with the fast part.

use super::Game;
use crate::board::Point;
use crate::rules::{self, Rule};

/// Wins or stops a five if that takes one stone, else stays near the stones. `None` only if the
/// board is full; where every empty point is forbidden, one of them is returned all the same.
pub fn any_move(game: &Game, rule: Rule) -> Option<Point> {
    let board = game.board();
    let (own, other) = (game.to_move(), !game.to_move());
    let is_legal = |point: Point| !rule.forbids(own) || rules::forbidden(board, point).is_none();
    let urgent = [own, other]
        .into_iter()
        .flat_map(|color| rules::winning_points(rule, board, color))
        .find(|&point| is_legal(point));
    if urgent.is_some() {
        return urgent;
    }
    let focus = game.last().unwrap_or(game.size().center());
    let mut empties: Vec<Point> = board.empties().collect();
    empties.sort_by_key(|&point| point.distance(focus));
    empties.iter().copied().find(|&point| is_legal(point)).or(empties.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, PointSet, Size};

    fn game(black: &[(usize, usize)], to_move: Color) -> Game {
        let stones: Vec<_> = black.iter().map(|&(x, y)| (Point::new(x, y), Color::Black)).collect();
        Game::set_up(Size::square(15).unwrap(), &stones, &PointSet::EMPTY, to_move)
    }

    #[test]
    fn wins_and_stops() {
        let four = [(3, 3), (4, 3), (5, 3), (6, 3)];
        for color in Color::ALL {
            let point = any_move(&game(&four, color), Rule::Freestyle).unwrap();
            assert!([(2, 3), (7, 3)].contains(&(point.x(), point.y())), "{point:?}");
        }
    }

    #[test]
    fn keeps_off_forbidden_points() {
        let cross = [(6, 7), (8, 7), (7, 6), (7, 8)];
        let center = Some(Point::new(7, 7));
        assert_ne!(any_move(&game(&cross, Color::Black), Rule::Renju), center);
        assert_eq!(any_move(&game(&cross, Color::Black), Rule::Freestyle), center);
    }

    #[test]
    fn only_a_full_board_has_no_move() {
        let size = Size::square(5).unwrap();
        let mut game = Game::new(size);
        assert_eq!(any_move(&game, Rule::Renju), Some(size.center()));
        for point in size.points() {
            game.play(point).unwrap();
        }
        assert_eq!(any_move(&game, Rule::Renju), None);
    }
}
