//! Runs every conversation of `protocol-fixtures/` with the real program.
//!
//! `NAME.in` is what a manager writes and can be given to the program as it is; `NAME.out` has the
//! expected replies, one a line, comments (`MESSAGE`, `DEBUG`, `INFO`) left out. `NAME.dialog` has
//! both sides where order and time matter:
//!
//! | line | meaning |
//! |---|---|
//! | `> TEXT` | send |
//! | `< TEXT` | the next reply that is no comment |
//! | `<~ TEXT` | one of the next lines, comments included |
//! | `within MS` | how long the following replies may take |
//! | `wait MS` | do nothing |
//! | `silence MS` | no reply but comments may come |
//! | `close` | close the input |
//! | `exit MS` | the program ends well in this time |
//! | `crlf` | end sent lines with carriage return and line feed from here on |
//! | `board OWN / OTHER` | send `BOARD` with these stones, in turn, the other's last |
//! | `== TITLE` | end the process; what follows is another conversation with another one |
//!
//! Lines that begin with `#` are for readers. Holes are explained in `common/expect.rs`.
//!
//! In the folder `reported` are faults that were reported of other programs, each with the place of
//! the report. Those that a conversation or another test tells anyway are not repeated there.

mod common;

use common::expect::{Names, compare, fill};
use common::follow::Follower;
use common::{Engine, PATIENCE};
use fukumi::board::notation::{Rows, parse_moves};
use fukumi::protocol::Coordinates;
use std::ffi::OsStr;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

#[test]
fn scripts() {
    run_all("in", script);
}

#[test]
fn dialogs() {
    run_all("dialog", |path| Dialog::start().run(&read(path)));
}

/// Runs all fixtures of a kind, each with its name in front of what goes wrong.
fn run_all(extension: &str, check: impl Fn(&Path)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-fixtures");
    let mut paths = Vec::new();
    collect(&root, extension, &mut paths);
    assert!(!paths.is_empty(), "no .{extension} files in {}", root.display());
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        if let Err(cause) = catch_unwind(AssertUnwindSafe(|| check(path))) {
            let text = cause.downcast_ref::<String>().cloned().unwrap_or_default();
            let name = path.strip_prefix(&root).unwrap_or(path).display();
            failures.push(format!("=== {name}: {text}"));
        }
    }
    assert!(failures.is_empty(), "{} failed\n{}", failures.len(), failures.join("\n"));
}

fn collect(folder: &Path, extension: &str, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, extension, paths);
        } else if path.extension() == Some(OsStr::new(extension)) {
            paths.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    let bytes = fs::read(path);
    let bytes = bytes.unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn script(path: &Path) {
    let input = read(path);
    let expected = read(&path.with_extension("out"));
    let mut expected = expected.lines();
    let mut engine = Engine::start_on_file(path);
    let (mut follower, mut names) = (Follower::default(), Names::new());
    let is_end = |line: &&str| line.trim().eq_ignore_ascii_case("END");
    for line in input.split(['\r', '\n']).take_while(|line| !is_end(line)) {
        for _ in 0..follower.sent(line) {
            let reply = engine.reply(PATIENCE);
            let pattern = expected.next();
            let pattern = pattern.unwrap_or_else(|| engine.fail("more replies than expected"));
            if let Err(complaint) = compare(pattern, &reply, &follower, &mut names) {
                engine.fail(&format!("after {line:?}: wanted {pattern:?}: {complaint}"));
            }
            follower.heard(&reply);
        }
    }
    let left = expected.count();
    engine.check(left == 0, &format!("{left} expected replies did not come"));
    engine.exit(PATIENCE);
}

struct Dialog {
    engine: Engine,
    follower: Follower,
    names: Names,
    within: Duration,
}

impl Dialog {
    fn start() -> Dialog {
        Dialog {
            engine: Engine::start(),
            follower: Follower::default(),
            names: Names::new(),
            within: PATIENCE,
        }
    }

    fn run(mut self, lines: &str) {
        for line in lines.lines() {
            let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" | "#" => {}
                ">" => self.send(argument),
                "<" => self.reply(argument),
                "<~" => self.some_line(argument),
                "within" => self.within = milliseconds(argument),
                "wait" => thread::sleep(milliseconds(argument)),
                "silence" => self.engine.silence(milliseconds(argument)),
                "close" => self.engine.close_input(),
                "crlf" => self.engine = self.engine.with_line_end("\r\n"),
                "exit" => self.engine.exit(milliseconds(argument)),
                "board" => self.board(argument),
                "==" => {
                    self.engine.end();
                    self = Dialog::start();
                    self.engine.note('=', argument);
                }
                _ => panic!("not understood: {line}"),
            }
        }
    }

    fn send(&mut self, line: &str) {
        let line = fill(line, &self.names);
        self.follower.sent(&line);
        self.engine.send(&line);
    }

    fn board(&mut self, stones: &str) {
        let read = |text: &str| {
            let points = parse_moves(text, self.follower.size(), Rows::FromTop);
            points.unwrap_or_else(|error| self.engine.fail(&error.to_string()))
        };
        let (own, other) = stones.split_once('/').unwrap_or((stones, ""));
        let (own, other) = (read(own), read(other));
        let mut lines = vec!["DONE".to_owned()];
        for turn in 0..own.len().max(other.len()) {
            for (owner, stones) in [(2, &other), (1, &own)] {
                let from_end = stones.len().checked_sub(turn + 1).map(|index| stones[index]);
                lines.extend(from_end.map(|point| format!("{},{owner}", Coordinates::from(point))));
            }
        }
        self.send("BOARD");
        lines.iter().rev().for_each(|line| self.send(line));
    }

    fn reply(&mut self, pattern: &str) {
        let reply = self.engine.reply(self.within);
        let pattern = fill(pattern, &self.names);
        if let Err(complaint) = compare(&pattern, &reply, &self.follower, &mut self.names) {
            self.engine.fail(&format!("wanted {pattern:?}: {complaint}"));
        }
        self.follower.heard(&reply);
    }

    fn some_line(&mut self, pattern: &str) {
        let pattern = fill(pattern, &self.names);
        loop {
            let Some(line) = self.engine.line(self.within) else {
                self.engine.fail(&format!("no line like {pattern:?}"));
            };
            if compare(&pattern, &line, &self.follower, &mut self.names).is_ok() {
                return;
            }
        }
    }
}

fn milliseconds(text: &str) -> Duration {
    Duration::from_millis(text.trim().parse().unwrap_or_else(|_| panic!("not a number: {text}")))
}
