//! Time: what was told, what will be used, and the signal to stop.
//!
//! Does not know who is thinking or about what.

mod budget;
mod limits;

pub use budget::{Budget, Progress, Spans};
pub use limits::{Limits, TimeControl};

use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A flag shared between the thinker and whoever may interrupt it.
#[derive(Clone, Default, Debug)]
pub struct StopSignal(Arc<OnceLock<Instant>>);

impl StopSignal {
    /// Asks the thinker to stop; it does so within a few microseconds.
    pub fn raise(&self) {
        // Raised again, it keeps the time of the first.
        let _ = self.0.set(Instant::now());
    }

    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.get().is_some()
    }

    /// When the signal was raised.
    pub fn raised_at(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}
