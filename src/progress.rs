//! How far long work has come: a bar on a terminal.

use drawn::Bar;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// A bar on standard error, which is wiped away when it is dropped; hidden where standard error is
/// no terminal, and always on Windows.
#[derive(Debug)]
pub struct ProgressBar {
    total: u64,
    done: u64,
    /// What was done before this run began.
    before: u64,
    begun: Instant,
    /// None where it is hidden.
    bar: Option<Bar>,
}

impl ProgressBar {
    /// For `total` pieces of work, some of which were done before.
    pub fn new(total: u64, before: u64) -> ProgressBar {
        let is_shown = io::stderr().is_terminal();
        let bar = if is_shown { Bar::new(total) } else { None };
        ProgressBar { total, done: before, before, begun: Instant::now(), bar }
    }

    /// Shown only if there is a reason for it too.
    pub fn shown_if(mut self, reason: bool) -> ProgressBar {
        self.bar = self.bar.filter(|_| reason);
        self
    }

    pub fn is_shown(&self) -> bool {
        self.bar.is_some()
    }

    /// This many pieces are done, and this is to be said behind the bar.
    pub fn advance(&mut self, done: u64, message: &str) {
        self.done = done;
        if let Some(bar) = &self.bar {
            let blank = if message.is_empty() { "" } else { " " };
            bar.draw(done, format!("{message}{blank}{} left", self.left()));
        }
    }

    /// One more piece is done.
    pub fn step(&mut self, message: &str) {
        self.advance(self.done + 1, message);
    }

    /// Lets something else be written to the terminal, above the bar.
    pub fn suspend<T>(&mut self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// The time until the end at the present pace, `1:02:03` or `2:03`.
    pub fn left(&self) -> String {
        let done = self.done.saturating_sub(self.before).max(1);
        let pace = self.begun.elapsed().as_secs_f64() / done as f64;
        clock(Duration::from_secs_f64(pace * self.total.saturating_sub(self.done) as f64))
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

#[cfg(not(windows))]
mod drawn {
    use indicatif::{ProgressBar, ProgressStyle};

    #[derive(Debug)]
    pub struct Bar(ProgressBar);

    impl Bar {
        pub fn new(total: u64) -> Option<Bar> {
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}").ok()?;
            Some(Bar(ProgressBar::new(total).with_style(style)))
        }

        pub fn draw(&self, done: u64, message: String) {
            self.0.set_position(done);
            self.0.set_message(message);
        }

        pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
            self.0.suspend(write)
        }
    }

    impl Drop for Bar {
        fn drop(&mut self) {
            self.0.finish_and_clear();
        }
    }
}

/// The library's random hash maps would tie the program to a library of the system that wine 8 and
/// older versions of Windows do not have.
#[cfg(windows)]
mod drawn {
    #[derive(Debug)]
    pub enum Bar {}

    impl Bar {
        pub fn new(_total: u64) -> Option<Bar> {
            None
        }

        pub fn draw(&self, _done: u64, _message: String) {
            match *self {}
        }

        pub fn suspend<T>(&self, _write: impl FnOnce() -> T) -> T {
            match *self {}
        }
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
    fn what_is_hidden_counts_all_the_same() {
        let mut bar = ProgressBar::new(48, 12).shown_if(false);
        bar.advance(47, "games,");
        bar.step("games,");
        assert_eq!((bar.left(), bar.is_shown()), ("0:00".to_owned(), false));
        assert_eq!(bar.suspend(|| 7), 7);
    }
}
