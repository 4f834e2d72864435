//! The Gomocup loop on standard input and output.

use crate::session::{self, Pace};
use std::fs::File;
use std::io;
use std::panic;

/// The variable that names the file for the log; without it there is none.
const LOG_FILE: &str = "FUKUMI_LOG_FILE";

/// Talks to a manager until it says END or goes away.
pub(super) fn run() -> anyhow::Result<()> {
    start_log();
    // Some managers read standard error as if it were an answer, so panics must be silent.
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    if let Err(error) = session::run(io::stdin(), io::stdout(), pace()) {
        log::error!("the conversation broke off: {error}");
    }
    Ok(())
}

fn start_log() {
    let Some(path) = std::env::var_os(LOG_FILE) else { return };
    let Ok(file) = File::options().create(true).append(true).open(path) else { return };
    let mut builder = env_logger::Builder::new();
    builder.filter_level(log::LevelFilter::Debug);
    builder.target(env_logger::Target::Pipe(Box::new(file)));
    // Fails only if there is a log already.
    let _ = builder.try_init();
}

/// A file was written beforehand by someone who does not wait for answers.
#[cfg(unix)]
fn pace() -> Pace {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let is_file = input.and_then(|file| file.metadata()).is_ok_and(|data| data.is_file());
    if is_file { Pace::Script } else { Pace::Conversation }
}

#[cfg(not(unix))]
fn pace() -> Pace {
    Pace::Conversation
}
