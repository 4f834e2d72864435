//! How a match goes, shown while it runs: a bar on a terminal, plain lines elsewhere.

#![allow(clippy::print_stdout)]

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shows what comes in.
pub struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    /// Games that were played before this run began.
    before: u64,
    total: u64,
}

impl Progress {
    pub fn new(before: u64, total: u64) -> Progress {
        // The bar is drawn on standard error, and hidden where that is no terminal.
        let terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        let bar = terminal.then(|| ProgressBar::new(total));
        if let Some(bar) = &bar {
            let template = "{bar:24} {pos}/{len} {msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_position(before);
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Progress { bar, start: Instant::now(), before, total }
    }

    /// A game is over; `score` is how things stand now.
    pub fn game(&self, done: u64, line: &str, score: &str) {
        let left = self.left(done);
        match &self.bar {
            Some(bar) => {
                bar.println(line);
                bar.set_position(done);
                bar.set_message(format!("{score}, {left} left"));
            }
            None => say(&format!("{line} | {score} | {done}/{}, {left} left", self.total)),
        }
    }

    /// The last words.
    pub fn finish(self, summary: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        say(summary.trim_end());
    }

    /// The time until the end at the present pace, `1:02:03` or `2:03`.
    fn left(&self, done: u64) -> String {
        let played = done.saturating_sub(self.before).max(1);
        let pace = self.start.elapsed().as_secs_f64() / played as f64;
        clock(Duration::from_secs_f64(pace * self.total.saturating_sub(done) as f64))
    }
}

/// Prints a line; a reader who went away does not end the match.
pub fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_a_clock() {
        let shown = [0, 59, 61, 3600, 36_061].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(shown, ["0:00", "0:59", "1:01", "1:00:00", "10:01:01"]);
    }
}
