//! Victory by continuous fours: exact under every rule, on any board.

use crate::brute::{Brute, check_line};
use fukumi::board::diagram::Diagram;
use fukumi::board::notation::{Rows, parse_moves};
use fukumi::board::{Board, Color, Content, Point, Size};
use fukumi::position::Position;
use fukumi::rng::Rng;
use fukumi::rules::{Rule, forbidden, winning_points, wins};
use fukumi::solver::{Answer, Danger, Interrupt, Vcf, VcfLimits};

/// Far more than any position here needs; who reaches it fails instead of never ending.
const EXHAUSTIVE: VcfLimits = VcfLimits::exhaustive(20_000_000);
/// Dense boards with many fours that have nothing to do with each other need memory: with very
/// little of it the same positions are searched over and over.
const CACHE_BYTES: usize = 1 << 22;

pub fn board_of(position: &Position) -> Board {
    let mut board = Board::new(position.size());
    for color in Color::ALL {
        position.stones(color).iter().for_each(|point| board.set(point, Content::Stone(color)));
    }
    position.dead().iter().for_each(|point| board.set(point, Content::Dead));
    board
}

/// The position of a board, reached by playing (and passing where a color has fewer stones).
pub fn position_of(rule: Rule, board: &Board, to_move: Color) -> Position {
    let mut position = Position::with_dead(board.size(), rule, board.dead());
    for color in Color::ALL {
        for stone in board.stones(color).iter() {
            if position.to_move() != color {
                position.pass();
            }
            position.play(stone);
        }
    }
    if position.to_move() != to_move {
        position.pass();
    }
    position
}

pub fn picture(board: &Board) -> Diagram {
    Diagram::new(board.clone())
}

/// A board full of random stones and some dead ones, without a winning row.
pub fn random_board(rule: Rule, size: Size, density: usize, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    for point in size.points() {
        if !rng.chance(density, 100) {
            continue;
        }
        let color = if rng.chance(1, 2) { Color::Black } else { Color::White };
        match rng.chance(1, 40) {
            true => board.set(point, Content::Dead),
            false if !wins(rule, &board, point, color) => {
                board.set(point, Content::Stone(color));
            }
            false => {}
        }
    }
    board
}

#[test]
fn the_oracle_is_met_in_every_row() {
    let text = include_str!("../data/vcf.txt");
    let mut vcf = Vcf::new(CACHE_BYTES);
    let mut rows = 0;
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let [rule, size, shortest, moves] = row.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let rule: Rule = rule.parse().unwrap();
        let size = Size::square(size.parse().unwrap()).unwrap();
        let mut position = Position::new(size, rule);
        for point in parse_moves(moves, size, Rows::FromTop).unwrap() {
            position.play(point);
        }
        let (key, attacker) = (position.key(), position.to_move());
        let answer = vcf.solve(&mut position, EXHAUSTIVE);
        assert_eq!(position.key(), key);
        match (&answer, shortest.parse::<usize>()) {
            (Answer::NoWin, Err(_)) => {}
            (Answer::Win(line), Ok(fours)) => {
                let board = board_of(&position);
                check_line(rule, &board, attacker, line).unwrap_or_else(|e| panic!("{row}: {e}"));
                let Answer::Win(line) =
                    vcf.solve_shortest(&mut position, EXHAUSTIVE, &Interrupt::NEVER)
                else {
                    panic!("{row}: a win is lost on the way to a shorter one")
                };
                check_line(rule, &board, attacker, &line).unwrap_or_else(|e| panic!("{row}: {e}"));
                assert_eq!(line.len(), 2 * fours + 1, "{row}");
            }
            _ => panic!("{row}: {answer:?}"),
        }
        rows += 1;
    }
    assert_eq!(rows, 732);
}

/// Compares the solver with the plain searcher on random boards; the number of wins and others.
fn compare(rule: Rule, size: Size, density: usize, boards: usize, seed: u64) -> [usize; 2] {
    let mut rng = Rng::new(seed);
    let mut vcf = Vcf::new(CACHE_BYTES);
    let mut counts = [0; 2];
    for number in 0..boards {
        let board = random_board(rule, size, density, &mut rng);
        let attacker = if number % 2 == 0 { Color::Black } else { Color::White };
        if !winning_points(rule, &board, attacker).is_empty() && !rng.chance(1, 10) {
            continue;
        }
        let mut position = position_of(rule, &board, attacker);
        let answer = vcf.solve(&mut position, EXHAUSTIVE);
        let Ok(expected) = Brute::new(rule, &board, attacker, 400).wins() else { continue };
        let picture = || format!("{rule} {attacker}\n{}", picture(&board));
        match &answer {
            Answer::Win(line) => {
                assert!(expected, "a win out of nothing: {line:?}\n{}", picture());
                if let Err(error) = check_line(rule, &board, attacker, line) {
                    panic!("{error}: {line:?}\n{}", picture());
                }
            }
            Answer::NoWin => assert!(!expected, "a win was missed\n{}", picture()),
            Answer::Unknown => panic!("gave up\n{}", picture()),
        }
        counts[usize::from(expected)] += 1;
    }
    counts
}

#[test]
fn random_boards_are_decided_as_by_plain_search() {
    for rule in Rule::ALL {
        let mut total = [0; 2];
        for (width, height, density, boards) in [
            (5, 5, 55, 100),
            (7, 7, 50, 250),
            (8, 8, 45, 250),
            (6, 12, 45, 150),
            (32, 5, 40, 60),
            (11, 11, 33, 80),
        ] {
            let size = Size::new(width, height).unwrap();
            let counts = compare(rule, size, density, boards, 11 + width as u64);
            total = [total[0] + counts[0], total[1] + counts[1]];
        }
        assert!(total[0] > 100 && total[1] > 100, "{rule}: {total:?}");
    }
}

/// Whether a stone of `color` on `point` makes five possible, or makes it.
fn makes_four(rule: Rule, board: &Board, color: Color, point: Point) -> bool {
    let mut board = board.clone();
    board.set(point, Content::Stone(color));
    wins(rule, &board, point, color) || !winning_points(rule, &board, color).is_empty()
}

#[test]
fn no_quiet_move_outside_the_zone_stops_a_win_by_fours() {
    let mut rng = Rng::new(5);
    let mut vcf = Vcf::new(CACHE_BYTES);
    for rule in Rule::ALL {
        let mut dangers = 0;
        for number in 0..240 {
            let (side, density) = [(8, 45), (11, 33), (15, 26)][number % 3];
            let board = random_board(rule, Size::square(side).unwrap(), density, &mut rng);
            let defender = if number % 2 == 0 { Color::Black } else { Color::White };
            let is_trivial = !winning_points(rule, &board, !defender).is_empty();
            if is_trivial && !rng.chance(1, 20) {
                continue;
            }
            let mut position = position_of(rule, &board, defender);
            let danger = vcf.danger(&mut position, EXHAUSTIVE, &Interrupt::NEVER);
            assert_ne!(danger, Danger::Unknown, "gave up\n{}", picture(&board));
            let Danger::Fours { points, .. } = danger else { continue };
            dangers += 1;
            for point in board.empties().filter(|&point| !points.contains(point)) {
                let is_legal = !rule.forbids(defender) || forbidden(&board, point).is_none();
                if is_legal && !makes_four(rule, &board, defender, point) {
                    position.play(point);
                    let answer = vcf.solve(&mut position, EXHAUSTIVE);
                    position.undo();
                    assert!(
                        matches!(answer, Answer::Win(_)),
                        "{rule}: {defender} can defend on {point}\n{}",
                        picture(&board)
                    );
                }
            }
        }
        assert!(dangers > 30, "{rule}: {dangers}");
    }
}
