//! The four directions in which lines run.

use super::Size;

/// A direction of lines; a step of +1 goes right, or straight down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    Horizontal,
    Vertical,
    /// Down and to the right.
    Diagonal,
    /// Up and to the right.
    Antidiagonal,
}

impl Direction {
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Diagonal, Direction::Antidiagonal];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// Column and row change of one step.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::Antidiagonal => (1, -1),
        }
    }

    /// Change of a point's index in one step.
    pub const fn stride(self) -> isize {
        let (dx, dy) = self.delta();
        dx as isize + dy as isize * Size::MAX as isize
    }
}
