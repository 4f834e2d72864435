//! The workshop where the numbers of the engine are made: games against itself, weights of the
//! evaluation fitted to them, and parameters of the search tuned by them.
//!
//! What is fitted is fitted in floats; what leaves is integers.

mod adam;
pub mod audit;
mod backoff;
pub mod dataset;
pub mod dump;
pub mod fit;
mod game;
mod lbfgs;
mod network;
mod opening;
mod ordering;
mod output;
mod parallel;
mod report;
mod samples;
pub mod selfplay;
pub mod spsa;
mod value;

use anyhow::Result;
use std::fmt;

/// `tuner`
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Command {
    /// Play games of the engine against itself and record them with the searched scores.
    Selfplay(selfplay::SelfplayOptions),
    /// Tune parameters of the search by games between slightly different ones.
    ///
    /// Simultaneous perturbation stochastic approximation: all parameters are moved at once by one
    /// step up or down at random, the engine so moved plays the engine moved the opposite way, and
    /// what won is approached a little. The same seed gives the same values whatever the number of
    /// threads.
    Spsa(spsa::SpsaOptions),
    /// Check that every win announced in recorded games came true.
    Audit(audit::AuditOptions),
    /// Fit evaluation and move promise to recorded games.
    Fit(fit::FitOptions),
    /// Print weights as text.
    Dump(dump::DumpOptions),
}

/// What is wrong with arguments that clap could read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadInput(pub String);

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// Runs a sub-command.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Selfplay(options) => selfplay::run(options),
        Command::Spsa(options) => spsa::run(options),
        Command::Audit(options) => audit::run(options),
        Command::Fit(options) => fit::run(options),
        Command::Dump(options) => dump::run(options),
    }
}
