//! What engines do wrong is named, counted and lost, and the match goes on.

use crate::Test;
use crate::harness::{Arena, processes_with};
use std::time::Duration;

pub const TESTS: &[Test] = &[
    ("who_crashes_loses", who_crashes_loses),
    ("who_stalls_loses", who_stalls_loses),
    ("who_prints_garbage_loses", who_prints_garbage_loses),
    ("chatter_is_forgiven_unless_strict", chatter_is_forgiven_unless_strict),
    ("who_floods_its_output_loses", who_floods_its_output_loses),
    ("who_writes_half_lines_loses", who_writes_half_lines_loses),
    ("who_only_complains_loses", who_only_complains_loses),
    ("who_is_late_loses_but_lives", who_is_late_loses_but_lives),
    ("tolerance_is_settable", tolerance_is_settable),
    ("illegal_moves_lose", illegal_moves_lose),
    ("fouls_lose", fouls_lose),
    ("who_eats_memory_loses", who_eats_memory_loses),
    ("who_does_not_listen_loses", who_does_not_listen_loses),
    ("who_ignores_the_end_is_killed", who_ignores_the_end_is_killed),
    ("faults_are_counted_and_others_play_on", faults_are_counted_and_others_play_on),
    ("stray_answers_are_not_taken_for_moves", stray_answers_are_not_taken_for_moves),
    ("settling_is_not_on_the_clock", settling_is_not_on_the_clock),
];

/// Short, but long enough for proper engines on a busy machine.
const QUICK: &str = "--tc 0/0.5 --tolerance 0.5 --openings none";

/// Two games of a good engine against one with a bad habit.
fn against(name: &str, habit: &str, options: &str) -> crate::harness::Outcome {
    Arena::new(name).engine("good", "proper").engine("bad", habit).with(options).run().success()
}

fn who_crashes_loses() {
    let outcome = against("crash", "crash", QUICK);
    assert_eq!(outcome.results(), ["good crash"; 2]);
    assert!(outcome.detail(0).contains('3'), "{}", outcome.detail(0));
}

fn who_stalls_loses() {
    let outcome = against("stall", "stall", QUICK);
    assert_eq!(outcome.results(), ["good silence"; 2]);
    assert!(outcome.elapsed < Duration::from_secs(60));
}

fn who_prints_garbage_loses() {
    let outcome = against("garbage", "garbage", QUICK);
    assert_eq!(outcome.results(), ["good garbage"; 2]);
    assert!(outcome.detail(1).contains("what is a stone?"));
    assert_eq!(against("two", "two", QUICK).results(), ["good garbage"; 2]);
}

fn chatter_is_forgiven_unless_strict() {
    assert!(against("chatter", "chatter", QUICK).results()[0].ends_with("five"));
    let strict = Arena::new("strict")
        .engine("good", "proper")
        .engine_with("bad", "chatter", ",strict=true")
        .with(QUICK)
        .run()
        .success();
    assert_eq!(strict.results(), ["good garbage"; 2]);
}

fn who_floods_its_output_loses() {
    for habit in ["flood", "endless"] {
        let outcome = against(habit, habit, QUICK);
        let results = outcome.results();
        assert!(results.iter().all(|result| result.starts_with("good ")), "{results:?}");
        assert!(outcome.elapsed < Duration::from_secs(90));
    }
}

fn who_writes_half_lines_loses() {
    let outcome = against("half", "half", QUICK);
    assert_eq!(outcome.results(), ["good silence"; 2]);
    assert!(outcome.detail(0).contains("`7,`"), "{}", outcome.detail(0));
}

fn who_only_complains_loses() {
    let outcome = against("complain", "complain", QUICK);
    assert_eq!(outcome.results(), ["good silence"; 2]);
    assert!(outcome.detail(0).contains("I do not feel like it"), "{}", outcome.detail(0));
}

fn who_is_late_loses_but_lives() {
    let outcome = against("late", "late", QUICK);
    assert_eq!(outcome.results(), ["good time"; 2]);
    assert!(outcome.detail(0).contains("1.000 s were allowed"), "{}", outcome.detail(0));
}

fn tolerance_is_settable() {
    let options = "--tc 0/0.5 --tolerance 30 --openings none --draw-after 4";
    assert_eq!(against("tolerance", "late", options).results(), ["- draw-after"; 2]);
}

fn illegal_moves_lose() {
    // An opening gives even black a stone to play on.
    let options = "--tc 0/5 --openings {}/openings";
    for habit in ["occupied", "outside", "far-outside"] {
        let outcome = Arena::new(habit)
            .write("openings", "h8\n")
            .engine("good", "proper")
            .engine("bad", habit)
            .with(options)
            .run()
            .success();
        assert_eq!(outcome.results(), ["good illegal-move"; 2], "{habit}");
    }
}

fn fouls_lose() {
    let black = "proper 6,6 6,5 7,7 8,7 6,7";
    let white = "proper 0,0 2,0 4,0 6,0 8,0";
    let arena = |name: &str, rule: &str| {
        Arena::new(name)
            .engine("threes", black)
            .engine("edge", white)
            .with("--tc 0/5 --openings none --draw-after 10")
            .with(&format!("--rule {rule}"))
            .run()
            .success()
    };
    let renju = arena("foul", "renju");
    assert_eq!(renju.results()[0], "edge foul");
    assert!(renju.detail(0).contains("double-three"), "{}", renju.detail(0));
    assert_eq!(arena("no-foul", "freestyle").results()[0], "- draw-after");
}

fn who_eats_memory_loses() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let options = "--tc 0/10 --memory 100 --memory-tolerance 20 --openings none";
    for habit in ["eat", "eat-and-stall"] {
        let outcome = against(habit, habit, options);
        assert_eq!(outcome.results(), ["good memory"; 2], "{habit}");
        assert!(outcome.detail(0).contains("120 MiB tolerated"), "{}", outcome.detail(0));
        assert!(outcome.elapsed < Duration::from_secs(20));
    }
}

fn who_does_not_listen_loses() {
    let outcome = against("deaf", "deaf", QUICK);
    assert!(outcome.results().iter().all(|result| result.starts_with("good ")));
}

fn who_ignores_the_end_is_killed() {
    let outcome = against("undying", "undying", "--tc 0/5 --fresh");
    assert!(outcome.elapsed < Duration::from_secs(20));
    // No other test has this habit, so whoever is left is ours.
    assert_eq!(processes_with("undying"), 0);
}

fn faults_are_counted_and_others_play_on() {
    let outcome = Arena::new("counted")
        .engine("a", "proper 0,3 1,3 2,3 3,3 4,3 5,3")
        .engine("b", "crash")
        .engine("c", "proper")
        .with("--tc 0/5 --openings none --games 4 --concurrency 3")
        .run()
        .success();
    assert_eq!(outcome.games.len(), 12);
    let crashes = outcome.results().iter().filter(|result| result.ends_with(" crash")).count();
    assert_eq!(crashes, 8);
    assert!(outcome.stdout.contains("forfeits: 8 crash\n"), "{}", outcome.stdout);
}

fn stray_answers_are_not_taken_for_moves() {
    let outcome = against("talk", "talk", "--tc 0/5 --draw-after 20 --openings none --size 20");
    assert!(outcome.results().iter().all(|result| !result.ends_with("illegal-move")));
    let remark = &outcome.games[1]["remarks"][0];
    assert_eq!((remark["score"].as_str(), remark["depth"].as_u64()), (Some("+35"), Some(7)));
}

fn settling_is_not_on_the_clock() {
    let outcome = against("settle", "slow-to-settle", QUICK);
    assert!(outcome.results().iter().all(|result| result.ends_with("five")));
    // Whoever does not know ABOUT plays all the same.
    assert!(against("mute", "mute", QUICK).results()[0].ends_with("five"));
}
