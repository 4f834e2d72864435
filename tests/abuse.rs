//! Managers that go away, flood, or never listen, and a system that hands out no memory.

#![cfg(unix)]

mod common;

use common::follow::Follower;
use common::{Engine, PATIENCE};
use fukumi::protocol::Reply;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const THINK: &str = "BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n";

/// The bare program, whose output nobody reads unless a test does.
fn start() -> Child {
    start_by(&mut Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi")))
}

fn start_by(command: &mut Command) -> Child {
    command
        .env_remove("FUKUMI_LOG_FILE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn send(child: &mut Child, text: &str) {
    child.stdin.as_mut().expect("an open input").write_all(text.as_bytes()).expect("a reader");
}

/// Waits for the end; returns whether it was a good one, and what was on standard error.
fn end_of(mut child: Child, within: Duration) -> (bool, String) {
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if begun.elapsed() > within {
            let _ = child.kill();
            panic!("still running after {within:?}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let mut errors = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut errors).expect("plain text");
    (status.success(), errors)
}

#[test]
fn an_output_closed_during_a_search_ends_it() {
    let mut child = start();
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    send(&mut child, "START 15\nINFO timeout_turn 500\n");
    output.read_line(&mut String::new()).expect("OK");
    send(&mut child, THINK);
    drop(output);
    // The input stays open: the program has to notice by itself.
    assert_eq!(end_of(child, PATIENCE), (true, String::new()));
}

#[test]
fn an_input_closed_during_a_search_still_gets_the_move() {
    for turn in [0, 300] {
        let mut engine = Engine::start();
        engine.ask("START 15", "OK");
        engine.send(&format!("INFO timeout_turn {turn}\n{THINK}TU"));
        engine.close_input();
        engine.coordinates(PATIENCE);
        let rest = engine.reply(PATIENCE);
        engine.check(rest == "UNKNOWN TU", &rest);
        engine.exit(PATIENCE);
    }
}

#[test]
fn a_signal_ends_it_at_once() {
    for threads in [1, 2] {
        let mut child = start();
        send(
            &mut child,
            &format!("START 15\nINFO thread_num {threads}\nINFO timeout_turn 60000\n"),
        );
        send(&mut child, THINK);
        thread::sleep(Duration::from_millis(200));
        kill_process(Pid::from_child(&child), Signal::TERM).expect("a running process");
        let (_, errors) = end_of(child, Duration::from_secs(2));
        assert_eq!(errors, "");
    }
}

/// Bytes resident and clock ticks used, as the system counts them.
#[cfg(target_os = "linux")]
fn usage(child: &Child) -> (u64, u64) {
    let path = |file: &str| format!("/proc/{}/{file}", child.id());
    let read = |file: &str| std::fs::read_to_string(path(file)).expect("a running process");
    let (status, stat) = (read("status"), read("stat"));
    let resident =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a known line");
    let kib = resident.split_whitespace().next().and_then(|word| word.parse::<u64>().ok());
    let after_name = stat.rsplit(')').next().expect("a name in brackets");
    let ticks = after_name.split_whitespace().skip(11).take(2);
    (1024 * kib.expect("a number"), ticks.map(|word| word.parse::<u64>().expect("a number")).sum())
}

#[cfg(target_os = "linux")]
#[test]
fn a_manager_that_never_reads_is_waited_for_without_growing_or_spinning() {
    const REQUESTS: usize = 300_000;
    let mut child = start();
    let mut input = child.stdin.take().expect("piped");
    let writer = thread::spawn(move || {
        input.write_all("ABOUT\n".repeat(REQUESTS).as_bytes()).expect("a reader");
    });
    thread::sleep(Duration::from_millis(800));
    let (_, before) = usage(&child);
    thread::sleep(Duration::from_millis(800));
    let (resident, after) = usage(&child);
    assert!(!writer.is_finished(), "all of it was taken in");
    assert!(resident < 24 << 20, "{resident} bytes");
    assert!(after - before <= 4, "{} ticks of the clock for nothing", after - before);
    // Once somebody reads, nothing has been lost.
    let output = BufReader::new(child.stdout.take().expect("piped"));
    assert_eq!(output.lines().count(), REQUESTS);
    writer.join().expect("a writer that ends");
    assert_eq!(end_of(child, PATIENCE), (true, String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_of_questions_changes_no_move_and_fills_no_memory() {
    let mut child = start();
    let output = BufReader::new(child.stdout.take().expect("piped"));
    send(&mut child, "START 15\nINFO timeout_turn 1000\nINFO max_memory 33554432\n");
    send(&mut child, THINK);
    let begun = Instant::now();
    let mut input = child.stdin.take().expect("piped");
    let writer = thread::spawn(move || {
        let line = format!("FOO {}\n", "x".repeat(6000));
        // A broken pipe is how this ends, if the flood is not over before.
        while begun.elapsed() < Duration::from_millis(1500) {
            let _ = input.write_all(line.as_bytes());
        }
        let _ = input.write_all(b"END\n");
    });
    let replies = output.lines().map(|line| line.expect("plain text"));
    let mut moves =
        replies.filter(|line| matches!(Reply::parse(line.as_bytes()), Some(Reply::Moves(_))));
    assert!(moves.next().is_some());
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
    let (resident, _) = usage(&child);
    assert!(resident < 48 << 20, "{resident} bytes");
    assert_eq!(moves.next(), None);
    writer.join().expect("a writer that ends");
    assert_eq!(end_of(child, PATIENCE), (true, String::new()));
}

/// The limit is of address space, of which threads reserve more than they use.
#[cfg(target_os = "linux")]
#[test]
fn where_memory_is_refused_there_is_a_legal_move_all_the_same() {
    for mebibytes in [1000, 400, 300, 200, 150] {
        let mut shell = Command::new("sh");
        let limited = format!("ulimit -v {}; exec \"$0\"", mebibytes << 10);
        let mut child = start_by(shell.args(["-c", &limited, env!("CARGO_BIN_EXE_pbrain-fukumi")]));
        let mut output = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut follower = Follower::default();
        let mut reply = || loop {
            let line = output.next().expect("a program that runs").expect("plain text");
            if Reply::parse(line.as_bytes()).is_some_and(|reply| !reply.is_comment()) {
                break line;
            }
        };
        for (number, size) in [15, 20, 15].into_iter().enumerate() {
            // The expected time decides how large a table is useful.
            let lines = format!(
                "START {size}\nINFO rule {number}\nINFO timeout_turn 60000\nINFO max_node 2000\nINFO hash_size 400000\n{THINK}"
            );
            for line in lines.lines() {
                follower.sent(line);
            }
            send(&mut child, &lines);
            assert_eq!(reply(), "OK");
            let Some(Reply::Moves(points)) = Reply::parse(reply().as_bytes()) else {
                panic!("no move with {mebibytes} MiB")
            };
            assert_eq!(follower.check(points[0]), Ok(()));
        }
        send(&mut child, "END\n");
        assert_eq!(end_of(child, PATIENCE), (true, String::new()), "{mebibytes} MiB");
    }
}
