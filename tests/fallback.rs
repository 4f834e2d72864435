//! Searches that fail on purpose inside the built program: a legal move comes out in time all the
//! same. `src/engine/fault.rs` has the switch; a program without debug assertions must not have it.

mod common;

use common::follow::Follower;
use common::{Engine, PATIENCE};
use fukumi::protocol::Coordinates;
use std::time::{Duration, Instant};

#[cfg(debug_assertions)]
const FAULTS: [&str; 3] = ["panic", "hang", "memory"];

/// Begins a game under this rule with a search that fails.
fn start(fault: &str, rule: u8, threads: usize, turn: u64) -> (Engine, Follower) {
    let mut engine = Engine::start_in(&[("FUKUMI_FAULT", fault)]);
    let mut follower = Follower::default();
    for line in ["START 15", &format!("INFO rule {rule}")] {
        follower.sent(line);
        engine.send(line);
    }
    assert_eq!(engine.reply(PATIENCE), "OK");
    engine.send(&format!("INFO timeout_turn {turn}\nINFO thread_num {threads}"));
    (engine, follower)
}

/// Sends a request and wants a legal move within the time.
fn expect_move(engine: &mut Engine, follower: &mut Follower, lines: &str, within: Duration) {
    let begun = Instant::now();
    for line in lines.lines() {
        follower.sent(line);
    }
    engine.send(lines);
    let reply = engine.reply(PATIENCE);
    let at = Coordinates::parse(&reply).unwrap_or_else(|| engine.fail(&reply));
    engine.check(follower.check(at).is_ok(), &format!("{at} cannot be played"));
    engine.check(begun.elapsed() < within, &format!("{:?} of {within:?}", begun.elapsed()));
    follower.heard(&reply);
}

#[cfg(debug_assertions)]
#[test]
fn a_legal_move_comes_in_time_whatever_fails() {
    const TURN: u64 = 300;
    // The machine may be busy, and what matters is that the move comes at all and not much later.
    let within = Duration::from_millis(TURN + 500);
    for fault in FAULTS {
        for (rule, threads) in [(0, 1), (4, 2), (9, 1)] {
            let (mut engine, mut follower) = start(fault, rule, threads, TURN);
            for request in [
                "BEGIN",
                "TURN 0,0",
                "BOARD\n7,6,1\n0,0,2\n7,8,1\n0,1,2\n6,7,1\n0,2,2\n8,7,1\n0,3,2\nDONE",
            ] {
                expect_move(&mut engine, &mut follower, request, within);
            }
            engine.ask("START 20", "OK");
            follower.sent("START 20");
            expect_move(&mut engine, &mut follower, "BEGIN", within);
            engine.end();
        }
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_five_is_made_and_stopped_without_any_search() {
    let own = "BOARD\n3,3,1\n9,0,2\n4,3,1\n9,2,2\n5,3,1\n9,4,2\n6,3,1\n9,6,2\nDONE";
    for fault in FAULTS {
        let (mut engine, _) = start(fault, 0, 1, 200);
        for board in
            [own, &own.replace(",1\n", ",3\n").replace(",2\n", ",1\n").replace(",3\n", ",2\n")]
        {
            engine.send(board);
            let found = engine.coordinates(PATIENCE);
            engine.check([(2, 3), (7, 3)].contains(&found), &format!("{found:?}"));
        }
        engine.end();
    }
}

#[cfg(not(debug_assertions))]
#[test]
fn the_program_that_is_passed_on_cannot_be_made_to_fail() {
    let program = std::fs::read(env!("CARGO_BIN_EXE_pbrain-fukumi")).expect("the program");
    assert!(!program.windows(12).any(|bytes| bytes == b"FUKUMI_FAULT"));
    let (mut engine, mut follower) = start("hang", 0, 1, 300);
    expect_move(&mut engine, &mut follower, "BEGIN", PATIENCE);
    engine.end();
}
