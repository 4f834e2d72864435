//! The sub-command `analyze` as a person meets it.

use std::process::{Command, Output};

fn analyze(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"));
    command.arg("analyze").args(arguments.split_whitespace()).output().unwrap()
}

fn printed(arguments: &str) -> String {
    let output = analyze(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line about arguments that are no good.
fn complaint(arguments: &str) -> String {
    let output = analyze(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
    text
}

fn best_move(output: &str) -> &str {
    output.lines().last().unwrap().strip_prefix("best move: ").unwrap_or_else(|| panic!("{output}"))
}

#[test]
fn the_board_is_drawn_with_its_last_move() {
    let output = printed("--size 8x6 --depth 2 d3e4");
    let board = "
   a b c d e f g h
 1 . . . . . . . .
 2 . . . . . . . .
 3 . . . x . . . .
 4 . . . . O . . .
 5 . . . . . . . .
 6 . . . . . . . .
freestyle, size 8x6, 2 stones, black to move
";
    assert!(output.starts_with(&board[1..]), "{output}");
}

#[test]
fn forbidden_points_are_marked_and_not_played() {
    let output = printed("--rule renju --depth 4 h7a1h8o15g9a15f9o1");
    assert_eq!(output.lines().nth(9).unwrap(), " 9 . . . . . x x 3 . . . . . . .");
    assert!(output.contains("forbidden: 3 double-three"), "{output}");
    assert_ne!(best_move(&output).split(' ').next(), Some("h9"), "{output}");
}

#[test]
fn rules_go_by_names_and_by_codes() {
    let names = ["freestyle", "standard", "RENJU", "caro", "caro5"];
    for (name, code) in names.into_iter().zip(["0", "1", "4", "8", "9"]) {
        for rule in [name, code] {
            let output = printed(&format!("--rule {rule} --depth 1 h8"));
            let legend = format!("\n{}, size 15, 1 stones", name.to_lowercase());
            assert!(output.contains(&legend), "{output}");
        }
    }
}

#[test]
fn limits_are_obeyed_and_lines_deepen() {
    let output = printed("--depth 5 h8i9g9");
    let depths: Vec<u32> =
        output.lines().filter_map(|line| line.split_once('-')?.0.trim().parse().ok()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5], "{output}");
    let nodes = |output: &str| -> Vec<u64> {
        let rows = output.lines().skip_while(|line| !line.contains("depth")).skip(1);
        rows.filter_map(|row| row.split_whitespace().nth(2)?.parse().ok()).collect()
    };
    let few = nodes(&printed("--nodes 5000 h8i9g9"));
    assert!(!few.is_empty() && few.iter().all(|&nodes| nodes <= 5_100), "{few:?}");
    assert!(best_move(&printed("--time 100 h8i9g9")).len() >= 2);
}

#[test]
fn several_lines_begin_with_different_moves() {
    let output = printed("--multi 3 --depth 3 h8i9g9");
    let firsts: Vec<&str> = output
        .lines()
        .filter(|line| [Some("1."), Some("2."), Some("3.")].contains(&line.get(..2)))
        .filter(|line| line[3..].trim_start().starts_with("3-"))
        .map(|line| line.split_whitespace().last().unwrap().split_at(2).0)
        .collect();
    assert_eq!(firsts.len(), 3, "{output}");
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
}

#[test]
fn wins_and_losses_are_told_in_words() {
    let four = "h8a1i8b1j8c1k8d1";
    let output = printed(&format!("--depth 4 {four}"));
    assert!(best_move(&output).ends_with("(black wins with stone 1 from here)"), "{output}");
    let output = printed(&format!("--depth 4 {four}o15"));
    assert!(best_move(&output).starts_with("e1 (white wins with stone 1"), "{output}");
}

#[test]
fn a_game_that_is_over_needs_no_analysis() {
    let output = printed("h8a1i8b1j8c1k8d1l8");
    assert!(output.contains("9 stones, black wins by five in a row"), "{output}");
    assert!(!output.contains("best move"), "{output}");
    let output = printed("--rule 4 h7a1h8o15g9a15f9o1h9");
    assert!(output.contains("white wins, black played a double-three"), "{output}");
}

#[test]
fn the_value_is_explained_term_by_term() {
    let moves = "--depth 1 h8a1i8a15j8o1";
    let plain = printed(moves);
    let output = printed(&format!("--explain {moves}"));
    let terms: Vec<&str> = output
        .lines()
        .skip_while(|line| !line.ends_with("value before any search"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    let [parts @ .., facts, network, all] = &terms[..] else { panic!("{output}") };
    let number = |line: &str| -> f64 { line.split_whitespace().next().unwrap().parse().unwrap() };
    let sum: f64 = parts.iter().map(|line| number(line)).sum();
    // Every line is rounded to a tenth, and the sum to whole points.
    let off = (sum + number(facts) + number(network) - number(all)).abs();
    assert!(off < 1.0 + 0.05 * parts.len() as f64, "{output}");
    assert!(facts.ends_with("facts: own open four, own four"), "{output}");
    assert!(network.ends_with("how they work together"), "{output}");
    assert!(all.ends_with("in all, for the side to move"), "{output}");
    let names = ["black", "Four", "f8"];
    let is_told = parts.iter().any(|line| names.iter().all(|name| line.contains(name)));
    assert!(is_told, "{output}");

    let kept: Vec<&str> = output.lines().filter(|line| line.contains("best move: ")).collect();
    assert_eq!(kept, [plain.lines().last().unwrap()]);
    assert!(!plain.contains("in all"), "{plain}");
}

#[test]
fn bad_input_gets_one_line() {
    for (arguments, told) in [
        ("h8h8", "'h8' at character 3: this point was named before"),
        ("h8 99", "'99' at character 4"),
        ("h16", "off a board of size 15"),
        ("--size 4 a1", "board sides go from 5 to 32"),
        ("--size 15x b2", "board sides go from 5 to 32"),
        ("--rule gomoku h8", "'gomoku' is no rule; accepted are freestyle (0)"),
        ("--time x h8", "invalid value 'x' for '--time <MS>'"),
        ("--depth 0 h8", "invalid value '0' for '--depth <D>'"),
        ("--multi 0 h8", "invalid value '0' for '--multi <K>'"),
        ("--time 5 --nodes 5 h8", "cannot be used with"),
        ("--frobnicate h8", "unexpected argument '--frobnicate'"),
        ("h8a1i8b1j8c1k8d1l8e1", "move 10, e1: the game is over: black wins by five in a row"),
    ] {
        let text = complaint(arguments);
        assert!(text.starts_with("error: ") && text.contains(told), "{arguments}: {text}");
    }
}

#[test]
fn help_tells_how_points_are_counted() {
    let help = printed("--help");
    for told in ["column from the left", "row from the top", "--rule <RULE>", "--multi <K>"] {
        assert!(help.contains(told), "{help}");
    }
}
