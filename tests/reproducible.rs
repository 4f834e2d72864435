//! The same game again: with one thread and a limit of nodes, moves and nodes depend on nothing but
//! the position and what the engine was told since the last START or RESTART.

mod common;

use common::{Engine, PATIENCE};
use fukumi::board::Size;
use fukumi::protocol::Coordinates;
use fukumi::rules::{Referee, Rule};

/// A move and what the last report told about it.
type Step = (Coordinates, Option<String>);

const SETTINGS: &str = "INFO thread_num 1\nINFO max_node 2000\nINFO timeout_turn 60000\n\
                        INFO timeout_match 0";
/// Long games say no more than their beginnings.
const MOST_MOVES: usize = 40;

/// Two processes, one for each color.
struct Players([Engine; 2]);

impl Players {
    fn start(rule: Rule, size: Size) -> Players {
        let mut players = Players([Engine::start(), Engine::start()]);
        for engine in &mut players.0 {
            engine.ask(&format!("RECTSTART {},{}", size.width(), size.height()), "OK");
            engine.send(SETTINGS);
            engine.send(&format!("INFO rule {}", rule.code()));
        }
        players
    }

    fn restart(&mut self) {
        for engine in &mut self.0 {
            engine.ask("RESTART", "OK");
        }
    }

    fn game(&mut self, rule: Rule, size: Size) -> Vec<Step> {
        let mut referee = Referee::new(rule, size);
        let mut steps: Vec<Step> = Vec::new();
        while !referee.outcome().is_over() && steps.len() < MOST_MOVES {
            let engine = &mut self.0[steps.len() % 2];
            match steps.last() {
                None => engine.send("BEGIN"),
                Some((point, _)) => engine.send(&format!("TURN {point}")),
            }
            let (point, told) = answer(engine);
            let played = size.point(point.x, point.y).map(|point| referee.play(point));
            engine.check(matches!(played, Some(Ok(_))), &format!("{point} is no legal move"));
            steps.push((point, told));
        }
        steps
    }

    fn end(mut self) {
        for engine in &mut self.0 {
            engine.end();
        }
    }
}

/// The next move, with depth, value and nodes in the last report before it.
fn answer(engine: &mut Engine) -> Step {
    let mut told = None;
    loop {
        let Some(line) = engine.line(PATIENCE) else { engine.fail("no answer") };
        if let Some(report) = line.strip_prefix("MESSAGE depth ") {
            told = report.split_once(" speed ").map(|(exact, _)| exact.to_owned());
        }
        if let Some(point) = Coordinates::parse(&line) {
            return (point, told);
        }
    }
}

fn check(rule: Rule, width: usize, height: usize) {
    let size = Size::new(width, height).expect("a good size");
    let mut players = Players::start(rule, size);
    let first = players.game(rule, size);
    let told = first.iter().filter(|(_, told)| told.is_some()).count();
    assert!(first.len() > 8 && told * 2 > first.len(), "{rule}: {first:?}");
    players.restart();
    assert_eq!(players.game(rule, size), first, "{rule}: another game after RESTART");
    players.end();
    let mut others = Players::start(rule, size);
    assert_eq!(others.game(rule, size), first, "{rule}: another game in another process");
    others.end();
}

#[test]
fn freestyle_games_repeat() {
    check(Rule::Freestyle, 20, 20);
}

#[test]
fn standard_games_repeat() {
    check(Rule::Standard, 15, 15);
}

#[test]
fn renju_games_repeat() {
    check(Rule::Renju, 15, 15);
}

#[test]
fn caro_games_repeat_on_a_rectangle() {
    check(Rule::Caro, 17, 9);
}
