//! How a match goes, shown while it runs: a bar on a terminal, plain lines elsewhere.

#![allow(clippy::print_stdout)]

use crate::progress::ProgressBar;
use std::io::{IsTerminal, Write};

/// Shows what comes in.
pub struct Progress {
    bar: ProgressBar,
    total: u64,
}

impl Progress {
    pub fn new(before: u64, total: u64) -> Progress {
        // The bar is for those who read the games beside it.
        let bar = ProgressBar::new(total, before).shown_if(std::io::stdout().is_terminal());
        Progress { bar, total }
    }

    /// A game is over; `score` is how things stand now.
    pub fn game(&mut self, done: u64, line: &str, score: &str) {
        self.bar.advance(done, &format!("{score},"));
        if self.bar.is_shown() {
            self.bar.suspend(|| say(line));
        } else {
            say(&format!("{line} | {score} | {done}/{}, {} left", self.total, self.bar.left()));
        }
    }

    /// The last words.
    pub fn finish(self, summary: &str) {
        drop(self.bar);
        say(summary.trim_end());
    }
}

/// Prints a line; a reader who went away does not end the match.
pub fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
