//! The sub-commands that measure.

use super::position::PositionArguments;
use crate::bench::{self, perft};
use crate::position::Position;
use anyhow::anyhow;
use clap::Args;
use std::io::{self, Write};
use std::time::Instant;

/// The position to begin with, and how deep to walk.
#[derive(Args, Debug)]
pub(super) struct PerftArguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Walk this many plies.
    #[arg(long, value_name = "D", default_value_t = 2)]
    depth: usize,
}

/// Searches the bench positions; the last line is the signature.
pub(super) fn run() -> anyhow::Result<()> {
    bench::run(&mut io::stdout().lock())?;
    Ok(())
}

/// Walks all moves, counts them and verifies the position on the way.
pub(super) fn perft(arguments: &PerftArguments) -> anyhow::Result<()> {
    let game = arguments.position.unfinished_game()?;
    let mut position = Position::new(game.board().size(), game.rule());
    for &point in game.moves() {
        position.play(point);
    }
    let mut out = io::stdout().lock();
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        let count = perft::perft(&mut position, depth).map_err(|error| anyhow!(error))?;
        writeln!(out, "depth {depth}: {count} in {} ms", start.elapsed().as_millis())?;
    }
    Ok(())
}
