//! The clock as a manager tells it, and the limits one search obeys.

use super::Budget;
use std::time::Duration;

/// What the manager told about time; `None` is unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The most for one move; zero asks for a move at once, without search.
    pub turn: Option<Duration>,
    /// The most for the whole game.
    pub game: Option<Duration>,
    /// What is left of the game's time now.
    pub left: Option<Duration>,
    /// Added to the game's time with each move.
    pub increment: Duration,
}

impl Default for TimeControl {
    /// Where nothing is said the protocol assumes 30 seconds a move; whoever does not say it is
    /// hardly patient enough to wait for the last of them.
    fn default() -> TimeControl {
        TimeControl {
            turn: Some(Duration::from_secs(5)),
            game: None,
            left: None,
            increment: Duration::ZERO,
        }
    }
}

/// What ends a search; the default never ends by itself.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub budget: Option<Budget>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}
