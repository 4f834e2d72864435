//! The sub-command that plays against a person.

use super::position::PositionArguments;
use super::protocol::player_by_name;
use crate::board::Color;
use crate::sparring::Kind;
use crate::terminal::{self, Effort, Match};
use clap::Args;
use std::io;
use std::time::Duration;

/// Who plays whom, and from where.
#[derive(Args, Debug)]
pub(super) struct PlayArguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Play white and let the engine be black.
    #[arg(long)]
    white: bool,

    /// How long the engine may think about a move, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    time: u64,

    /// A classic player instead of the search, for an easier game.
    #[arg(long, value_name = "NAME", value_parser = player_by_name())]
    player: Option<Kind>,

    /// What that player's random choices follow from.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let request = Match {
        game: arguments.position.game()?,
        person: if arguments.white { Color::White } else { Color::Black },
        effort: Effort::Time(Duration::from_millis(arguments.time)),
        player: arguments.player.map(|kind| (kind, arguments.seed)),
    };
    Ok(terminal::play(request, &mut io::stdin().lock(), &mut io::stdout().lock())?)
}
