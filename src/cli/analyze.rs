//! The sub-command that analyzes a position.

use super::position::PositionArguments;
use crate::engine::MAX_THREADS;
use crate::terminal::{self, Effort, Request};
use clap::Args;
use std::io;
use std::time::Duration;

/// What to analyze and how long; without a limit, five seconds.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Think for this many milliseconds.
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "depth"])]
    time: Option<u64>,

    /// Visit this many nodes.
    #[arg(long, value_name = "N", conflicts_with = "depth")]
    nodes: Option<u64>,

    /// Search this many plies fully.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Follow this many lines of play, best first.
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..))]
    multi: u16,

    /// Search with this many threads.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(i64).range(1..=MAX_THREADS))]
    threads: i64,

    /// Tell first what the position is worth without search, term by term: what empty points with
    /// the same shapes add up to for each color, and what the threats on the board are worth.
    #[arg(long)]
    explain: bool,
}

const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let effort = match (arguments.time, arguments.nodes, arguments.depth) {
        (Some(time), _, _) => Effort::Time(Duration::from_millis(time)),
        (_, Some(nodes), _) => Effort::Nodes(nodes),
        (_, _, Some(depth)) => Effort::Depth(depth),
        _ => Effort::Time(DEFAULT_TIME),
    };
    let request = Request {
        game: arguments.position.game()?,
        effort,
        lines: usize::from(arguments.multi),
        threads: arguments.threads,
        explains: arguments.explain,
    };
    Ok(terminal::analyze(&request, &mut io::stdout().lock())?)
}
