//! A searcher over fours written from the rules alone, plain and slow, and a judge of lines.

use fukumi::board::{Board, Color, Content, Point, zobrist};
use fukumi::rules::{Referee, Rule, forbidden, winning_points, wins};
use std::collections::HashMap;

pub struct Brute {
    rule: Rule,
    attacker: Color,
    board: Board,
    known: HashMap<u64, bool>,
    key: u64,
    /// Attacker's nodes that may still be visited.
    patience: usize,
}

/// The case is too large to be decided here.
#[derive(Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Brute {
    pub fn new(rule: Rule, board: &Board, attacker: Color, patience: usize) -> Brute {
        Brute { rule, attacker, board: board.clone(), known: HashMap::new(), key: 0, patience }
    }

    /// Whether the attacker, who is to move, wins by fours.
    pub fn wins(&mut self) -> Result<bool, TooLarge> {
        if !winning_points(self.rule, &self.board, self.attacker).is_empty() {
            return Ok(true);
        }
        if let Some(&known) = self.known.get(&self.key) {
            return Ok(known);
        }
        self.patience = self.patience.checked_sub(1).ok_or(TooLarge)?;
        let mut found = false;
        for four in self.board.empties().collect::<Vec<_>>() {
            if !self.may_play(self.attacker, four) {
                continue;
            }
            self.put(four, Content::Stone(self.attacker));
            let wins = self.four_wins();
            self.put(four, Content::Empty);
            if wins? {
                found = true;
                break;
            }
        }
        self.known.insert(self.key, found);
        Ok(found)
    }

    /// Whether the stone just placed threatens five, and every answer loses.
    fn four_wins(&mut self) -> Result<bool, TooLarge> {
        let fives = winning_points(self.rule, &self.board, self.attacker);
        let counter = winning_points(self.rule, &self.board, !self.attacker);
        if fives.is_empty() || !counter.is_empty() {
            return Ok(false);
        }
        for answer in self.board.empties().collect::<Vec<_>>() {
            if !stops_five(self.rule, &self.board, !self.attacker, answer, &fives) {
                continue;
            }
            self.put(answer, Content::Stone(!self.attacker));
            let loses = self.wins();
            self.put(answer, Content::Empty);
            if !loses? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn may_play(&self, color: Color, point: Point) -> bool {
        !self.rule.forbids(color) || forbidden(&self.board, point).is_none()
    }

    fn put(&mut self, point: Point, content: Content) {
        if let Content::Stone(color) = self.board.content(point) {
            self.key ^= zobrist::stone(color, point);
        }
        if let Content::Stone(color) = content {
            self.key ^= zobrist::stone(color, point);
        }
        self.board.set(point, content);
    }
}

/// Whether `color` may play on this empty point, and stops all these fives of the other side by it.
pub fn stops_five(rule: Rule, board: &Board, color: Color, point: Point, fives: &[Point]) -> bool {
    let mut answered = board.clone();
    answered.set(point, Content::Stone(color));
    let is_left = |&five: &Point| answered.is_empty(five) && wins(rule, &answered, five, !color);
    !fives.iter().any(is_left) && (!rule.forbids(color) || forbidden(board, point).is_none())
}

/// Says what is wrong with a line that should win by fours for the side to move.
pub fn check_line(
    rule: Rule,
    board: &Board,
    attacker: Color,
    line: &[Point],
) -> Result<(), String> {
    let mut game = Referee::from_board(rule, board.clone(), attacker);
    for (ply, &point) in line.iter().enumerate() {
        if game.to_move() != attacker {
            check_answer(&game, point)?;
        }
        game.play(point).map_err(|error| format!("ply {ply}: {error}"))?;
        if game.outcome().is_over() && ply + 1 < line.len() {
            return Err(format!("over at ply {ply}: {}", game.outcome()));
        }
    }
    match game.outcome().winner() {
        Some(winner) if winner == attacker => Ok(()),
        _ => Err(format!("at the end {}", game.outcome())),
    }
}

/// The side to move faces a five, and this answer must stop it if anything legal does.
fn check_answer(game: &Referee, answer: Point) -> Result<(), String> {
    let (rule, color) = (game.rule(), game.to_move());
    if !winning_points(rule, game.board(), color).is_empty() {
        return Err("the other side has a five of its own".into());
    }
    let fives = winning_points(rule, game.board(), !color);
    let stops = |point| stops_five(rule, game.board(), color, point, &fives);
    if fives.is_empty() {
        return Err("no five threatens".into());
    }
    if !stops(answer) && game.board().empties().any(stops) {
        return Err(format!("{answer} is no answer, but there is one"));
    }
    Ok(())
}
