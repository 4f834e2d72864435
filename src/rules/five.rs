//! What wins: the unbroken row through a point, measured stone by stone.
//!
//! Every question here is asked about a color on a point and answered as if that stone stood
//! there, so "does the stone just played win" and "would a stone here win" are one question.

use super::{Rule, WinningRow};
use crate::board::{Board, Color, Content, Direction, Point};

/// The unbroken row of one color through a point in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub first: Point,
    pub last: Point,
    pub direction: Direction,
    pub length: usize,
    /// What stands just beyond `first` and `last`; `None` is the edge of the board.
    pub ends: [Option<Content>; 2],
}

impl Row {
    /// The row that a stone of `color` on `point` belongs to.
    ///
    /// ```text
    ///   . x x . x o     black on d: b to e, length 4, ends empty and white
    ///   a b c d e f
    /// ```
    pub fn through(board: &Board, point: Point, direction: Direction, color: Color) -> Row {
        let [before, after] = [-1, 1].map(|sign| {
            let own = Some(Content::Stone(color));
            (1..).take_while(|steps| board.look(point, direction, sign * steps) == own).count()
                as i32
        });
        let at = |distance| point.step(direction, distance, board.size()).unwrap_or(point);
        Row {
            first: at(-before),
            last: at(after),
            direction,
            length: (before + 1 + after) as usize,
            ends: [-before - 1, after + 1].map(|distance| board.look(point, direction, distance)),
        }
    }

    /// The points of the row from `first` to `last`.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (dx, dy) = self.direction.delta();
        (0..self.length as i32).map(move |step| {
            let x = self.first.x() as i32 + dx * step;
            let y = self.first.y() as i32 + dy * step;
            Point::new(x as usize, y as usize)
        })
    }

    /// Whether a row of `color` like this one wins.
    pub fn wins(self, wanted: WinningRow, color: Color) -> bool {
        let blocked = self.ends.iter().all(|&end| end == Some(Content::Stone(!color)));
        match self.length {
            0..5 => false,
            5 => !(wanted.needs_open_end && blocked),
            _ => wanted.overline,
        }
    }
}

/// A winning row that a stone of `color` on `point` belongs to.
pub fn winning_row(rule: Rule, board: &Board, point: Point, color: Color) -> Option<Row> {
    let wanted = rule.winning_row(color);
    Direction::ALL
        .map(|direction| Row::through(board, point, direction, color))
        .into_iter()
        .find(|row| row.wins(wanted, color))
}

/// Whether a stone of `color` on `point` makes, or has made, a winning row.
pub fn wins(rule: Rule, board: &Board, point: Point, color: Color) -> bool {
    winning_row(rule, board, point, color).is_some()
}

/// The empty points where a stone of `color` wins.
pub fn winning_points(rule: Rule, board: &Board, color: Color) -> Vec<Point> {
    board.empties().filter(|&point| wins(rule, board, point, color)).collect()
}
