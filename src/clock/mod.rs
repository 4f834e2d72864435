//! Time: what was told, what will be used, and the signal to stop.
//!
//! Does not know who is thinking or about what.

mod budget;
mod limits;

pub use budget::{Budget, Progress, Spans};
pub use limits::{Limits, TimeControl};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared between the thinker and whoever may interrupt it.
#[derive(Clone, Default, Debug)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Asks the thinker to stop; it does so within a few microseconds.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
