//! The command line: without arguments the Gomocup loop, with a sub-command something for people.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
#![cfg_attr(test, allow(clippy::unwrap_used))]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
mod bench;
mod play;
mod position;
mod protocol;
mod solve;

use crate::tuner::BadInput;
use crate::{arena, tuner};
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use protocol::ProtocolArguments;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

/// A Gomoku and Renju engine.
///
/// Without a sub-command it speaks the Gomocup protocol on standard input and output, as Piskvork,
/// c-gomoku-cli, qpiskvork and Yixin-Board expect it.
#[derive(Parser, Debug)]
#[command(name = "pbrain-fukumi", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    protocol: ProtocolArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Speak the Gomocup protocol; the same as no sub-command at all.
    Protocol(ProtocolArguments),
    /// Play against a person in the terminal.
    Play(play::PlayArguments),
    /// Analyze a position: draw the board, follow the best lines of play, name the best move.
    Analyze(analyze::Arguments),
    /// Prove wins by fours, or by fours and threes: `win in N` counts plies up to the five.
    ///
    /// Answers `win in N: MOVES`, where the N-th move is the five, the first one counted; `no vcf`
    /// or `no vct` where there is none for certain; `unknown` where a limit was reached first. Then
    /// come the nodes and the time it took.
    Solve(solve::Arguments),
    /// Search a fixed set of positions; the number of nodes is the signature of this version.
    Bench,
    /// Play and take back all sequences of moves, verifying the position at each step.
    Perft(bench::PerftArguments),
    /// Play matches between programs that speak the Gomocup protocol.
    Arena(Box<arena::Options>),
    /// Train the evaluation by self-play and fits, and tune the search by games.
    #[command(subcommand)]
    Tuner(tuner::Command),
}

/// Runs the program with its arguments, the first of which is its own name.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let arguments =
        if is_meant_for_protocol(&arguments) { without_foreign(arguments) } else { arguments };
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            return complain(&error);
        }
    };
    finish(match arguments.command {
        None => protocol::run(&arguments.protocol),
        Some(Command::Protocol(arguments)) => protocol::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Bench) => bench::run(),
        Some(Command::Perft(arguments)) => bench::perft(&arguments),
        Some(Command::Arena(options)) => arena::run(&options).map_err(Into::into),
        Some(Command::Tuner(command)) => tuner::run(&command),
    })
}

/// Managers start engines with arguments of their own, such as `--force-utf8`, which must not stop
/// it. So an option that is not ours means the protocol too.
fn is_meant_for_protocol(arguments: &[OsString]) -> bool {
    const OWN: [&str; 4] = ["--help", "-h", "--version", "-V"];
    let Some(first) = arguments.get(1) else { return true };
    let first = first.to_string_lossy();
    first.is_empty() || first.starts_with('-') && !OWN.contains(&&*first)
}

/// What clap exits with when it cannot read the arguments.
const BAD_INPUT: u8 = 2;

/// The program's name and those options that say how to play, wherever they stand.
fn without_foreign(arguments: Vec<OsString>) -> Vec<OsString> {
    const OWN: [&str; 2] = ["--player", "--seed"];
    let mut kept = Vec::new();
    let mut arguments = arguments.into_iter();
    kept.extend(arguments.next());
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        if OWN.contains(&&*text) {
            kept.push(argument);
            kept.extend(arguments.next());
        } else if OWN.iter().any(|own| text.split_once('=').is_some_and(|(name, _)| name == *own)) {
            kept.push(argument);
        }
    }
    kept
}

/// Prints help where it was asked for, and one line about arguments that cannot be read.
fn complain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let text = error.to_string();
        let first = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = first.split_whitespace().collect();
        eprintln!("{}", words.join(" "));
    } else {
        // Where nobody reads, nothing can be said.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1))
}

fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    if is_broken_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error:#}");
    let is_bad_input =
        error.is::<BadInput>() || matches!(error.downcast_ref(), Some(arena::Failure::BadInput(_)));
    if is_bad_input { ExitCode::from(BAD_INPUT) } else { ExitCode::FAILURE }
}

/// Whoever read has had enough, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn words(text: &str) -> Vec<OsString> {
        std::iter::once("pbrain-fukumi").chain(text.split_whitespace()).map(Into::into).collect()
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn managers_may_pass_what_they_like() {
        for text in ["", "--force-utf8", "--force-utf8 bench", "-x", "--player mcts"] {
            assert!(is_meant_for_protocol(&words(text)), "{text}");
        }
        for text in ["--help", "-V", "protocol", "help"] {
            assert!(!is_meant_for_protocol(&words(text)), "{text}");
        }
    }

    #[test]
    fn own_options_are_found_among_those_of_managers() {
        let parse = |text| Arguments::try_parse_from(without_foreign(words(text)));
        let expected = format!("{:?}", parse("--player mcts --seed 7").unwrap());
        assert!(expected.contains("Mcts") && expected.contains('7'), "{expected}");
        for text in ["--seed=7 --player=mcts", "--force-utf8 --seed 7 x --player mcts -y"] {
            assert_eq!(format!("{:?}", parse(text).unwrap()), expected);
        }
        for text in ["--player nobody", "--player", "--seed -1"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
