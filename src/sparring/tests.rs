//! What holds for every player, and the helpers with which their own tests are written.

use super::*;
use crate::board::diagram::Diagram;
use crate::board::{Content, PointSet, Size};
use crate::rng::Rng;
use crate::rules::{Referee, forbidden};
use std::time::{Duration, Instant};

/// A diagram's board and the points marked `*`; empty rows fill it up to the least height.
pub(super) fn read(diagram: &str) -> (Board, PointSet) {
    let mut rows: Vec<String> = diagram
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|row: &String| !row.is_empty())
        .collect();
    let empty_row = ".".repeat(rows[0].len());
    rows.resize(rows.len().max(Size::MIN), empty_row);
    let diagram: Diagram = rows.join("\n").parse().unwrap();
    (diagram.board, diagram.marks.into_iter().map(|(point, _)| point).collect())
}

/// Asserts that the player's move is one of the points marked `*`, and that each of them comes up.
pub(super) fn assert_plays(kind: Kind, rule: Rule, color: Color, diagram: &str) {
    let (board, expected) = read(diagram);
    let choices: PointSet = (0..40 * expected.len() as u64)
        .filter_map(|seed| kind.player(seed).choose(&Situation::new(&board, rule, color)))
        .collect();
    assert_eq!(choices, expected, "{kind} for {color:?}, {rule:?}, in\n{diagram}\nplayed {:?}", {
        choices.iter().map(|point| (point.x(), point.y())).collect::<Vec<_>>()
    });
}

/// Monte-Carlo tree search is given few playouts where only legality matters.
fn quick(kind: Kind, seed: u64) -> Box<dyn Player> {
    match kind {
        Kind::Mcts => Box::new(Mcts::new(20, seed)),
        _ => kind.player(seed),
    }
}

const SIZES: [(usize, usize); 4] = [(5, 5), (7, 12), (32, 6), (15, 15)];

#[test]
fn names_are_read_as_they_are_printed() {
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert!(!kind.summary().is_empty());
    }
    let unknown = "gradde".parse::<Kind>().unwrap_err().to_string();
    assert!(unknown.contains("'gradde'") && unknown.contains("graded-1"), "{unknown}");
}

#[test]
fn games_are_legal_to_the_end_under_every_rule() {
    for (seed, kind) in Kind::ALL.into_iter().enumerate() {
        for rule in Rule::ALL {
            for (width, height) in SIZES {
                let size = Size::new(width, height).unwrap();
                let opponent = Kind::ALL[(seed + width) % Kind::ALL.len()];
                let mut players = [quick(kind, seed as u64), quick(opponent, width as u64)];
                let result = play(&mut players, rule, size);
                assert!(result.is_ok(), "{kind} - {opponent}, {rule:?}, {size}: {result:?}");
            }
        }
    }
}

/// Plays a game; `Err` tells what was wrong with the last move.
fn play(players: &mut [Box<dyn Player>; 2], rule: Rule, size: Size) -> Result<(), String> {
    let mut referee = Referee::new(rule, size);
    while !referee.outcome().is_over() {
        let color = referee.to_move();
        let board = referee.board();
        let point = players[color.index()]
            .choose(&Situation::new(board, rule, color))
            .ok_or_else(|| format!("no move on\n{board}"))?;
        if rule.forbids(color) && forbidden(board, point).is_some() {
            let only_fouls = board.empties().all(|other| forbidden(board, other).is_some());
            return if only_fouls { Ok(()) } else { Err(format!("a foul: {point:?} on\n{board}")) };
        }
        referee.play(point).map_err(|error| error.to_string())?;
    }
    let board = referee.board();
    if board.empties().next().is_none() {
        let none = players[0].choose(&Situation::new(board, rule, referee.to_move())).is_none();
        return none.then_some(()).ok_or_else(|| "moves on a full board".to_owned());
    }
    Ok(())
}

#[test]
fn random_positions_with_dead_stones_get_legal_moves() {
    let mut rng = Rng::new(7);
    for round in 0..60 {
        let (width, height) = SIZES[round % SIZES.len()];
        let board = scattered(Size::new(width, height).unwrap(), &mut rng);
        for kind in Kind::ALL {
            let situation = Situation::new(&board, Rule::ALL[round % 5], Color::ALL[round / 5 % 2]);
            let point = quick(kind, round as u64).choose(&situation).unwrap();
            assert!(board.is_empty(point), "{kind}");
        }
    }
}

/// Some stones anywhere, a few of them dead.
fn scattered(size: Size, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    let points: Vec<Point> = size.points().collect();
    for ply in 0..size.area() / 3 {
        let point = *rng.choose(&points).unwrap();
        let stone = Content::Stone(Color::to_move_after(ply));
        board.set(point, if rng.chance(1, 9) { Content::Dead } else { stone });
    }
    board
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    let mut rng = Rng::new(11);
    let boards: Vec<Board> =
        (0..5).map(|_| scattered(Size::new(13, 9).unwrap(), &mut rng)).collect();
    let moves = |kind: Kind, seed| -> Vec<Option<Point>> {
        let mut player = quick(kind, seed);
        let choose = |board| player.choose(&Situation::new(board, Rule::Renju, Color::Black));
        boards.iter().map(choose).collect()
    };
    for kind in Kind::ALL {
        assert_eq!(moves(kind, 5), moves(kind, 5), "{kind}");
    }
    assert_ne!(moves(Kind::Random, 5), moves(Kind::Random, 6));
}

#[test]
fn the_first_stone_goes_to_the_middle() {
    let board = Board::new(Size::new(9, 12).unwrap());
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Random) {
        for rule in Rule::ALL {
            let situation = Situation::new(&board, rule, Color::Black);
            let point = quick(kind, 3).choose(&situation).unwrap();
            assert!(point.distance(board.size().center()) <= 4, "{kind} {rule:?}: {point:?}");
        }
    }
}

/// Generous: the players are meant to need less than a tenth of this.
#[test]
fn no_player_thinks_long() {
    let mut rng = Rng::new(2);
    for side in [20, 32] {
        let board = scattered(Size::square(side).unwrap(), &mut rng);
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Mcts) {
            let mut player = kind.player(1);
            let start = Instant::now();
            assert!(player.choose(&Situation::new(&board, Rule::Renju, Color::Black)).is_some());
            let spent = start.elapsed();
            assert!(spent < Duration::from_millis(500), "{kind} took {spent:?} on {side}");
        }
    }
}

#[test]
fn black_plays_a_foul_only_if_nothing_else_is_left() {
    let overline_or_else = "
        o x o x o x
        x o x * x o
        x x x . x x
        o x o x o x
        x o x o x o";
    let overline_alone = "
        o x o x o x
        x o x o x o
        x x x * x x
        o x o x o x
        x o x o x o";
    for kind in Kind::ALL {
        assert_plays(kind, Rule::Renju, Color::Black, overline_or_else);
        assert_plays(kind, Rule::Renju, Color::Black, overline_alone);
    }
}

#[test]
fn excluded_points_are_played_only_if_nothing_else_is_left() {
    let board = Board::new(Size::square(7).unwrap());
    let free = Point::new(1, 5);
    for kind in Kind::ALL {
        let mut situation = Situation::new(&board, Rule::Renju, Color::Black);
        situation.excluded = board.size().points().filter(|&point| point != free).collect();
        assert_eq!(quick(kind, 1).choose(&situation), Some(free), "{kind}");
        situation.excluded.insert(free);
        assert!(quick(kind, 1).choose(&situation).is_some(), "{kind}");
    }
}

#[test]
fn six_is_no_five_where_the_rule_says_so() {
    let six_or_block = "
        . . . . . . . . .
        . x x x . x x . .
        . . . . . . . . .
        . . . . . . . . .
        x o o o o * . . .
        . . . . . . . . .
        . . . . . . . . .";
    let six_wins = "
        . . . . . . . . .
        . x x x * x x . .
        . . . . . . . . .
        . . . . . . . . .
        x o o o o . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Random) {
        assert_plays(kind, Rule::Standard, Color::Black, six_or_block);
        assert_plays(kind, Rule::CaroExact, Color::Black, six_or_block);
        assert_plays(kind, Rule::Renju, Color::Black, six_or_block);
        assert_plays(kind, Rule::Freestyle, Color::Black, six_wins);
        assert_plays(kind, Rule::Caro, Color::Black, six_wins);
    }
}

#[test]
fn a_five_between_two_opponents_is_none_in_caro() {
    let blocked = "
        . . . . . . . . .
        o x x x x . o . .
        . . . . . . . . .
        . . . . . . . . .
        x o o o o * . . .
        . . . . . . . . .
        . . . . . . . . .";
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Random) {
        assert_plays(kind, Rule::Caro, Color::Black, blocked);
        assert_plays(kind, Rule::CaroExact, Color::Black, blocked);
    }
}
