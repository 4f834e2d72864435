//! Forced wins: proofs, never guesses.
//!
//! Does not evaluate: an answer here is a win with its line, no win, or unknown.

mod cache;
mod lines;
mod vcf;
mod vct;

pub use vcf::{Danger, Vcf, VcfLimits};
pub use vct::{Proof, Vct, VctLimits};

use crate::board::Point;
use crate::clock::{Budget, StopSignal};

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

/// What may end a proof attempt before its node limit.
#[derive(Clone, Default, Debug)]
pub struct Interrupt {
    pub stop: Option<StopSignal>,
    pub budget: Option<Budget>,
}

impl Interrupt {
    /// Lets a proof attempt run to its end.
    pub const NEVER: Interrupt = Interrupt { stop: None, budget: None };

    /// Whether to give up now.
    pub fn is_due(&self) -> bool {
        self.stop.as_ref().is_some_and(StopSignal::is_raised)
            || self.budget.as_ref().is_some_and(Budget::is_spent)
    }
}
