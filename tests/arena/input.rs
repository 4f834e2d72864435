//! Bad input is one clear line and exit code 2, with nothing half played.

use crate::Test;
use crate::harness::Arena;

pub const TESTS: &[Test] = &[
    ("programs_that_cannot_start_are_named", programs_that_cannot_start_are_named),
    ("bad_openings_are_named_by_line", bad_openings_are_named_by_line),
    ("contradictions_are_named", contradictions_are_named),
    ("a_log_is_never_overwritten", a_log_is_never_overwritten),
];

/// The one line that a match refuses to begin with.
fn refusal(arena: &Arena) -> String {
    let outcome = arena.run();
    assert_eq!(outcome.code, Some(2), "{}\n{}", outcome.stdout, outcome.stderr);
    assert_eq!(outcome.stdout, "");
    outcome.stderr
}

fn one_line(text: &str) -> bool {
    text.lines().count() == 1 && text.starts_with("error: ")
}

fn programs_that_cannot_start_are_named() {
    for (habit, words) in [
        ("crash-at-start", "ended by itself"),
        ("refuse", "too small for my ideas"),
        ("sleep-at-start", "within 0.5 s"),
    ] {
        let arena = Arena::new(habit)
            .engine("good", "proper")
            .engine("bad", habit)
            .with("--tc 0/1 --start-time 0.5");
        let line = refusal(&arena);
        assert!(one_line(&line) && line.contains("engine bad") && line.contains(words), "{line}");
        assert!(!arena.file("log").exists());
    }
    let arena = Arena::new("missing")
        .engine("good", "proper")
        .with("--engine name=ghost,cmd=./no-such-program");
    let line = refusal(&arena);
    assert!(
        one_line(&line) && line.contains("ghost") && line.contains("no-such-program"),
        "{line}"
    );
}

fn bad_openings_are_named_by_line() {
    for (text, rule, size, words) in [
        ("h8\nh8i9h8\n", "freestyle", "15", "line 2: 'h8' at character 5"),
        ("h8\n\np1\n", "freestyle", "15", "line 3: 'p1'"),
        ("h8\np1\n", "freestyle", "20x8", ""),
        ("0,0, 8,0\n", "freestyle", "15", "off a board of size 15"),
        ("a1a2b1b2c1c2d1d2e1\n", "freestyle", "15", "black wins by five"),
        ("g7a1g6c1h8e1i8g1g8\n", "renju", "15", "double-three"),
        ("# nothing\n", "freestyle", "15", "no opening"),
    ] {
        let arena = Arena::new("openings")
            .write("openings", text)
            .engine("a", "proper")
            .engine("b", "proper")
            .with("--openings {}/openings --tc 0/5")
            .with(&format!("--rule {rule} --size {size}"));
        if words.is_empty() {
            arena.run().success();
            continue;
        }
        let line = refusal(&arena);
        assert!(one_line(&line) && line.contains(words), "{line}");
        assert!(!arena.file("log").exists());
    }
}

fn contradictions_are_named() {
    for (options, words) in [
        ("--games 3", "--games 3 is odd"),
        ("--games 0", "--games"),
        ("--concurrency 0", "--concurrency"),
        ("--swap2 --openings {}/openings", "--swap2"),
        ("--resume --sprt elo0=5,elo1=0", "elo0"),
        ("--tc 0/0", "no limit"),
        ("--tc 1/2/3", "1/2/3"),
        ("--rule gomoku", "gomoku"),
        ("--size 33", "5 to 32"),
        ("--draw-after 1", "--draw-after 1"),
        ("--openings {}/nowhere", "nowhere"),
        ("--nodes 0", "nodes"),
        ("--engine name=a,cmd=true", "name a"),
        ("--engine nmae=c,cmd=true", "nmae"),
        ("--info novalue", "novalue"),
        ("--rows-from-bottom", "--rows-from-bottom"),
        ("--engine name=c,cmd=true,dir={}/none", "none"),
        ("--engine name=c,player=a,cmd=true", "both"),
    ] {
        let arena =
            Arena::new("contradiction").engine("a", "proper").engine("b", "proper").with(options);
        let line = refusal(&arena);
        assert!(line.starts_with("error: ") && line.contains(words), "{options}: {line}");
        assert!(!arena.file("log").exists(), "{options}");
    }
    let alone = Arena::new("alone").engine("a", "proper");
    assert!(refusal(&alone).contains("two engines"));
    let three = Arena::new("three")
        .engine("a", "proper")
        .engine("b", "proper")
        .engine("c", "proper")
        .with("--sprt elo0=0,elo1=5");
    assert!(refusal(&three).contains("two engines, not 3"));
}

fn a_log_is_never_overwritten() {
    let arena =
        Arena::new("exists").write("log", "precious\n").engine("a", "proper").engine("b", "proper");
    let line = refusal(&arena);
    assert!(one_line(&line) && line.contains("--resume"), "{line}");
    let other = arena.with("--resume");
    let line = refusal(&other);
    assert!(one_line(&line) && line.contains("line 1"), "{line}");
    assert_eq!(std::fs::read_to_string(other.file("log")).unwrap(), "precious\n");
}
