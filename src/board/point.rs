//! A place on the board.

use super::{Direction, Size};

/// A point by column and row, both counted from 0 at the top left.
///
/// The index is `x + 32 * y` whatever the board's size, so a point means the same everywhere and
/// a row of points is one 32-bit word of a [`PointSet`](super::PointSet).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The number of different indices.
    pub const COUNT: usize = Size::MAX * Size::MAX;

    #[inline]
    pub const fn new(x: usize, y: usize) -> Point {
        debug_assert!(x < Size::MAX && y < Size::MAX);
        Point((y * Size::MAX + x) as u16)
    }

    /// The point with this index; higher bits are dropped, so the result is always a point.
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        Point((index % Point::COUNT) as u16)
    }

    /// Column, from the left.
    #[inline]
    pub const fn x(self) -> usize {
        self.0 as usize % Size::MAX
    }

    /// Row, from the top.
    #[inline]
    pub const fn y(self) -> usize {
        self.0 as usize / Size::MAX
    }

    #[inline]
    pub const fn index(self) -> usize {
        // Always true, and it tells the compiler that tables of `COUNT` entries need no check.
        self.0 as usize % Point::COUNT
    }

    /// The point `distance` steps away, `None` if that is off a board of this size.
    pub fn step(self, direction: Direction, distance: i32, size: Size) -> Option<Point> {
        let (dx, dy) = direction.delta();
        let x = self.x() as i64 + i64::from(dx * distance);
        let y = self.y() as i64 + i64::from(dy * distance);
        size.point(x, y)
    }

    /// How many king's steps lie between two points.
    pub fn distance(self, other: Point) -> usize {
        self.x().abs_diff(other.x()).max(self.y().abs_diff(other.y()))
    }
}
