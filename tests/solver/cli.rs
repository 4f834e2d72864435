//! The sub-command `solve` as a person or a script meets it.

use fukumi::board::notation::{Rows, parse_moves};
use fukumi::board::{Color, Size};
use fukumi::rules::{Referee, Rule};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Black wins by fours: a four and a three.
const WON: &str = "h8k8i8a1j8a15g9o1g10o15";

fn solve(arguments: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"));
    command.arg("solve").args(arguments.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn answers(arguments: &str, input: &str) -> Vec<String> {
    let output = solve(arguments, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| {
            let (answer, effort) = line.split_once(" | ").unwrap_or_else(|| panic!("{line}"));
            assert!(effort.contains(" nodes ") && effort.ends_with(" ms"), "{line}");
            answer.to_owned()
        })
        .collect()
}

fn complaint(arguments: &str, input: &str) -> String {
    let output = solve(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
    text
}

#[test]
fn a_win_is_told_with_its_line_which_the_referee_accepts() {
    let answer = answers(WON, "").remove(0);
    let (plies, line) = answer.strip_prefix("win in ").unwrap().split_once(": ").unwrap();
    let size = Size::square(15).unwrap();
    let mut game = Referee::new(Rule::Freestyle, size);
    let moves = format!("{WON}{line}");
    for point in parse_moves(&moves, size, Rows::FromTop).unwrap() {
        game.play(point).unwrap();
    }
    assert_eq!(game.outcome().winner(), Some(Color::Black));
    assert_eq!(plies.parse(), Ok(line.split(' ').count()));
    assert_eq!(plies, "5", "the shortest win is told");
}

#[test]
fn every_line_of_input_gets_its_line_of_answer() {
    let input = format!("h8\n{WON}\n\nh8 i9\n");
    let answers = answers("-", &input);
    assert_eq!(answers.len(), 4);
    assert!(answers[1].starts_with("win in 5: "), "{answers:?}");
    for other in [0, 2, 3] {
        assert_eq!(answers[other], "no vcf");
    }
}

#[test]
fn goals_and_sides_can_be_chosen() {
    assert_eq!(answers("--goal vct h8i9", ""), ["no vct"]);
    assert_eq!(answers(&format!("--side white {WON}"), ""), ["no vcf"]);
    let other = answers(&format!("--side black {WON}a2"), "");
    assert!(other[0].starts_with("win in "), "{other:?}");
    let double_three = answers("--goal vct h8a1i8a15g9o1g10o15", "");
    assert!(double_three[0].starts_with("win in "), "{double_three:?}");
    assert_eq!(answers("h8a1i8a15g9o1g10o15", ""), ["no vcf"]);
}

#[test]
fn rules_and_sizes_are_obeyed() {
    // The four would become six.
    let moves = "b4a4c4a1d4i9g4a9e5i1e6a7";
    assert!(answers(&format!("--size 9x9 {moves}"), "")[0].starts_with("win in 5"));
    assert_eq!(answers(&format!("--size 9x9 --rule standard {moves}"), ""), ["no vcf"]);
}

#[test]
fn limits_end_in_unknown() {
    assert_eq!(answers(&format!("--nodes 0 {WON}"), ""), ["unknown"]);
    let moves = "h8a1i8a15g9o1g10o15";
    assert_eq!(answers(&format!("--goal vct --nodes 1 {moves}"), ""), ["unknown"]);
    assert_eq!(answers(&format!("--goal vct --time 0 {moves}"), ""), ["unknown"]);
}

#[test]
fn bad_input_gets_one_clear_line() {
    assert!(complaint("h8h8", "").contains("h8"));
    assert!(complaint("--goal win h8", "").contains("--goal"));
    assert!(complaint("--rule chess h8", "").contains("chess"));
    assert!(complaint("--size 4 a1", "").contains("--size"));
    assert!(complaint("--side red h8", "").contains("--side"));
    assert!(complaint("--time soon h8", "").contains("--time"));
    assert!(complaint("a1a2b1b2c1c2d1d2e1", "").contains("black wins"));
    let text = complaint("-", "h8\nh8i9\nz99\n");
    assert!(text.contains("line 3"), "{text}");
}
