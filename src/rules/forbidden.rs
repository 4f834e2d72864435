//! What black may not play in renju, read literally from the definition and searched by hand.
//!
//! A move that makes exactly five is never a foul. Otherwise these are, checked in this order:
//!
//! *Overline*: a row of six or more.
//!
//! *Double-four*: two or more fours at once. A four is four stones that one more stone turns into
//! a row of exactly five. Two completing points of the same four stones are one four; different
//! four stones are different fours, even on one line:
//!
//! ```text
//!   . x x * x .         one four (b c d e), completed on a or f
//!   a b c d e f
//!
//!   x . x * x . x       two fours on one line: a c d e (with b) and c d e g (with f)
//!   a b c d e f g
//! ```
//!
//! *Double-three*: threes in two or more directions at once. A three is three stones that can be
//! turned into a straight four, a row of exactly four that can be completed to exactly five at both
//! ends:
//!
//! ```text
//!   . . x * x . .       a three: b or f makes a straight four
//!   a b c d e f g
//!
//!
//!   x . . x * x . . x   no three: after c or g, one end of the four would be completed to six
//!   a b c d e f g h i
//! ```
//!
//! The stone that makes the straight four must itself be legal and must not make a five, for then
//! the three is no threat of a straight four. Whether it is legal depends on the threes it makes in
//! turn, with both stones on the board, and so on to any depth; each step adds a stone, so it ends.
//!
//! ```text
//!   . . . x . . .
//!   . . . x . . .       `*` makes a three in the row and one in the column. But the row's three
//!   . . x * x . .       counts only if b or f is legal afterwards: where each of them is a foul,
//!   a b c d e f g       this is no double-three.
//! ```
//!
//! Two threes never lie on one line: their straight fours would leave each other no room for
//! exactly five.

use super::Rule;
use super::five::{Row, wins};
use crate::board::{Board, Color, Content, Direction, Point};
use std::fmt;

/// Why a point is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Foul {
    Overline,
    DoubleFour,
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        })
    }
}

/// The foul that black would commit by playing on `point`; `None` where the move is legal or the
/// point is not empty.
pub fn forbidden(board: &Board, point: Point) -> Option<Foul> {
    let playable = board.size().contains(point) && board.is_empty(point);
    if !playable || makes_five(board, point) {
        return None;
    }
    let mut played = board.clone();
    played.set(point, Content::Stone(Color::Black));
    if makes_overline(&played, point) {
        Some(Foul::Overline)
    } else if fours(&played, point) >= 2 {
        Some(Foul::DoubleFour)
    } else if threes(&played, point) >= 2 {
        Some(Foul::DoubleThree)
    } else {
        None
    }
}

/// Every point forbidden to black, in index order.
pub fn forbidden_points(board: &Board) -> Vec<(Point, Foul)> {
    board.empties().filter_map(|point| Some((point, forbidden(board, point)?))).collect()
}

fn makes_five(board: &Board, point: Point) -> bool {
    wins(Rule::Renju, board, point, Color::Black)
}

fn makes_overline(board: &Board, point: Point) -> bool {
    Direction::ALL.iter().any(|&direction| black_row(board, point, direction).length > 5)
}

fn black_row(board: &Board, point: Point, direction: Direction) -> Row {
    Row::through(board, point, direction, Color::Black)
}

/// The number of different fours that the black stone on `point` belongs to.
fn fours(board: &Board, point: Point) -> usize {
    Direction::ALL.iter().map(|&direction| fours_on_line(board, point, direction)).sum()
}

fn fours_on_line(board: &Board, point: Point, direction: Direction) -> usize {
    let mut fours: Vec<Vec<Point>> = Vec::new();
    for completion in empties_near(board, point, direction) {
        let five = black_row(board, completion, direction);
        if five.length != 5 || !five.points().any(|stone| stone == point) {
            continue;
        }
        let four: Vec<Point> = five.points().filter(|&stone| stone != completion).collect();
        if !fours.contains(&four) {
            fours.push(four);
        }
    }
    fours.len()
}

/// The number of threes that the black stone on `point` belongs to.
fn threes(board: &Board, point: Point) -> usize {
    Direction::ALL.iter().filter(|&&direction| is_three(board, point, direction)).count()
}

fn is_three(board: &Board, point: Point, direction: Direction) -> bool {
    empties_near(board, point, direction).any(|extension| {
        makes_straight_four(board, point, extension, direction)
            && !makes_five(board, extension)
            && forbidden(board, extension).is_none()
    })
}

/// Whether a black stone on `extension` and the one on `point` would stand in one straight four.
fn makes_straight_four(
    board: &Board,
    point: Point,
    extension: Point,
    direction: Direction,
) -> bool {
    let four = black_row(board, extension, direction);
    if four.length != 4 || !four.points().any(|stone| stone == point) {
        return false;
    }
    let mut extended = board.clone();
    extended.set(extension, Content::Stone(Color::Black));
    [(four.first, -1), (four.last, 1)].into_iter().all(|(end, outward)| {
        let beyond = end.step(direction, outward, board.size());
        beyond.is_some_and(|beyond| {
            extended.is_empty(beyond) && black_row(&extended, beyond, direction).length == 5
        })
    })
}

/// The empty points that can share a row of five with `point`.
fn empties_near(
    board: &Board,
    point: Point,
    direction: Direction,
) -> impl Iterator<Item = Point> + '_ {
    (-4..=4)
        .filter_map(move |distance| point.step(direction, distance, board.size()))
        .filter(|&near| board.is_empty(near))
}
