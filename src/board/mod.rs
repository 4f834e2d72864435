//! Points, colors, sizes and a plain board of stones: the nouns everything else is written in.
//!
//! Knows no rule: a board does not know what a five is.

mod color;
pub mod diagram;
mod line;
pub mod notation;
mod point;
mod set;
mod size;
mod symmetry;
pub mod zobrist;

pub use color::Color;
pub use line::Direction;
pub use point::Point;
pub use set::PointSet;
pub use size::{Size, SizeError};
pub use symmetry::Symmetry;

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Empty,
    Stone(Color),
    /// A stone that blocks both sides and can never be part of a line again (continuous play).
    Dead,
}

/// Stones on a board of some size, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: Size,
    stones: [PointSet; 2],
    dead: PointSet,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        Board { size, stones: [PointSet::EMPTY; 2], dead: PointSet::EMPTY }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn content(&self, point: Point) -> Content {
        if self.stones[Color::Black.index()].contains(point) {
            Content::Stone(Color::Black)
        } else if self.stones[Color::White.index()].contains(point) {
            Content::Stone(Color::White)
        } else if self.dead.contains(point) {
            Content::Dead
        } else {
            Content::Empty
        }
    }

    /// The content `distance` steps from `point` in `direction`; `None` off the board.
    pub fn look(&self, point: Point, direction: Direction, distance: i32) -> Option<Content> {
        point.step(direction, distance, self.size).map(|there| self.content(there))
    }

    pub fn has(&self, point: Point, color: Color) -> bool {
        self.stones[color.index()].contains(point)
    }

    pub fn is_empty(&self, point: Point) -> bool {
        self.content(point) == Content::Empty
    }

    /// Replaces what stands on `point`.
    pub fn set(&mut self, point: Point, content: Content) {
        for stones in &mut self.stones {
            stones.remove(point);
        }
        self.dead.remove(point);
        match content {
            Content::Empty => {}
            Content::Stone(color) => self.stones[color.index()].insert(point),
            Content::Dead => self.dead.insert(point),
        }
    }

    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    pub fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// The empty points in index order.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }
}
