//! Which fours to try first.

use crate::board::{Color, Point};
use crate::solver::lines::{Lines, places};

/// A four to be tried, as one number that sorts the promising ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked(u32);

impl Ranked {
    const POINT_BITS: u32 = 0xffff;
    const BARE: u32 = 1 << 16;
    const WORST: u32 = 0xff << 20;

    /// The rank of a four, if `direction` is the first in which it is one.
    #[inline]
    pub fn new(lines: &Lines, color: Color, point: Point, direction: usize) -> Option<Ranked> {
        let (mut fours, mut threes, mut is_strong) = (0, 0, false);
        for (at, place) in places(point).into_iter().enumerate() {
            let line = lines.line(place);
            let is_set = |marks: [u32; 2]| marks[color.index()] >> place.bit & 1 != 0;
            if is_set(line.fours) {
                if at < direction {
                    return None;
                }
                fours += 1;
                is_strong |= is_set(line.strong_fours);
            } else if at == direction {
                return None;
            }
            threes += u32::from(is_set(line.threes));
        }
        let worth = u32::from(is_strong || fours > 1) << 4 | threes;
        let bare = if worth == 0 { Ranked::BARE } else { 0 };
        Some(Ranked((Ranked::WORST - (worth << 20)) | bare | point.index() as u32))
    }

    /// The same four, to be tried before all others.
    #[inline]
    pub fn first(self) -> Ranked {
        Ranked(self.0 & (Ranked::POINT_BITS | Ranked::BARE))
    }

    #[inline]
    pub fn point(self) -> Point {
        Point::from_index((self.0 & Ranked::POINT_BITS) as usize)
    }

    /// Whether it leads to no further row of three, so that it can only be of use by the stones
    /// themselves.
    #[inline]
    pub fn is_bare(self) -> bool {
        self.0 & Ranked::BARE != 0
    }
}
