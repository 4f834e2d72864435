//! The program `pbrain-fukumi`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fukumi::cli::run(std::env::args_os().collect())
}
