//! The bench: its signature is pinned, so that no change of search or evaluation goes unnoticed.
//!
//! `FUKUMI_BLESS=1 cargo test --release --test bench` writes down the new signature of an intended
//! change.

use std::process::Command;

const SIGNATURE_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bench-signature.txt");

fn run(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_signature_is_the_one_written_down() {
    let output = run(&["bench"]);
    let last: Vec<&str> = output.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = last[..] else { panic!("{output}") };
    assert!(speed.parse::<u64>().unwrap() > 0);
    if std::env::var_os("FUKUMI_BLESS").is_some() {
        std::fs::write(SIGNATURE_FILE, format!("{nodes}\n")).unwrap();
    }
    let expected = std::fs::read_to_string(SIGNATURE_FILE).unwrap();
    assert_eq!(
        nodes,
        expected.trim(),
        "the search or the evaluation has changed; if it was meant to, FUKUMI_BLESS=1 takes the \
         new signature\n{output}"
    );
}

#[test]
fn perft_counts_all_sequences_of_moves() {
    let output = run(&["perft", "--size", "6x5", "--rule", "renju", "--depth", "3"]);
    let counts: Vec<&str> =
        output.lines().map(|line| line.split([':', ' ']).nth(3).unwrap()).collect();
    assert_eq!(counts, ["30", "870", "24360"]);
}

#[test]
fn perft_refuses_a_game_that_is_over() {
    let moves = "a1a2b1b2c1c2d1d2e1";
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi")).args(["perft", moves]).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
