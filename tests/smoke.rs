//! Whole games of the program against itself, through pipes and under the arena's referee.

use std::process::Command;

fn play(arguments: &str) {
    let program = env!("CARGO_BIN_EXE_pbrain-fukumi");
    let mut command = Command::new(program);
    command.arg("arena").args(arguments.split(' '));
    for name in ["first", "second"] {
        command.args(["--engine", &format!("name={name},cmd=\"{program}\",strict=true")]);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let sound = text.lines().filter(|line| line.ends_with("forfeits: none")).count();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && sound == 2, "{arguments}\n{text}{errors}");
}

#[test]
fn every_rule_is_played_soundly_to_the_end() {
    for board in [
        "freestyle --size 20",
        "standard --size 15",
        "renju --size 15",
        "caro --size 15",
        "caro5 --size 9x14",
    ] {
        play(&format!("--rule {board} --games 2 --nodes 400 --tc 0/10"));
    }
}

#[test]
fn openings_are_negotiated_by_swap2() {
    play("--rule standard --size 15 --games 2 --nodes 400 --tc 0/10 --swap2 --draw-after 60");
}
