//! What a search tells while it runs, and to whom.

use crate::board::Point;
use crate::score::Score;
use std::time::Duration;

/// One line of play, as far as a search got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// 0 for the best line, 1 for the second best, and so on.
    pub rank: usize,
    /// Plies searched fully.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    pub score: Score,
    pub nodes: u64,
    pub elapsed: Duration,
    /// The principal variation; its first point is the move.
    pub line: Vec<Point>,
}

/// Whoever wants to hear how a search goes.
pub trait Observer: Sync {
    /// A line was finished.
    fn report(&self, report: &Report);
}

/// Hears nothing.
impl Observer for () {
    fn report(&self, _: &Report) {}
}
