//! A line as seen from a point, as a dense number.
//!
//! Each side of the point is a *half*: up to `reach` cells until the first wall. Its code is
//! `(3^room - 1) / 2 + Σ digit·3^(distance - 1)` with digits empty 0, black 1, white 2, so halves
//! with different room never share a code and adding or lifting a stone is one addition whatever
//! the room. The code of the whole window is `before · halves + after`.

use crate::board::Color;

/// How windows of some reach are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    reach: usize,
}

/// `POWERS[n]` is 3 to the n.
const POWERS: [u32; 7] = [1, 3, 9, 27, 81, 243, 729];

impl Window {
    /// The furthest that any rule needs to see: a five through the point reaches four cells away,
    /// and the stone that makes it an overline, or shuts it, stands one further.
    pub const MAX_REACH: usize = 5;

    pub const fn new(reach: usize) -> Window {
        assert!(reach <= Window::MAX_REACH);
        Window { reach }
    }

    /// How many cells are seen on each side.
    pub const fn reach(self) -> usize {
        self.reach
    }

    /// The number of different halves.
    pub const fn halves(self) -> usize {
        (POWERS[self.reach + 1] as usize - 1) / 2
    }

    /// The number of different windows.
    pub const fn count(self) -> usize {
        self.halves() * self.halves()
    }

    /// The window without stones that has room for this many cells on each side.
    pub const fn empty(self, before: usize, after: usize) -> u32 {
        let (before, after) = (self.half(before), self.half(after));
        before * self.halves() as u32 + after
    }

    /// What a stone of `color` adds at `offset` (negative: before the point), which must not be 0.
    #[inline]
    pub const fn stone(self, color: Color, offset: i32) -> u32 {
        let weight = POWERS[offset.unsigned_abs() as usize - 1] * (color.index() as u32 + 1);
        if offset < 0 { weight * self.halves() as u32 } else { weight }
    }

    /// The room of a half and its digits, nearest first.
    pub fn decode(self, half: usize) -> (usize, [u8; Window::MAX_REACH]) {
        let room = (0..=self.reach).rev().find(|&room| self.half(room) as usize <= half);
        let room = room.unwrap_or(0);
        let mut rest = half - self.half(room) as usize;
        let mut digits = [0; Window::MAX_REACH];
        for digit in &mut digits[..room] {
            *digit = (rest % 3) as u8;
            rest /= 3;
        }
        (room, digits)
    }

    const fn half(self, room: usize) -> u32 {
        let room = if room < self.reach { room } else { self.reach };
        (POWERS[room] - 1) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_numbered_without_gaps_or_overlaps() {
        for reach in [4, 5] {
            let window = Window::new(reach);
            let mut seen = vec![false; window.halves()];
            for (half, seen) in seen.iter_mut().enumerate() {
                let (room, digits) = window.decode(half);
                let mut code = window.empty(0, room);
                for (at, &digit) in digits[..room].iter().enumerate() {
                    let color = match digit {
                        0 => continue,
                        1 => Color::Black,
                        _ => Color::White,
                    };
                    code += window.stone(color, at as i32 + 1);
                }
                assert_eq!(code as usize, half);
                *seen = true;
            }
            assert!(seen.iter().all(|&s| s));
        }
    }

    #[test]
    fn sizes_are_small() {
        assert_eq!(Window::new(4).count(), 14_641);
        assert_eq!(Window::new(5).count(), 132_496);
    }
}
