//! The workshop where the evaluation is made: games against itself, and weights fitted to them.
//!
//! Floats live here and nowhere else; what leaves is integers.

pub mod dataset;
mod opening;
pub mod selfplay;

use anyhow::Result;

/// `tuner`
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Command {
    /// Play games of the engine against itself and record them with the searched scores.
    Selfplay(selfplay::SelfplayOptions),
}

/// Runs a sub-command.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Selfplay(options) => selfplay::run(options),
    }
}
