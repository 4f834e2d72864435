//! Faults that were reported of other programs and take more than a conversation to look for; the
//! rest is in `protocol-fixtures/reported`.

mod common;

use common::{Engine, PATIENCE};
use fukumi::board::diagram::Diagram;
use fukumi::board::notation::{Rows, parse_moves};
use fukumi::board::{Board, Color, Content, Point, Size};
use fukumi::clock::StopSignal;
use fukumi::position::Position;
use fukumi::protocol::{Coordinates, Reply};
use fukumi::rules::{Rule, wins};
use fukumi::solver::{Vct, VctLimits};
use std::time::{Duration, Instant};

fn size() -> Size {
    Size::square(15).expect("a good size")
}

fn listing(own: &[Point], other: &[Point]) -> String {
    let lines = |owner: u8, points: &[Point]| -> String {
        points.iter().map(|&point| format!("{},{owner}\n", Coordinates::from(point))).collect()
    };
    format!("{}{}DONE", lines(1, own), lines(2, other))
}

/// The program names the fouls of `data/renju_cases.txt`; there is told where they come from.
#[test]
fn fouls() {
    let mut engine = Engine::start();
    engine.ask("START 15", "OK");
    engine.send("INFO rule 4");
    for case in include_str!("data/renju_cases.txt").split("\n\n").skip(1) {
        let (title, picture) = case.split_once('\n').expect("a title");
        let diagram: Diagram = picture.parse().expect("a diagram");
        let stones = |color| diagram.board.stones(color).iter().collect::<Vec<Point>>();
        let listing = listing(&stones(Color::Black), &stones(Color::White));
        engine.send(&format!("YXBOARD\n{listing}\nYXSHOWFORBID"));
        let reply = engine.reply(PATIENCE);
        let Some(Reply::Forbid(points)) = Reply::parse(reply.as_bytes()) else {
            engine.fail(&reply)
        };
        let mut found: Vec<_> = points.into_iter().filter_map(|at| at.on(size())).collect();
        found.sort();
        let fouls = diagram.marks.iter().filter(|(_, mark)| *mark != '5');
        let expected: Vec<_> = fouls.map(|&(point, _)| point).collect();
        engine.check(found == expected, &format!("{title}: {reply}"));
    }
    engine.end();
}

/// Rows, columns and diagonals of five along the border and across the corners; loops were one
/// short there: JiachenRen/GomokuZero#5, zhongjn/gomokuer#3, suragnair/alpha-zero-general#40.
fn border_lines() -> Vec<[Point; 5]> {
    let last = size().width() - 1;
    let mut lines = Vec::new();
    for start in 0..=last - 4 {
        for edge in [0, last] {
            lines.push([0, 1, 2, 3, 4].map(|step| Point::new(start + step, edge)));
            lines.push([0, 1, 2, 3, 4].map(|step| Point::new(edge, start + step)));
        }
    }
    for corner in [0, last - 4] {
        lines.push([0, 1, 2, 3, 4].map(|step| Point::new(corner + step, last - 4 - corner + step)));
        lines.push([0, 1, 2, 3, 4].map(|step| Point::new(corner + step, corner + 4 - step)));
    }
    lines
}

#[test]
fn fives_along_the_border_are_completed() {
    let mut engine = Engine::start();
    engine.ask("START 15", "OK");
    let elsewhere = parse_moves("h8 i10 k9 l7 e10 f7", size(), Rows::FromTop).expect("points");
    let lines = border_lines();
    assert_eq!(lines.len(), 48);
    for (line, gap) in lines.iter().flat_map(|line| (0..5).map(move |gap| (line, gap))) {
        let own: Vec<Point> = line.iter().copied().filter(|&point| point != line[gap]).collect();
        let free = elsewhere.iter().copied().filter(|point| !line.contains(point));
        let other: Vec<Point> = free.take(4).collect();
        engine.send(&format!("BOARD\n{}", listing(&own, &other)));
        let mut board = Board::new(size());
        own.iter().for_each(|&point| board.set(point, Content::Stone(Color::Black)));
        let (x, y) = engine.coordinates(PATIENCE);
        let is_five = wins(Rule::Freestyle, &board, Point::new(x, y), Color::Black);
        engine.check(is_five, &format!("{x},{y} is no five"));
    }
    engine.end();
}

/// dhbloo/rapfi#8: the three of c5, d5 and e5 is none, for g5 would make an overline with h5 and
/// i5.
#[test]
fn no_win_by_a_three_that_would_become_an_overline() {
    let moves = "h8h9h6i10i6i9g9g8j11i7i8k8j9h7j7j8h10f8f7l10g6f6k10l8l11m12j12i11j13j10k9l9m8m13\
        h5i4k6j6i5j5k11i13i12k14l6n11j15j14g4f3m10o10l13h12g11g2j4k3e11h3f1i14n9k12h14e4d5i3g3f11f9\
        g13f14d12m6n7d7e8d8d9c7e7d6d4c4m14l14c8e5f4e9f10g10h11n6o6l12l15e6b3b6a5b8a9c6a6c5c3";
    let moves = parse_moves(moves, size(), Rows::FromTop).expect("a game");
    let win = |rule: Rule| {
        let mut position = Position::new(size(), rule);
        moves.iter().for_each(|&point| position.play(point));
        let limits = VctLimits::nodes(300_000);
        Vct::new(1 << 20).prove(&mut position, &limits, &StopSignal::default())
    };
    assert!(win(Rule::Renju).is_none());
    assert!(win(Rule::Standard).is_some(), "exactly five is what black has");
}

/// GomocupJudge takes the first line that is two numbers for the move, Piskvork cuts lines at 8000
/// bytes and knows comments by a word and a blank, and neither reads all the time.
#[test]
fn comments_are_whole_plain_and_few() {
    let mut engine = Engine::start();
    engine.ask("START 20", "OK");
    for detail in 0..4 {
        let begun = Instant::now();
        engine.send(&format!("INFO show_detail {detail}\nINFO timeout_turn 700"));
        engine.send(&format!("BOARD\n{}", listing(&[Point::new(9, 9)], &[Point::new(9, 10)])));
        let mut lines = 0;
        loop {
            let Some(line) = engine.line(PATIENCE) else { engine.fail("no move") };
            if Coordinates::parse(&line).is_some() {
                break;
            }
            let words = ["MESSAGE ", "DEBUG ", "INFO "];
            let is_comment = words[..if detail < 2 { 2 } else { 3 }]
                .iter()
                .any(|word| line.strip_prefix(word).is_some_and(|rest| !rest.is_empty()));
            engine.check(is_comment && line.is_ascii() && line.len() < 1000, &line);
            lines += 1;
        }
        let reports = 2 + begun.elapsed().as_millis() / 200;
        engine.check(lines <= 20 * reports, &format!("{lines} lines"));
    }
    engine.end();
}

/// wind23/piskvork_renju#1, MaciejKozarzewski/AlphaGomoku@0b12599, dhbloo/rapfi@613f25c: what was
/// learned in other games, under other rules and on other boards, changed later answers.
#[test]
fn other_games_leave_nothing_behind() {
    let position = "BOARD\n7,7,1\n8,8,2\n7,8,1\n7,6,2\n6,9,1\n8,7,2\nDONE";
    let ask = |engine: &mut Engine| {
        engine.ask("START 15", "OK");
        engine.send(&format!("INFO rule 4\n{position}"));
        told_and_move(engine)
    };
    let start = || {
        let mut engine = Engine::start();
        engine.send("INFO max_node 5000\nINFO timeout_turn 60000");
        engine
    };
    let mut fresh = start();
    let expected = ask(&mut fresh);
    fresh.end();
    let mut used = start();
    for (number, rule) in [0, 1, 4, 8, 9].into_iter().cycle().take(20).enumerate() {
        used.ask(["START 15", "START 20"][number % 2], "OK");
        used.send(&format!("INFO thread_num {}\nINFO rule {rule}\n{position}", 1 + number % 4));
        used.coordinates(PATIENCE);
    }
    used.send("INFO thread_num 1");
    let found = ask(&mut used);
    used.check(found == expected, &format!("{found:?} instead of {expected:?}"));
    used.end();
}

/// The last report without its times, and the move.
fn told_and_move(engine: &mut Engine) -> (String, String) {
    let mut told = String::new();
    loop {
        let Some(line) = engine.line(Duration::from_secs(60)) else { engine.fail("no move") };
        if Coordinates::parse(&line).is_some() {
            return (told, line);
        }
        line.split(" speed ").next().unwrap_or_default().clone_into(&mut told);
    }
}
