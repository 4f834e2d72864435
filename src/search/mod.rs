//! The search for the best move.

mod report;

pub use report::{Observer, Report};
