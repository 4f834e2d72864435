//! Where threat solvers have gone wrong before, one test for each trap.

use crate::brute::{Brute, check_line};
use crate::vcf::position_of;
use fukumi::board::diagram::Diagram;
use fukumi::board::notation::{Rows, parse_moves, parse_point};
use fukumi::board::{Board, Color, Content, Point, Size};

use fukumi::clock::StopSignal;
use fukumi::pattern::Threat;
use fukumi::position::Position;
use fukumi::rules::{Rule, forbidden};
use fukumi::solver::{Answer, Danger, Interrupt, Proof, Vcf, VcfLimits, Vct, VctLimits};

const EXHAUSTIVE: VcfLimits = VcfLimits::exhaustive(1_000_000);

fn board(picture: &str) -> Board {
    picture.parse::<Diagram>().unwrap().board
}

fn point(text: &str) -> Point {
    let size = Size::square(15).unwrap();
    parse_point(text, size, Rows::FromTop).unwrap()
}

/// The winning line by fours, if there is one; solver and plain search agree on that.
fn fours(rule: Rule, board: &Board, attacker: Color) -> Option<Vec<Point>> {
    let mut position = position_of(rule, board, attacker);
    let answer = Vcf::new(1 << 16).solve(&mut position, EXHAUSTIVE);
    let expected = Brute::new(rule, board, attacker, 100_000).wins().unwrap();
    match answer {
        Answer::Win(line) => {
            assert!(expected, "{rule}: there is no win");
            check_line(rule, board, attacker, &line).unwrap();
            Some(line)
        }
        Answer::NoWin => {
            assert!(!expected, "{rule}: there is a win");
            None
        }
        Answer::Unknown => panic!("{rule}: gave up"),
    }
}

fn threats(rule: Rule, board: &Board, attacker: Color) -> Answer {
    let mut position = position_of(rule, board, attacker);
    let limits = VctLimits::nodes(2_000_000);
    Vct::new(1 << 20).solve(&mut position, &limits, &StopSignal::default())
}

/// A four at e4 that also makes a three, while the answer f4 makes a four for white.
const COUNTER_FOUR: &str = "
    . . . . . o . . . .
    . . . . . o . . . .
    . . . . . o . . . .
    o x x x . . . . . .
    . . . . x . . . . .
    . . . . x . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .";

#[test]
fn an_answer_that_makes_a_four_must_be_answered_by_a_four() {
    let mut board = board(COUNTER_FOUR);
    assert_eq!(fours(Rule::Freestyle, &board, Color::Black), None);
    // Now the answer to white's four at f5 is a four itself.
    for (stone, color) in [("g5", Color::Black), ("h5", Color::Black), ("i5", Color::White)] {
        board.set(point(stone), Content::Stone(color));
    }
    assert!(fours(Rule::Freestyle, &board, Color::Black).is_some());
}

#[test]
fn a_four_and_a_three_do_not_win_if_the_answer_is_a_four() {
    let board = board(COUNTER_FOUR);
    let mut position = position_of(Rule::Freestyle, &board, Color::Black);
    let limits = VctLimits::nodes(2_000_000);
    let proof = Vct::new(1 << 20).prove(&mut position, &limits, &StopSignal::default());
    // The three in the column wins if it is extended first; not so by e4, for after f4 white
    // threatens five on f5.
    let Some(Proof::Play { point: first, .. }) = proof else { panic!("{proof:?}") };
    assert_ne!(first, point("e4"));
}

#[test]
fn a_row_that_would_become_too_long_is_no_four() {
    let board = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        o x x x . . x . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    for (rule, wins) in [
        (Rule::Freestyle, true),
        (Rule::Standard, false),
        (Rule::Renju, false),
        (Rule::Caro, true),
        (Rule::CaroExact, false),
    ] {
        assert_eq!(fours(rule, &board, Color::Black).is_some(), wins, "{rule}");
    }
}

#[test]
fn a_five_wins_even_where_the_point_would_be_forbidden() {
    let board = board(
        "
        . . . . x . . . .
        . . . . x . . . .
        . . . . x . . . .
        x x x x . . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(fours(Rule::Renju, &board, Color::Black), Some(vec![point("e4")]));
}

#[test]
fn black_may_not_win_through_a_forbidden_point() {
    let board = board(
        "
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        o x x x . . . . . .
        . . . . x x . . . .
        . . . . x . x . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .",
    );
    assert!(forbidden(&board, point("e4")).is_some());
    let line = fours(Rule::Standard, &board, Color::Black).unwrap();
    assert_eq!(line[0], point("e4"));
    assert_ne!(fours(Rule::Renju, &board, Color::Black).map(|line| line[0]), Some(point("e4")));
}

#[test]
fn an_open_four_may_hide_in_a_double_three_that_is_none() {
    let board = board(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . x . x . . . x . .
        . . . . x x x . . . .
        . . . . . . . . . . .
        . . . x x x . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    assert_eq!(forbidden(&board, point("e6")), None);
    let mut position = position_of(Rule::Renju, &board, Color::Black);
    assert_eq!(position.threat(Color::Black, point("e6")), Threat::Suspect);
    let line = fours(Rule::Renju, &board, Color::Black).unwrap();
    assert_eq!((line.len(), line[0]), (3, point("e6")));
    // The win hangs on what is forbidden elsewhere, so every stone of white may matter.
    position.pass();
    let danger = Vcf::new(1 << 16).danger(&mut position, EXHAUSTIVE, &Interrupt::NEVER);
    assert_eq!(danger, Danger::Fours { points: position.empties(), plies: 3 });
}

#[test]
fn white_wins_where_the_only_answer_is_forbidden() {
    let board = board(
        "
        . . . . . x . . .
        . . . . . x . . .
        . . . . . x . . .
        x o o o . . . . .
        . . . . . x . . .
        . . . . . x . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let line = fours(Rule::Renju, &board, Color::White).unwrap();
    assert_eq!((line.len(), line[0], line[2]), (3, point("e4"), point("f4")));
    assert_eq!(fours(Rule::Standard, &board, Color::White), None);
}

#[test]
fn a_three_does_not_force_who_can_win_by_fours() {
    let quiet = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . x x . . . . . . .
        . . . . x . . . . . .
        . . . . x . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let mut board = board(quiet);
    assert!(matches!(threats(Rule::Freestyle, &board, Color::Black), Answer::Win(_)));
    // White gets two fours in i11: in the row and in the column.
    for stone in ["f11", "g11", "h11", "i10", "i9", "i8"] {
        board.set(point(stone), Content::Stone(Color::White));
    }
    board.set(point("e11"), Content::Stone(Color::Black));
    assert!(fours(Rule::Freestyle, &board, Color::White).is_some());
    assert_eq!(threats(Rule::Freestyle, &board, Color::Black), Answer::NoWin);
}

#[test]
fn in_caro_a_row_is_stopped_from_either_end() {
    let board = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . o x x x x . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    // From h4, beyond the five, white shuts the row from c4 to g4.
    for (rule, answers) in [(Rule::Freestyle, vec!["g4"]), (Rule::Caro, vec!["g4", "h4"])] {
        let mut position = position_of(rule, &board, Color::White);
        let danger = Vcf::new(1 << 16).danger(&mut position, EXHAUSTIVE, &Interrupt::NEVER);
        let Danger::Fours { points, plies: 1 } = danger else { panic!("{rule}: {danger:?}") };
        assert!(points.iter().eq(answers.into_iter().map(point)), "{rule}");
    }
}

#[test]
fn what_a_restricted_search_missed_is_not_lost() {
    let text = include_str!("../data/vcf.txt");
    let mut vcf = Vcf::new(1 << 16);
    let mut missed = 0;
    for row in text.lines().filter(|row| row.starts_with("freestyle 15") && !row.contains(" - ")) {
        let moves = row.rsplit(' ').next().unwrap();
        let size = Size::square(15).unwrap();
        let mut position = Position::new(size, Rule::Freestyle);
        for point in parse_moves(moves, size, Rows::FromTop).unwrap() {
            position.play(point);
        }
        for limits in [VcfLimits::exhaustive(1), VcfLimits { nodes: 1_000, bare_fours: 0 }] {
            match vcf.solve(&mut position, limits) {
                Answer::Win(_) => {}
                answer => {
                    assert_eq!(answer, Answer::Unknown, "{row}");
                    missed += 1;
                }
            }
        }
        assert!(matches!(vcf.solve(&mut position, EXHAUSTIVE), Answer::Win(_)), "{row}");
    }
    assert!(missed > 50, "{missed}");
}

#[test]
fn who_would_win_after_a_pass_is_another_position() {
    let board = board(
        "
        . . . . . . .
        . x x x . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . o o . . . .
        . . . . . . .",
    );
    let mut vcf = Vcf::new(1 << 16);
    let mut black = position_of(Rule::Freestyle, &board, Color::Black);
    let mut white = position_of(Rule::Freestyle, &board, Color::White);
    for _ in 0..2 {
        assert_eq!(vcf.danger(&mut black, EXHAUSTIVE, &Interrupt::NEVER), Danger::None);
        assert!(matches!(
            vcf.danger(&mut white, EXHAUSTIVE, &Interrupt::NEVER),
            Danger::Fours { plies: 3, .. }
        ));
        assert_eq!(vcf.solve(&mut white, EXHAUSTIVE), Answer::NoWin);
        assert!(matches!(vcf.solve(&mut black, EXHAUSTIVE), Answer::Win(_)));
    }
}

#[test]
fn boards_of_other_kinds_do_not_mix() {
    let wide = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        o x x x . . x . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let mut dead = wide.clone();
    dead.set(point("f4"), Content::Dead);
    let mut vcf = Vcf::new(1 << 16);
    for _ in 0..2 {
        for (rule, board, wins) in [
            (Rule::Freestyle, &wide, true),
            (Rule::Standard, &wide, false),
            (Rule::Freestyle, &dead, false),
        ] {
            let mut position = position_of(rule, board, Color::Black);
            let answer = vcf.solve(&mut position, EXHAUSTIVE);
            assert_eq!(matches!(answer, Answer::Win(_)), wins, "{rule}");
        }
    }
}

#[test]
fn the_last_points_of_a_full_board_are_not_won() {
    let board = board(
        "
        o x o x o
        x o x o x
        x x x . .
        o x o x o
        x o x o x",
    );
    for color in Color::ALL {
        assert_eq!(fours(Rule::Freestyle, &board, color), None);
        assert_ne!(threats(Rule::Freestyle, &board, color), Answer::Unknown);
    }
}
