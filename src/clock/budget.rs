//! How much of the clock one move may use.

use super::TimeControl;
use std::time::{Duration, Instant};

/// When to stop thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// When the request arrived; everything counts from here.
    pub start: Instant,
    /// Where a search that goes as expected stops.
    pub soft: Duration,
    /// Never beyond this.
    pub hard: Duration,
}

/// How the search has gone so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// How often the best move changed lately, in hundredths, older changes decayed.
    pub instability: u32,
    /// By how many points the score fell since the last iteration.
    pub score_drop: i32,
    /// There is only one sensible move.
    pub forced: bool,
}

/// Kept back from every limit for pipes, scheduling and the manager's polling.
const RESERVE: Duration = Duration::from_millis(30);

impl Budget {
    /// Spreads the clock over the game, for the move after `stones` stones have been placed on a
    /// board of `area` points.
    pub fn new(control: &TimeControl, start: Instant, stones: usize, area: usize) -> Budget {
        let turn = control.turn.unwrap_or(Duration::MAX);
        let left = control.left.or(control.game).unwrap_or(Duration::MAX);
        let hard = turn.min(left / 7 + control.increment).min(left);
        let hard = hard.saturating_sub(RESERVE.min(hard / 4 + Duration::from_millis(5)));
        let moves_left = (area.saturating_sub(stones) / 2).clamp(1, 40) as u32;
        let soft = if turn.saturating_mul(moves_left.min(32)) < left {
            hard.mul_f64(0.9)
        } else {
            (left / 22 + control.increment).min(hard.mul_f64(0.9))
        };
        Budget { start, soft, hard }
    }

    /// Whether the hard limit is reached.
    pub fn is_spent(&self) -> bool {
        self.start.elapsed() >= self.hard
    }
}
