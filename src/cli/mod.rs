//! The command line: without arguments the Gomocup loop, with a sub-command something for people.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod protocol;

use crate::arena;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// A Gomoku and Renju engine.
///
/// Without a sub-command it speaks the Gomocup protocol on standard input and output, as Piskvork,
/// c-gomoku-cli, qpiskvork and Yixin-Board expect it.
#[derive(Parser, Debug)]
#[command(name = "pbrain-fukumi", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Speak the Gomocup protocol; the same as no sub-command at all.
    Protocol,
    /// Play matches between programs that speak the Gomocup protocol.
    Arena(Box<arena::Options>),
}

/// Runs the program with its arguments, the first of which is its own name.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    if is_meant_for_protocol(&arguments) {
        return finish(protocol::run());
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Where nobody reads, nothing can be said.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
    };
    finish(match arguments.command {
        None | Some(Command::Protocol) => protocol::run(),
        Some(Command::Arena(options)) => arena::run(&options).map_err(Into::into),
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

fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            eprintln!("error: {error:#}");
            match error.downcast_ref() {
                Some(arena::Failure::BadInput(_)) => ExitCode::from(BAD_INPUT),
                _ => ExitCode::FAILURE,
            }
        }
    }
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
        for text in ["", "--force-utf8", "--force-utf8 bench", "-x"] {
            assert!(is_meant_for_protocol(&words(text)), "{text}");
        }
        for text in ["--help", "-V", "protocol", "help"] {
            assert!(!is_meant_for_protocol(&words(text)), "{text}");
        }
    }
}
