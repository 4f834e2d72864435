//! Drives the built program from outside, as a manager does, and tells the whole story when
//! something goes wrong.

#![allow(dead_code, clippy::print_stderr)]

pub mod expect;
pub mod follow;
pub mod mutate;

use fukumi::protocol::Reply;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The program under test, running.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    /// Lines with the time of their arrival; ends when the program closes its output.
    lines: Receiver<(Instant, String)>,
    errors: Option<JoinHandle<Vec<u8>>>,
    begun: Instant,
    transcript: String,
    line_end: &'static str,
}

/// How long replies may take where a test says nothing else.
pub const PATIENCE: Duration = Duration::from_secs(10);

impl Engine {
    /// Starts the program as a manager would.
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Engine {
        Engine::spawn(arguments, &[], Stdio::piped())
    }

    /// Starts the program with variables in its environment.
    pub fn start_in(environment: &[(&str, &str)]) -> Engine {
        Engine::spawn(&[], environment, Stdio::piped())
    }

    /// Starts the program with a file as its input.
    pub fn start_on_file(path: &Path) -> Engine {
        let file = std::fs::File::open(path)
            .unwrap_or_else(|error| panic!("cannot open {}: {error}", path.display()));
        Engine::spawn(&[], &[], file.into())
    }

    fn spawn(arguments: &[&str], environment: &[(&str, &str)], input: Stdio) -> Engine {
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"))
            .args(arguments)
            .env_remove("FUKUMI_LOG_FILE")
            .envs(environment.iter().copied())
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("piped");
        let mut errors = child.stderr.take().expect("piped");
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            bytes
        });
        Engine {
            input: child.stdin.take(),
            lines: read_lines(output),
            errors: Some(errors),
            child,
            begun,
            transcript: String::new(),
            line_end: "\n",
        }
    }

    /// Ends the lines that are sent from now on with this.
    pub fn with_line_end(mut self, line_end: &'static str) -> Engine {
        self.line_end = line_end;
        self
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Sends lines, all of them in one piece.
    pub fn send(&mut self, lines: &str) {
        let mut bytes = Vec::new();
        for line in lines.lines() {
            self.note('>', line);
            bytes.extend_from_slice(line.as_bytes());
            bytes.extend_from_slice(self.line_end.as_bytes());
        }
        self.send_bytes(&bytes);
    }

    /// Sends bytes as they are. A program that has ended does not mind.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    pub fn close_input(&mut self) {
        self.note('>', "(end of input)");
        self.input = None;
    }

    /// The next line of any kind, if one comes in time.
    pub fn line(&mut self, within: Duration) -> Option<String> {
        let (_, line) = self.lines.recv_timeout(within).ok()?;
        self.note('<', &line);
        Some(line)
    }

    /// The next line that managers do not pass over, if one comes in time.
    pub fn try_reply(&mut self, within: Duration) -> Option<String> {
        let end = Instant::now() + within;
        loop {
            let line = self.line(end.saturating_duration_since(Instant::now()))?;
            let reply = Reply::parse(line.as_bytes());
            self.check(reply.is_some(), "a blank line");
            if reply.is_some_and(|reply| !reply.is_comment()) {
                return Some(line);
            }
        }
    }

    pub fn reply(&mut self, within: Duration) -> String {
        let reply = self.try_reply(within);
        reply.unwrap_or_else(|| self.fail(&format!("no reply within {within:?}")))
    }

    /// Sends lines and wants exactly this reply.
    pub fn ask(&mut self, lines: &str, expected: &str) {
        self.send(lines);
        let reply = self.reply(PATIENCE);
        self.check(reply == expected, &format!("expected {expected:?}, got {reply:?}"));
    }

    /// The next reply, which has to be `x,y`.
    pub fn coordinates(&mut self, within: Duration) -> (usize, usize) {
        let reply = self.reply(within);
        let pair =
            reply.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        pair.unwrap_or_else(|| self.fail(&format!("{reply:?} is not x,y")))
    }

    /// Nothing but comments comes for this long.
    pub fn silence(&mut self, long: Duration) {
        if let Some(line) = self.try_reply(long) {
            self.fail(&format!("unexpected {line:?}"));
        }
    }

    /// Waits for the end of the program, which has to be a good one with nothing more to say.
    pub fn exit(&mut self, within: Duration) {
        let end = Instant::now() + within;
        let status = loop {
            match self.child.try_wait().expect("a child that can be waited for") {
                Some(status) => break status,
                None if Instant::now() > end => {
                    let text = format!("still running after {within:?}");
                    self.fail(&text);
                }
                None => thread::sleep(Duration::from_millis(2)),
            }
        };
        self.note('<', &format!("(exit, {status})"));
        self.silence(Duration::from_millis(200));
        self.check(status.success(), "a bad exit status");
        let errors = self.errors.take().map(|errors| errors.join().expect("a reader that ends"));
        let errors = String::from_utf8_lossy(&errors.unwrap_or_default()).into_owned();
        self.check(errors.is_empty(), &format!("standard error is not empty: {errors:?}"));
    }

    /// Says END and waits for the end.
    pub fn end(&mut self) {
        self.send("END");
        self.exit(Duration::from_secs(3));
    }

    pub fn check(&self, holds: bool, complaint: &str) {
        if !holds {
            self.fail(complaint);
        }
    }

    pub fn fail(&self, complaint: &str) -> ! {
        panic!("{complaint}\n--- transcript, times in ms ---\n{}", self.transcript);
    }

    pub fn note(&mut self, direction: char, line: &str) {
        let ms = self.begun.elapsed().as_millis();
        let _ = writeln!(self.transcript, "{ms:>7} {direction} {line}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(mut output: impl Read + Send + 'static) -> Receiver<(Instant, String)> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = std::io::BufReader::new(&mut output);
        let mut line = Vec::new();
        while let Ok(1..) = std::io::BufRead::read_until(&mut bytes, b'\n', &mut line) {
            // A line without an end would be told apart from a whole one by some managers.
            let end = if line.ends_with(b"\n") { "" } else { "(no line end)" };
            let text = String::from_utf8_lossy(&line);
            let text = format!("{}{end}", text.trim_end_matches(['\r', '\n']));
            if sender.send((Instant::now(), text)).is_err() {
                break;
            }
            line.clear();
        }
    });
    lines
}
