//! The classic players, reached over the protocol as a manager would.

use fukumi::sparring::Kind;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A four of black's that wins, and nothing else that anybody would see.
const FOUR: &str = "BOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n2,3,2\n9,9,2\n9,8,2\n9,7,2\nDONE\n";

fn talk(arguments: &[&str], input: &str) -> Output {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends at once reads nothing.
    let _ = engine.stdin.take().unwrap().write_all(input.as_bytes());
    engine.wait_with_output().unwrap()
}

/// The last line said; the end of the input comes after what has been asked.
fn answer(arguments: &[&str], input: &str) -> String {
    let output = talk(arguments, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn every_player_wins_with_five_and_is_named_in_the_help() {
    let help = String::from_utf8(talk(&["--help"], "").stdout).unwrap();
    let four = format!("START 15\n{FOUR}");
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Random) {
        assert!(help.contains(kind.name()), "{kind}");
        assert_eq!(answer(&["--player", kind.name()], &four), "7,3", "{kind}");
    }
}

#[test]
fn players_keep_to_the_rule() {
    // The middle is a double-three.
    let cross = "START 15\nINFO rule 4\nBOARD\n6,7,1\n8,7,1\n7,6,1\n7,8,1\n0,0,2\n0,14,2\n14,0,2\n\
                 14,14,2\nDONE\n";
    for name in ["graded-2", "staged-attack", "five-tuples"] {
        assert_ne!(answer(&["--player", name], cross), "7,7", "{name}");
    }
}

#[test]
fn the_seed_decides_among_equals() {
    let first = |seed: &str| answer(&["--player", "random", "--seed", seed], "START 20\nBEGIN\n");
    assert_eq!(first("1"), first("1"));
    let moves: std::collections::BTreeSet<String> =
        ["1", "2", "3", "4"].iter().map(|seed| first(seed)).collect();
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn every_game_of_a_process_is_played_as_its_first() {
    let game = "BEGIN\nTURN 3,4\nTURN 5,5\n";
    let once = answer(&["--player", "random"], &format!("START 20\n{game}"));
    let twice = answer(&["--player", "random"], &format!("START 20\n{game}RESTART\n{game}"));
    assert_eq!(once, twice);
}

#[test]
fn a_player_that_does_not_exist_is_one_clear_error() {
    let output = talk(&["--player", "nobody"], "");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("nobody") && message.contains("directional"), "{message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn every_strength_plays_by_the_rule_and_repeats_itself() {
    let cross = "BOARD\n6,7,1\n8,7,1\n7,6,1\n7,8,1\n0,0,2\n0,14,2\n14,0,2\n14,14,2\nDONE\n";
    for strength in (0..=100).step_by(5) {
        let start = format!("START 15\nINFO timeout_turn 50\nINFO strength {strength}\nINFO rule");
        assert_ne!(answer(&[], &format!("{start} 4\n{cross}")), "7,7", "{strength}");
        if strength >= 20 {
            assert_eq!(answer(&[], &format!("{start} 0\n{FOUR}")), "7,3", "{strength}");
        }
    }
    for strength in ["0", "35", "55", "70"] {
        let game = format!(
            "START 12\nINFO timeout_turn 60000\nINFO strength {strength}\nBEGIN\nTURN 3,4\nTURN 5,5\n"
        );
        assert_eq!(answer(&[], &game), answer(&[], &game), "{strength}");
    }
}

#[test]
fn strength_changes_between_moves_and_stays_in_its_range() {
    let replies = |strengths: [i64; 2]| {
        let lines = strengths.map(|strength| format!("INFO strength {strength}\n{FOUR}"));
        let output = talk(&["--seed", "5"], &format!("START 15\n{}", lines.concat()));
        let text = String::from_utf8(output.stdout).unwrap();
        // Messages tell the time that a search took.
        let moves = text.lines().filter(|line| !line.starts_with("MESSAGE"));
        moves.map(str::to_owned).collect::<Vec<String>>()
    };
    let [_, lowest, highest] = &replies([0, 100])[..] else { panic!("two moves after OK") };
    assert!(lowest != "7,3" && highest == "7,3", "{lowest} {highest}");
    assert_eq!(replies([-7, 2000]), replies([0, 100]));
}
