//! A program that is spoken to in lines, and that cannot hold us up, nor outlive us unless we are
//! killed.
//!
//! One thread reads what the program prints and one feeds it, so that a program which stalls,
//! floods its output or leaves its input unread is only ever waited for until a deadline.

use super::system::{self, Signal};
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A running program.
pub struct Process {
    child: Child,
    /// Dropped to close the program's input.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    unfinished: Arc<Mutex<Vec<u8>>>,
    family: Vec<u32>,
    family_known_at: Option<Instant>,
}

/// A line the program printed, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub text: String,
    /// When it was complete.
    pub at: Instant,
}

/// What listening to a program brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    Line(Line),
    /// The time is over.
    Nothing,
    /// The program closed its output, most likely by ending.
    Closed,
}

/// Lines that wait to be read; a program that prints more has to wait itself.
const QUEUE: usize = 1024;
/// Longer lines are cut into pieces.
const LONGEST_LINE: usize = 1 << 16;
/// Looking for new children is slow, so it is not done more often than this.
const FAMILY_INTERVAL: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_millis(2);

impl Process {
    /// Starts a program; what it prints to its error output is thrown away.
    pub fn start<S: AsRef<OsStr>>(
        program: &OsStr,
        arguments: &[S],
        directory: Option<&Path>,
    ) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        // A group of its own lets us signal the children as well, and keeps the terminal's
        // interrupt key for the arena.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (line_sender, lines) = mpsc::sync_channel(QUEUE);
        let (input, texts) = mpsc::channel();
        let unfinished = Arc::new(Mutex::new(Vec::new()));
        let partial = Arc::clone(&unfinished);
        if let (Some(stdin), Some(stdout)) = (stdin, stdout) {
            thread::spawn(move || read_lines(stdout, &line_sender, &partial));
            thread::spawn(move || write_texts(stdin, &texts));
        }
        let family = vec![child.id()];
        Ok(Process { child, input: Some(input), lines, unfinished, family, family_known_at: None })
    }

    /// Hands over text; never waits for the program to read it.
    pub fn send(&self, text: &str) {
        if let Some(input) = &self.input {
            // A program that is gone is noticed when it is listened to.
            let _ = input.send(text.to_string());
        }
    }

    /// Waits for the next line.
    pub fn listen(&self, until: Instant) -> Heard {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// The next line that was complete already.
    pub fn next_waiting(&self) -> Option<Line> {
        self.lines.try_recv().ok()
    }

    /// What was printed of a line whose end has not come.
    pub fn unfinished(&self) -> String {
        let bytes = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The bytes held by the program and its children; precise only above `enough`.
    pub fn memory(&mut self, enough: u64) -> u64 {
        if self.family_known_at.is_none_or(|at| at.elapsed() >= FAMILY_INTERVAL) {
            self.family = system::family(self.child.id());
            self.family_known_at = Some(Instant::now());
        }
        system::memory(&self.family, enough)
    }

    pub fn freeze(&self) {
        system::signal_group(self.child.id(), Signal::Freeze);
    }

    pub fn thaw(&self) {
        system::signal_group(self.child.id(), Signal::Thaw);
    }

    /// How the program ended, if it has within `patience`.
    pub fn ended_within(&mut self, patience: Duration) -> Option<String> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < until => thread::sleep(POLL),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Sends a last line, closes the input, and kills what is still there after `grace`.
    pub fn quit(mut self, last_words: &str, grace: Duration) {
        self.send(last_words);
        self.input = None;
        self.ended_within(grace);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let family = system::family(self.child.id());
        system::signal_group(self.child.id(), Signal::Kill);
        let descendants = family.get(1..).unwrap_or_default();
        system::signal_each(descendants, Signal::Kill);
        // Both fail only if the program has ended and been waited for already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_texts(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut stdout: ChildStdout, lines: &SyncSender<Line>, unfinished: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    let mut partial = Vec::new();
    loop {
        let read = match stdout.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => chunk.get(..read).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let at = Instant::now();
        for &byte in read {
            let ended = matches!(byte, b'\n' | b'\r');
            if !ended {
                partial.push(byte);
            }
            if (ended && !partial.is_empty()) || partial.len() >= LONGEST_LINE {
                let text = String::from_utf8_lossy(&partial).into_owned();
                partial.clear();
                if lines.send(Line { text, at }).is_err() {
                    return;
                }
            }
        }
        unfinished.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&partial);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(OsStr::new("sh"), &["-c", script], None).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    fn text(heard: Heard) -> String {
        match heard {
            Heard::Line(line) => line.text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn lines_come_back_whatever_their_end() {
        let process = shell("read a; printf 'got %s\\r\\n\\nsecond\\rhalf' \"$a\"; sleep 60");
        process.send("hello\n");
        assert_eq!(text(process.listen(soon())), "got hello");
        assert_eq!(text(process.listen(soon())), "second");
        assert_eq!(process.listen(Instant::now() + Duration::from_millis(50)), Heard::Nothing);
        assert_eq!(process.unfinished(), "half");
    }

    #[test]
    fn an_end_is_noticed_and_described() {
        let mut process = shell("exit 3");
        assert_eq!(process.listen(soon()), Heard::Closed);
        let status = process.ended_within(Duration::from_secs(20)).unwrap();
        assert!(status.contains('3'), "{status}");
    }

    #[test]
    fn unread_input_and_endless_output_hold_nobody_up() {
        let process = shell("while :; do echo MESSAGE noise; done");
        let flood = "TURN 7,7\n".repeat(100_000);
        let before = Instant::now();
        process.send(&flood);
        assert_eq!(text(process.listen(soon())), "MESSAGE noise");
        drop(process);
        assert!(before.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn whoever_ignores_the_end_is_killed_with_its_children() {
        let process = shell("trap '' TERM HUP; sleep 60 & echo $!; while :; do sleep 1; done");
        let child: u32 = text(process.listen(soon())).parse().unwrap();
        process.quit("END\n", Duration::from_millis(50));
        let gone = (0..1000).any(|_| {
            thread::sleep(POLL);
            system::memory(&[child], 0) == 0
        });
        assert!(gone);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let nothing: [&str; 0] = [];
        assert!(Process::start(OsStr::new("./no-such-program"), &nothing, None).is_err());
    }
}
