//! Line patterns: what a stone on an empty point would make, read from precomputed tables.
//!
//! Everything is generated from the definition of a winning row downward; no table is typed in.
//! Does not know the board: it sees one line around a point, or four of them combined.

mod classify;
mod shape;
mod table;
mod threat;
mod window;

pub use shape::Shape;
pub use table::{PatternTable, Shapes};
pub use threat::{Code, Threat, combine};
pub use window::Window;
