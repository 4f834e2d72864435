//! Random keys for positions.
//!
//! See: A. L. Zobrist, *A New Hashing Method with Application for Game Playing*, 1970.

use super::{Color, Point};
use crate::rng::mix;

/// The key of a stone.
#[inline]
pub fn stone(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

/// The key that tells white to move from black to move.
pub const WHITE_TO_MOVE: u64 = mix(0x5eed_0ff0_c011_3500);

/// The key of a dead stone.
pub fn dead(point: Point) -> u64 {
    mix(0xdead_0000_0000 + point.index() as u64)
}

static KEYS: [[u64; Point::COUNT]; 2] = keys();

const fn keys() -> [[u64; Point::COUNT]; 2] {
    let mut keys = [[0; Point::COUNT]; 2];
    let mut at = 0;
    while at < 2 * Point::COUNT {
        keys[at / Point::COUNT][at % Point::COUNT] = mix(at as u64 + 1);
        at += 1;
    }
    keys
}
