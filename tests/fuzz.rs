//! Random inputs to everything that reads: no panic, no hang, no memory that stays taken.
//!
//! Each test begins with the inputs kept in `tests/data/fuzz` and goes on with mutations of them,
//! where an input with an outcome that was not seen before is built upon. Three variables make a
//! longer run of it: `FUZZ_TIMES` (how many times as many inputs), `FUZZ_SEED`, and `FUZZ_KEEP`,
//! with which the shortest input for each outcome is written back.

mod common;

use common::Engine;
use common::mutate::{Mutator, read_corpus, write_corpus};
use fukumi::board::Size;
use fukumi::board::notation::Rows;
use fukumi::book::openings::read_openings;
use fukumi::engine::Options;
use fukumi::protocol::{Command, Parser, Reply, Setting};
use fukumi::record::{Record, psq, sgf};
use fukumi::rules::Rule;
use fukumi::session::{self, Pace};
use std::fmt::Display;
use std::io::Cursor;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Panics of any thread, also those that the engine survives.
static PANICS: AtomicU64 = AtomicU64::new(0);
/// Longer than this nothing may take, on the busiest machine.
const SLOWEST: Duration = Duration::from_secs(10);

const PROTOCOL_TOKENS: [&str; 34] = [
    "START ",
    "RECTSTART ",
    "RESTART",
    "BEGIN",
    "TURN ",
    "BOARD\n",
    "SWAP2BOARD\n",
    "DONE\n",
    "TAKEBACK ",
    "PLAY ",
    "INFO ",
    "STOP",
    "ABOUT",
    "END",
    "YXBOARD\n",
    "YXBLOCK\n",
    "YXNBEST ",
    "YXSHOWFORBID",
    "YXSWAP2STEP2",
    "YXBALANCETWO ",
    "rule ",
    "time_left ",
    "max_memory ",
    "hash_size ",
    "game_type ",
    "show_detail ",
    "max_node ",
    "strength ",
    "folder ",
    "\n",
    "\r\n",
    "7,7",
    ",1\n",
    ",2\n",
];
const RECORD_TOKENS: [&str; 24] = [
    "Piskvorky ",
    "20x20",
    ", 5:5, 0\n",
    "1,1,0\n",
    "-1\n",
    ".exe\n",
    "(;",
    "FF[4]",
    "GM[4]",
    "SZ[15]",
    "SZ[20:12]",
    "RU[4]",
    "AB[aa]",
    "AW[hh]",
    "B[hh]",
    "W[]",
    "C[",
    "\\]",
    ";",
    "(",
    ")",
    "h8",
    "0,0, ",
    "#",
];

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().expect("a number"))
}

/// Reads the known inputs and mutations of them; `read` tells what came of an input.
fn fuzz(kind: &str, inputs: u64, tokens: &'static [&'static str], read: impl Fn(&[u8]) -> String) {
    std::panic::set_hook(Box::new(|info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        #[allow(clippy::print_stderr)]
        {
            eprintln!("{info}");
        }
    }));
    let inputs = inputs * variable("FUZZ_TIMES").unwrap_or(1);
    let mut mutator = Mutator::new(variable("FUZZ_SEED").unwrap_or(1), tokens, read_corpus(kind));
    let (mut slowest, mut resident) = (Duration::ZERO, None);
    for number in 0..inputs {
        let known = mutator.known().get(number as usize).cloned();
        let input = known.unwrap_or_else(|| mutator.next());
        let (before, begun) = (PANICS.load(Ordering::Relaxed), Instant::now());
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&input)));
        slowest = slowest.max(begun.elapsed());
        // Other tests of this file run beside this one, so a panic in another thread may be theirs;
        // each of them fails all the same.
        assert!(
            outcome.is_ok() && PANICS.load(Ordering::Relaxed) == before,
            "input {number} panics: {}",
            input.escape_ascii()
        );
        assert!(begun.elapsed() < SLOWEST, "input {number} is slow: {}", input.escape_ascii());
        mutator.learn(&input, &outcome.unwrap_or_default());
        // By then everything has been used once.
        if number == inputs / 4 {
            resident = resident_bytes();
        }
    }
    let grown = resident_bytes().zip(resident).map(|(end, begin)| end.saturating_sub(begin));
    assert!(grown.is_none_or(|bytes| bytes < 64 << 20), "{grown:?} bytes stay taken");
    if variable("FUZZ_KEEP").is_some() {
        write_corpus(kind, &mutator.shortest());
    }
    #[allow(clippy::print_stdout)]
    {
        let outcomes = mutator.shortest().len();
        println!(
            "{kind}: {inputs} inputs, {outcomes} outcomes, slowest {slowest:?}, {grown:?} bytes"
        );
    }
}

/// What this process has resident, where the system tells it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| 1024 * kib)
}

#[test]
fn lines_of_the_protocol() {
    fuzz("protocol", 20_000, &PROTOCOL_TOKENS, |input| {
        let mut parser = Parser::default();
        let mut outcome = String::new();
        for line in input.split(|&byte| byte == b'\n') {
            for parsed in parser.feed(line) {
                let text = format!("{parsed:?}");
                outcome += text.split(['"', '{']).next().unwrap_or_default();
                if let Ok(command) = parsed {
                    assert!(!command.to_string().is_empty());
                }
            }
            outcome += &format!("{:?}", Reply::parse(line).map(|reply| reply.is_comment()));
        }
        outcome
    });
}

/// The lines that make an engine think for long, or with many threads.
fn is_costly(parser: &mut Parser, line: &[u8]) -> bool {
    parser.feed(line).into_iter().any(|parsed| {
        let Ok(Command::Info(setting)) = parsed else { return false };
        match setting {
            Setting::TimeoutTurn(ms) => ms > 0,
            Setting::ThreadNum(count) => count > 2,
            Setting::MaxMemory(_) | Setting::HashSize(_) => true,
            _ => false,
        }
    })
}

fn cheap(input: &[u8]) -> Vec<u8> {
    let mut parser = Parser::default();
    let lines = input.split(|byte| matches!(byte, b'\n' | b'\r'));
    let cheap: Vec<&[u8]> = lines.filter(|line| !is_costly(&mut parser, line)).collect();
    cheap.join(&b'\n')
}

#[test]
fn whole_conversations() {
    fuzz("conversation", 400, &PROTOCOL_TOKENS, |input| {
        let mut options = Options::default();
        options.clock.tell_turn(Some(Duration::ZERO));
        let mut output = Vec::new();
        let talk = session::run(Cursor::new(cheap(input)), &mut output, Pace::Script, options);
        assert!(talk.is_ok(), "{talk:?}");
        let text = String::from_utf8(output).expect("plain text");
        assert!(text.is_empty() || text.ends_with('\n'));
        text.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect()
    });
}

/// Checks that a record comes back as it was written, and tells what kind of outcome it is: longer
/// games are outcomes of their own, but not each length.
fn round_trip(record: &Record, again: Result<Record, impl Display>) -> String {
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.points().collect::<Vec<_>>(), record.points().collect::<Vec<_>>());
    format!("{:?} {}", record.judged(), record.moves().len().checked_ilog2().unwrap_or(0))
}

#[test]
fn psq_files() {
    fuzz("psq", 20_000, &RECORD_TOKENS, |input| {
        let text = String::from_utf8_lossy(input);
        match psq::read(&text, Rule::Renju) {
            Ok(record) => round_trip(&record, psq::read(&psq::write(&record), Rule::Renju)),
            Err(error) => error.to_string(),
        }
    });
}

#[test]
fn sgf_files() {
    fuzz("sgf", 20_000, &RECORD_TOKENS, |input| {
        let text = String::from_utf8_lossy(input);
        match sgf::read(&text, Rule::Renju) {
            Ok(record) => round_trip(&record, sgf::read(&sgf::write(&record), record.rule())),
            Err(error) => unquoted(&error.to_string()),
        }
    });
}

#[test]
fn files_of_openings() {
    fuzz("openings", 20_000, &RECORD_TOKENS, |input| {
        let text = String::from_utf8_lossy(input);
        let sizes = [Size::square(15), Size::square(20), Size::new(5, 32)];
        let size = sizes[input.len() % 3].expect("a good size");
        let rule = Rule::ALL[input.len() % Rule::ALL.len()];
        match read_openings(&text, rule, size, Rows::FromBottom) {
            Ok(openings) => format!("{:?}", openings.iter().map(Vec::len).max()),
            Err(error) => unquoted(&error.to_string()),
        }
    });
}

/// A complaint without what it quotes, which is as manifold as the inputs.
fn unquoted(text: &str) -> String {
    let (before, rest) = text.split_once('\'').unwrap_or((text, ""));
    let (_, after) = rest.rsplit_once('\'').unwrap_or_default();
    format!("{before}{after}")
}

fn is_end(line: &[u8]) -> bool {
    Parser::default().feed(line).contains(&Ok(Command::End))
}

#[test]
fn one_process_outlives_thousands_of_random_lines() {
    let mut mutator = Mutator::new(7, &PROTOCOL_TOKENS, read_corpus("conversation"));
    let mut engine = Engine::start();
    engine.send("INFO timeout_turn 0");
    let mut lines = 0;
    while lines < 4000 {
        let text = cheap(&mutator.next());
        let text: Vec<&[u8]> =
            text.split(|&byte| byte == b'\n').filter(|line| !is_end(line)).collect();
        lines += text.len();
        engine.send_bytes(&text.join(&b'\n'));
        // Whatever has begun is closed, and the mark is answered after everything before it.
        engine.send_bytes(format!("\nDONE\nINFO strength 100\nMARK {lines}\n").as_bytes());
        let (begun, mark) = (Instant::now(), format!("UNKNOWN MARK {lines}"));
        while engine.reply(SLOWEST) != mark {}
        let took = begun.elapsed();
        engine.check(took < SLOWEST, &format!("{took:?} for {}", text.join(&b'|').escape_ascii()));
    }
    engine.end();
}
