//! Board sizes: any rectangle from 5 to 32 points a side.

use super::Point;
use std::fmt;

/// Width and height of a board, each within [`Size::MIN`]..=[`Size::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

/// The asked size is outside the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError;

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "board sides go from {} to {}, for example 15 or 20", Size::MIN, Size::MAX)
    }
}

impl std::error::Error for SizeError {}

impl Size {
    /// The shortest side.
    pub const MIN: usize = 5;
    /// The longest side.
    pub const MAX: usize = 32;
    /// The size where nobody says another one: that of Renju and most tournaments.
    pub const DEFAULT: Size = Size { width: 15, height: 15 };

    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        let sides = Size::MIN..=Size::MAX;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Size { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError)
        }
    }

    pub fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    pub const fn width(self) -> usize {
        self.width as usize
    }

    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width() && point.y() < self.height()
    }

    /// The point at column `x`, row `y`, if it is on the board.
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let inside =
            (0..self.width() as i64).contains(&x) && (0..self.height() as i64).contains(&y);
        inside.then(|| Point::new(x as usize, y as usize))
    }

    /// The middle; on even sides the point right of and below the true middle.
    pub const fn center(self) -> Point {
        Point::new(self.width() / 2, self.height() / 2)
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }
}

/// `15` for a square, `20x15` for width 20 and height 15.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_on_both_sides() {
        assert!(Size::new(5, 32).is_ok());
        assert_eq!(Size::new(4, 15), Err(SizeError));
        assert_eq!(Size::new(15, 33), Err(SizeError));
    }

    #[test]
    fn points_run_row_by_row() {
        let size = Size::new(7, 5).unwrap();
        let points: Vec<Point> = size.points().collect();
        assert_eq!(points.len(), size.area());
        assert_eq!(points[7], Point::new(0, 1));
        assert!(points.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
