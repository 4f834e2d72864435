//! The language of Gomocup managers: lines to commands, replies to lines, and both ways round, so
//! that a manager can be written with it too.
//!
//! Pure: it reads and prints nothing, and does not know what an engine does with a command.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod command;
mod coordinates;
mod listing;
mod parser;
mod reply;
mod settings;
pub mod yixin;

pub use command::{Command, ParseError};
pub use coordinates::Coordinates;
pub use listing::{Listing, Owner, Stone};
pub use parser::Parser;
pub use reply::Reply;
pub use settings::{RuleCode, Setting, rule_of_code};
