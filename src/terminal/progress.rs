//! How far long work has come: one line on a terminal that is written over and over.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A bar on standard error, which is wiped away when it is dropped; hidden where standard error is
/// no terminal.
#[derive(Debug)]
pub struct ProgressBar {
    total: u64,
    done: u64,
    /// What was done before this run began.
    before: u64,
    message: String,
    begun: Instant,
    drawn: Option<Instant>,
    /// Columns that are taken by what was drawn last.
    width: usize,
    shown: bool,
}

/// Cells of the bar.
const CELLS: u64 = 24;
/// Nobody reads faster.
const PAUSE: Duration = Duration::from_millis(100);

impl ProgressBar {
    /// For `total` pieces of work, some of which were done before.
    pub fn new(total: u64, before: u64) -> ProgressBar {
        ProgressBar {
            total,
            done: before,
            before,
            message: String::new(),
            begun: Instant::now(),
            drawn: None,
            width: 0,
            shown: io::stderr().is_terminal(),
        }
    }

    /// Shown only if there is a reason for it too.
    pub fn shown_if(mut self, reason: bool) -> ProgressBar {
        self.shown &= reason;
        self
    }

    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// This many pieces are done, and this is to be said behind the bar.
    pub fn advance(&mut self, done: u64, message: &str) {
        self.done = done;
        message.clone_into(&mut self.message);
        if self.drawn.is_none_or(|at| at.elapsed() >= PAUSE) {
            self.draw();
        }
    }

    /// One more piece is done.
    pub fn step(&mut self, message: &str) {
        self.advance(self.done + 1, message);
    }

    /// Lets something else be written to the terminal, above the bar.
    pub fn suspend<T>(&mut self, write: impl FnOnce() -> T) -> T {
        self.wipe();
        let result = write();
        if self.drawn.is_some() {
            self.draw();
        }
        result
    }

    /// The time until the end at the present pace, `1:02:03` or `2:03`.
    pub fn left(&self) -> String {
        let done = self.done.saturating_sub(self.before).max(1);
        let pace = self.begun.elapsed().as_secs_f64() / done as f64;
        clock(Duration::from_secs_f64(pace * self.total.saturating_sub(self.done) as f64))
    }

    fn text(&self) -> String {
        let filled = (self.done * CELLS).checked_div(self.total).unwrap_or(CELLS).min(CELLS);
        let (filled, empty) = (filled as usize, (CELLS - filled) as usize);
        let bar = format!("[{}{}]", "#".repeat(filled), "-".repeat(empty));
        let blank = if self.message.is_empty() { "" } else { " " };
        let Self { done, total, message, .. } = self;
        format!("{bar} {done}/{total} {message}{blank}{} left", self.left())
    }

    fn draw(&mut self) {
        self.drawn = Some(Instant::now());
        let text = self.text();
        // Blanks wipe what the last line had more; not every terminal knows a word for that.
        self.put(&format!("\r{text:<0$}", self.width));
        self.width = text.chars().count();
    }

    fn wipe(&mut self) {
        if self.width > 0 {
            self.put(&format!("\r{}\r", " ".repeat(self.width)));
            self.width = 0;
        }
    }

    fn put(&self, text: &str) {
        if self.shown {
            let mut errors = io::stderr().lock();
            // Work goes on whether or not anybody can see it.
            let _ = errors.write_all(text.as_bytes()).and_then(|()| errors.flush());
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.wipe();
    }
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

    #[test]
    fn the_bar_fills_up() {
        let mut bar = ProgressBar::new(48, 12).shown_if(false);
        bar.advance(24, "");
        assert_eq!(bar.text(), format!("[{}{}] 24/48 0:00 left", "#".repeat(12), "-".repeat(12)));
        bar.advance(50, "2 more,");
        assert_eq!(bar.text(), format!("[{}] 50/48 2 more, 0:00 left", "#".repeat(24)));
        let nothing = ProgressBar::new(0, 0).shown_if(false);
        assert!(nothing.text().contains("0/0") && !nothing.is_shown());
    }
}
