//! The sub-command that proves wins.

use super::BadInput;
use super::position::{PositionArguments, unfinished};
use crate::board::Color;
use crate::rules::Referee;
use crate::terminal::{self, SolveGoal, SolveRequest};
use clap::{Args, ValueEnum};
use std::io::{self, Read};
use std::time::Duration;

/// What to prove, and how hard to try; without a limit, ten seconds for each position.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// With `-` for MOVES, one position a line is read from standard input, and each gets its line
    /// of answer.
    #[command(flatten)]
    position: PositionArguments,

    /// vcf: a win by fours. vct: a win by fours and open threes.
    #[arg(long, value_name = "GOAL", default_value = "vcf")]
    goal: Goal,

    /// Who is to win: black or white; without it, the side to move. The other one loses its turn.
    #[arg(long, value_name = "COLOR")]
    side: Option<Side>,

    /// Give up after this many milliseconds; 10,000 unless there is a limit of nodes.
    #[arg(long, value_name = "MS")]
    time: Option<u64>,

    /// Give up after this many nodes: fours played, and positions looked at.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Goal {
    Vcf,
    Vct,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Side {
    Black,
    White,
}

const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let time = arguments.time.map(Duration::from_millis);
    let default_time = if arguments.nodes.is_none() { Some(DEFAULT_TIME) } else { None };
    let request = SolveRequest {
        goal: match arguments.goal {
            Goal::Vcf => SolveGoal::Fours,
            Goal::Vct => SolveGoal::Threats,
        },
        side: arguments.side.map(|side| match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }),
        time: time.or(default_time),
        nodes: arguments.nodes,
    };
    let games = games(&arguments.position)?;
    Ok(terminal::solve(&request, &games, &mut io::stdout().lock())?)
}

/// The positions to be solved, all read before any is.
fn games(arguments: &PositionArguments) -> anyhow::Result<Vec<Referee>> {
    if !arguments.are_on_input() {
        return Ok(vec![arguments.unfinished_game()?]);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let read = |(at, line): (usize, &str)| {
        let game = arguments.game_after(line).and_then(unfinished);
        game.map_err(|BadInput(fault)| BadInput(format!("line {}: {fault}", at + 1)))
    };
    Ok(text.lines().enumerate().map(read).collect::<Result<_, _>>()?)
}
