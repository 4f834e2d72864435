//! The command line.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser, Debug)]
#[command(name = "pbrain-fukumi", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Train the evaluation.
    #[command(subcommand)]
    Tuner(crate::tuner::Command),
}

/// Runs the program.
pub fn run() -> ExitCode {
    let Command::Tuner(command) = Arguments::parse().command;
    match crate::tuner::run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
