//! For people at a terminal: a position analyzed, in pictures and words.
//!
//! Writes to whatever it is given and knows nothing of protocols and arguments.

mod analyze;
mod render;

pub use analyze::{Effort, Request, analyze};
