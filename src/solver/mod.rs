//! Forced wins: proofs, never guesses.
//!
//! Does not evaluate: an answer here is a win with its line, no win, or unknown.

mod cache;
mod lines;
mod vcf;

pub use vcf::{Vcf, VcfLimits};

use crate::board::Point;

/// What a solver found for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A forced win: attacker's moves and the longest resistance in turn, up to the five.
    Win(Vec<Point>),
    /// There is none of the asked kind.
    NoWin,
    /// A limit was reached first.
    Unknown,
}

/// A limit was reached or somebody asked to stop; the only error of search and solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;
