//! The points worth a look: near stones, and a step further along their lines.

use super::Position;
use crate::board::{Point, PointSet, Size};

/// How far the neighborhood of a stone reaches.
const RADIUS: usize = 4;

/// Columns seen from a stone, per row distance 0..=4, with the stone in column 4: a square of
/// three, and the eight rays to four.
const NEIGHBORHOOD: [u32; RADIUS + 1] =
    [0b1_1111_1111, 0b0_1111_1110, 0b0_1111_1110, 0b0_1111_1110, 0b1_0001_0001];

impl Position {
    /// The empty points that are near a stone; on a board without stones, the center.
    pub fn candidates(&self) -> PointSet {
        let empties = self.empties();
        let near = self.frames.last().map(|frame| frame.candidates).unwrap_or_default();
        let near = near.intersection(&empties);
        if !near.is_empty() {
            return near;
        }
        let center = self.size.center();
        let start = if self.is_empty(center) { Some(center) } else { empties.first() };
        start.into_iter().collect()
    }

    /// The candidates of this position with those around one more stone.
    #[inline]
    pub(super) fn candidates_after(&self, point: Point) -> PointSet {
        let mut set = self.frames.last().map(|frame| frame.candidates).unwrap_or_default();
        let (x, y) = (point.x(), point.y());
        let top = y.saturating_sub(RADIUS);
        let bottom = (y + RADIUS).min(self.size.height() - 1);
        for row in top..=bottom {
            let columns = u64::from(NEIGHBORHOOD[row.abs_diff(y).min(RADIUS)]) << x >> RADIUS;
            set.insert_row(row, columns as u32 & row_mask(self.size));
        }
        set
    }
}

/// The columns of the board as bits.
fn row_mask(size: Size) -> u32 {
    u32::MAX >> (Size::MAX - size.width())
}
