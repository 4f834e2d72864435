//! The rotations and reflections of a board.

use super::{Point, Size};

/// One of the eight symmetries of a square: swap columns and rows, then mirror.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transposes: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Symmetry {
    pub const IDENTITY: Symmetry = Symmetry::from_bits(0);

    /// All eight; the first four keep the shape of every rectangle, the identity comes first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits] = Symmetry::from_bits(bits);
            bits += 1;
        }
        all
    };

    const fn from_bits(bits: usize) -> Symmetry {
        Symmetry {
            transposes: bits & 4 != 0,
            mirrors_columns: bits & 1 != 0,
            mirrors_rows: bits & 2 != 0,
        }
    }

    /// The symmetries that map a board of this size onto itself.
    pub fn of(size: Size) -> &'static [Symmetry] {
        const ALL: &[Symmetry] = &Symmetry::ALL;
        if size.width() == size.height() { ALL } else { &ALL[..4] }
    }

    /// Where a point of a board of this size goes; on a rectangle a symmetry that is not
    /// [of](Symmetry::of) its size leads to the board with the sides exchanged.
    pub fn apply(self, point: Point, size: Size) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        let (mut width, mut height) = (size.width(), size.height());
        if self.transposes {
            (x, y) = (y, x);
            (width, height) = (height, width);
        }
        if self.mirrors_columns {
            x = width - 1 - x.min(width - 1);
        }
        if self.mirrors_rows {
            y = height - 1 - y.min(height - 1);
        }
        Point::new(x, y)
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.transposes {
            Symmetry {
                transposes: true,
                mirrors_columns: self.mirrors_rows,
                mirrors_rows: self.mirrors_columns,
            }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;

    #[test]
    fn each_is_a_bijection_of_the_board_and_undone_by_its_inverse() {
        for (width, height) in [(15, 15), (6, 6), (7, 12), (32, 5)] {
            let size = Size::new(width, height).unwrap();
            for &symmetry in Symmetry::of(size) {
                let image: PointSet =
                    size.points().map(|point| symmetry.apply(point, size)).collect();
                assert_eq!(image, size.points().collect());
                for point in size.points() {
                    let there = symmetry.apply(point, size);
                    assert_eq!(symmetry.inverse().apply(there, size), point);
                }
            }
        }
    }

    #[test]
    fn squares_have_eight_and_rectangles_four() {
        let images = |width, height| {
            let size = Size::new(width, height).unwrap();
            let mut images: Vec<Point> = Symmetry::of(size)
                .iter()
                .map(|symmetry| symmetry.apply(Point::new(1, 0), size))
                .collect();
            images.sort();
            images.dedup();
            images.len()
        };
        assert_eq!(images(9, 9), 8);
        assert_eq!(images(9, 8), 4);
    }

    #[test]
    fn a_transposed_rectangle_has_its_sides_exchanged_and_comes_back() {
        let size = Size::new(7, 12).unwrap();
        let turned = Size::new(12, 7).unwrap();
        for symmetry in &Symmetry::ALL[4..] {
            for point in size.points() {
                let there = symmetry.apply(point, size);
                assert!(turned.contains(there));
                assert_eq!(symmetry.inverse().apply(there, turned), point);
            }
        }
    }
}
