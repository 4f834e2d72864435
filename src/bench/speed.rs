//! How fast the parts are, over the bench positions: plays with their undo, and the four-solver.

use super::per_second;
use super::positions::POSITIONS;
use crate::board::Point;
use crate::position::Position;
use crate::solver::{Vcf, VcfLimits};
use std::time::{Duration, Instant};

/// What was done per second.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    pub pairs: u64,
    pub fours: u64,
}

/// Pairs of play and undo to be done for each position.
const PAIRS: u64 = 100_000;
/// Fours that the solver may play for each question.
const VCF_NODES: u64 = 2_000;
const VCF_CACHE_BYTES: usize = 1 << 20;

pub fn measure() -> Speed {
    Speed { pairs: pairs_per_second(), fours: fours_per_second() }
}

fn pairs_per_second() -> u64 {
    let (mut pairs, mut elapsed) = (0, Duration::ZERO);
    for setup in &POSITIONS {
        let mut position = setup.position();
        let start = Instant::now();
        pairs += play_pairs(&mut position, PAIRS);
        elapsed += start.elapsed();
    }
    per_second(pairs, elapsed)
}

/// Plays all pairs of candidates until about `limit` stones were played and taken back.
fn play_pairs(position: &mut Position, limit: u64) -> u64 {
    let candidates: Vec<Point> = position.candidates().iter().collect();
    let mut pairs = 0;
    while pairs < limit {
        for &first in &candidates {
            position.play(first);
            for &second in candidates.iter().filter(|&&second| second != first) {
                position.play(second);
                position.undo();
            }
            position.undo();
            pairs += candidates.len() as u64;
            if pairs >= limit {
                break;
            }
        }
        if candidates.len() < 2 {
            break;
        }
    }
    pairs
}

/// Asks for a win by fours after each candidate of each position.
fn fours_per_second() -> u64 {
    let (mut fours, mut elapsed) = (0, Duration::ZERO);
    for setup in &POSITIONS {
        let mut position = setup.position();
        let mut vcf = Vcf::new(VCF_CACHE_BYTES);
        let start = Instant::now();
        for point in position.candidates().iter() {
            position.play(point);
            vcf.solve(&mut position, VcfLimits::exhaustive(VCF_NODES));
            position.undo();
        }
        elapsed += start.elapsed();
        fours += vcf.nodes();
    }
    per_second(fours, elapsed)
}
