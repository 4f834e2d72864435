//! One line through a point as one color sees it: the only place where the players walk lines.

use crate::board::{Board, Color, Content, Direction, Point};
use crate::rules::WinningRow;
use crate::rules::five::Row;

/// How far an axis looks to each side; a stone farther away can't share a five with the point.
const REACH: i32 = 5;

/// What one color sees on a place of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Empty,
    Own,
    /// A stone of the other color, or a dead one.
    Other,
    OffBoard,
}

impl Cell {
    fn new(content: Option<Content>, color: Color) -> Cell {
        match content {
            None => Cell::OffBoard,
            Some(Content::Empty) => Cell::Empty,
            Some(Content::Stone(stone)) if stone == color => Cell::Own,
            Some(_) => Cell::Other,
        }
    }

    pub fn is_blocked(self) -> bool {
        matches!(self, Cell::Other | Cell::OffBoard)
    }
}

/// The surroundings of a point in one direction, as if a stone of the color stood on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    cells: [Cell; 2 * REACH as usize + 1],
    /// Stones in the unbroken row through the point, the point's own included.
    pub length: usize,
    /// How many ends of that row are empty.
    pub open_ends: usize,
    /// The row wins by the rule.
    pub wins: bool,
}

impl Axis {
    pub fn new(
        board: &Board,
        point: Point,
        direction: Direction,
        color: Color,
        wanted: WinningRow,
    ) -> Axis {
        let row = Row::through(board, point, direction, color);
        let cells = std::array::from_fn(|at| {
            let distance = at as i32 - REACH;
            let content = if distance == 0 {
                Some(Content::Stone(color))
            } else {
                board.look(point, direction, distance)
            };
            Cell::new(content, color)
        });
        Axis {
            cells,
            length: row.length,
            open_ends: row.ends.iter().filter(|&&end| end == Some(Content::Empty)).count(),
            wins: row.wins(wanted, color),
        }
    }

    /// The cell `distance` steps from the point; nothing is known, and all is blocked, beyond
    /// five steps.
    pub fn at(&self, distance: i32) -> Cell {
        let at = usize::try_from(distance + REACH).ok();
        at.and_then(|at| self.cells.get(at)).copied().unwrap_or(Cell::OffBoard)
    }

    /// Four cells, at these distances.
    pub fn window(&self, distances: [i32; 4]) -> [Cell; 4] {
        distances.map(|distance| self.at(distance))
    }

    /// The cells within five steps that the color can still use, counted from the point outward.
    pub fn room(&self) -> usize {
        let side =
            |sign: i32| (1..=REACH).take_while(|steps| !self.at(sign * steps).is_blocked()).count();
        side(-1) + 1 + side(1)
    }

    /// No five by the rule can come of this row: it is too long, or has too little room.
    pub fn is_void(&self) -> bool {
        !self.wins && (self.length >= 5 || self.room() < 5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rule;
    use crate::sparring::tests::read;

    #[test]
    fn sees_row_ends_and_room() {
        let (board, _) = read("o . x x * . . o . .");
        let axis = |color, rule: Rule| {
            let point = Point::new(4, 0);
            Axis::new(&board, point, Direction::Horizontal, color, rule.winning_row(color))
        };
        let black = axis(Color::Black, Rule::Freestyle);
        assert_eq!((black.length, black.open_ends, black.room()), (3, 2, 6));
        assert_eq!(
            black.window([-4, -3, 3, 6]),
            [Cell::Other, Cell::Empty, Cell::Other, Cell::OffBoard]
        );
        let white = axis(Color::White, Rule::Freestyle);
        assert_eq!((white.length, white.open_ends, white.room()), (1, 1, 6));
        assert!(!black.is_void() && !white.is_void());
    }

    #[test]
    fn five_is_what_the_rule_says() {
        let (six, _) = read("x x x * x x .");
        let axis = |rule: Rule| {
            let wanted = rule.winning_row(Color::Black);
            Axis::new(&six, Point::new(3, 0), Direction::Horizontal, Color::Black, wanted)
        };
        assert!(axis(Rule::Freestyle).wins);
        assert!(axis(Rule::Standard).is_void());
        assert_eq!(six.size(), Size::new(7, 5).unwrap());
    }
}
