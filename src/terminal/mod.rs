//! For people at a terminal: a position analyzed or solved, or a game against the engine, in
//! pictures and words.
//!
//! Writes to whatever it is given and knows nothing of protocols and arguments.

mod analyze;
mod play;
mod render;
mod solve;
mod thinking;

pub use analyze::{Request, analyze};
pub use play::{Match, play};
pub use solve::{SolveGoal, SolveRequest, solve};
pub use thinking::Effort;
