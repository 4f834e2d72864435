//! The sub-command `play` as a person meets it.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a whole evening looks like, for what the person types.
fn evening(arguments: &str, typed: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"));
    command.arg("play").args(arguments.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_engine_answers_until_the_person_leaves() {
    let text = evening("--time 200 --size 9x7", "e4\nquit\n");
    assert!(text.contains("white plays ") && text.contains("freestyle, size 9x7, 2 stones"));
    let text = evening("--time 200 --white --rule renju", "");
    assert!(text.contains("black plays h8") && text.trim_end().ends_with("white>"), "{text}");
}

#[test]
fn a_game_goes_on_from_given_moves_and_ends_with_a_five() {
    let text = evening("--rule standard h8a1i8b1j8c1k8d1", "l8\n");
    assert!(text.contains("9 stones, black wins by five in a row"), "{text}");
}

#[test]
fn an_easier_opponent_repeats_itself_with_the_same_seed() {
    let game = |seed| evening(&format!("--player random --seed {seed}"), "h8\ni8\nj8\n");
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
