//! Matches of scripted opponents through the built program.
//!
//! Started with `--scripted HABIT ...` this very program is one of the opponents.

mod faults;
mod harness;
mod input;
mod matches;
mod scripted;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--scripted", rest)) = arguments.split_first().map(|(a, rest)| (a.as_str(), rest))
    {
        return scripted::play(rest);
    }
    let tests = faults::TESTS.iter().chain(input::TESTS).chain(matches::TESTS);
    let trials = tests.map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// A test by name.
type Test = (&'static str, fn());
