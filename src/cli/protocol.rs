//! The Gomocup loop on standard input and output.

use crate::engine::Options;
use crate::session::{self, Pace};
use crate::sparring::Kind;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::time::Instant;

/// The variable that names the file for the log; without it there is none.
const LOG_FILE: &str = "FUKUMI_LOG_FILE";

/// Who plays.
#[derive(Args, Clone, Debug)]
pub(super) struct ProtocolArguments {
    /// A classic player chooses the moves instead of the search
    #[arg(long, value_name = "NAME", value_parser = player_by_name())]
    player: Option<Kind>,
    /// What that player's random choices follow from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
}

/// Talks to a manager until it says END or goes away.
pub(super) fn run(arguments: &ProtocolArguments) -> anyhow::Result<()> {
    start_log();
    // Some managers read standard error as if it were an answer, so panics must be silent.
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    let mut options = Options::default();
    (options.player, options.seed) = (arguments.player, arguments.seed);
    if let Err(error) = session::run(io::stdin(), io::stdout(), pace(), options) {
        log::error!("the conversation broke off: {error}");
    }
    Ok(())
}

/// Reads a player's name, and tells which there are.
pub(super) fn player_by_name() -> impl TypedValueParser<Value = Kind> {
    let names = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.summary()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Kind>())
}

fn start_log() {
    let Some(path) = std::env::var_os(LOG_FILE) else { return };
    let Ok(file) = File::options().create(true).append(true).open(path) else { return };
    let mut builder = env_logger::Builder::new();
    builder.filter_level(log::LevelFilter::Debug);
    builder.target(env_logger::Target::Pipe(Box::new(file)));
    let start = Instant::now();
    builder.format(move |out, record| {
        let (ms, level) = (start.elapsed().as_millis(), record.level());
        writeln!(out, "{ms:>7} {level} {}: {}", record.target(), record.args())
    });
    // Fails only if there is a log already.
    let _ = builder.try_init();
}

/// A file was written beforehand by someone who does not wait for answers.
fn pace() -> Pace {
    let is_file = input().and_then(|file| file.metadata()).is_ok_and(|data| data.is_file());
    if is_file { Pace::Script } else { Pace::Conversation }
}

/// What standard input is; on Windows only a file tells about itself, a pipe or a console fails.
#[cfg(unix)]
fn input() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn input() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
