//! The workshop where the evaluation is made: games against itself, and weights fitted to them.
//!
//! Floats live here and nowhere else; what leaves is integers.

mod backoff;
pub mod dataset;
pub mod dump;
pub mod fit;
mod lbfgs;
mod opening;
mod ordering;
mod parallel;
mod report;
mod samples;
pub mod selfplay;
mod value;

use anyhow::Result;

/// `tuner`
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Command {
    /// Play games of the engine against itself and record them with the searched scores.
    Selfplay(selfplay::SelfplayOptions),
    /// Fit evaluation and move promise to recorded games.
    Fit(fit::FitOptions),
    /// Print weights as text.
    Dump(dump::DumpOptions),
}

/// Runs a sub-command.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Selfplay(options) => selfplay::run(options),
        Command::Fit(options) => fit::run(options),
        Command::Dump(options) => dump::run(options),
    }
}
