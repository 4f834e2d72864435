//! Decisions before the first ordinary move: swap2 and balanced stones, all by search.

use super::{Answer, Game};
use crate::board::{Point, PointSet};
use crate::clock::{Budget, Limits, Spans, StopSignal};
use crate::position::Position;
use crate::rng::Rng;
use crate::rules::Rule;
use crate::score::Score;
use crate::search::{Line, Searcher, Task};
use std::time::{Duration, Instant};

/// Searches positions for the decisions below, within one common budget.
pub(super) struct Advisor<'a> {
    pub searcher: &'a Searcher,
    pub limits: &'a Limits,
    pub stop: &'a StopSignal,
    pub game: &'a Game,
    pub rule: Rule,
}

/// How many openings are tried when the engine places the first three stones.
const OPENINGS: usize = 16;
/// How many of them are looked at again.
const FINALISTS: usize = 4;
/// An edge of this many points is worth more than leaving the choice to the opponent.
const CLEAR_EDGE: i32 = 70;
/// A pair of stones this close to equal may be offered to the opponent.
const EQUAL: i32 = 30;
/// How many first and second stones are considered where two have to balance the position.
const PAIR_WIDTH: [usize; 2] = [6, 8];
/// How many lines are compared where one stone has to balance the position.
const SINGLE_WIDTH: usize = 24;
/// The time for everything where the manager sets no limit.
const UNLIMITED: Duration = Duration::from_secs(5);

impl Advisor<'_> {
    /// The three stones that open a swap2 game: of some random openings the most equal one.
    pub fn open(&self) -> Answer {
        let openings = self.random_openings();
        let Some(first) = openings.first() else { return Answer::Nothing };
        let mut stones = *first;
        let rounds = [(openings.len(), 2), (FINALISTS.min(openings.len()), 1)];
        let mut judged: Vec<([Point; 3], i32)> = openings.into_iter().map(|o| (o, 0)).collect();
        for (count, share) in rounds {
            judged.truncate(count);
            for (opening, imbalance) in &mut judged {
                let slice = self.slice(share, 3 * count as u32);
                let value = self.value(&self.after(&opening[..]), slice);
                *imbalance = value.map_or(i32::MAX, |value| value.raw().abs());
            }
            judged.sort_by_key(|&(_, imbalance)| imbalance);
            if let Some(&(best, _)) = judged.first() {
                stones = best;
            }
            if self.stop.is_raised() {
                break;
            }
        }
        Answer::Play(stones.to_vec())
    }

    /// White is to answer three stones: take black, stay, or place two more stones.
    pub fn answer_three(&self) -> Answer {
        let root = self.game.position(self.rule);
        let Some(best) = self.lines(&root, 1, self.slice(2, 5)).into_iter().next() else {
            return Answer::Swap;
        };
        let stay_or_swap = stay_or_swap(&best);
        if best.score.raw().abs() > CLEAR_EDGE {
            return stay_or_swap;
        }
        match self.balanced_pair(0, self.slice(3, 5)) {
            Some((pair, off)) if off <= EQUAL => Answer::Play(pair.to_vec()),
            _ => stay_or_swap,
        }
    }

    /// White is to answer five stones: take black or stay.
    pub fn answer_five(&self) -> Answer {
        let root = self.game.position(self.rule);
        let best = self.lines(&root, 1, self.slice(1, 1)).into_iter().next();
        best.map_or(Answer::Swap, |best| stay_or_swap(&best))
    }

    /// One or two stones after which the position is worth `bias` points to the side to move now.
    pub fn balance(&self, stones: usize, bias: i32) -> Answer {
        if stones == 2 {
            let pair = self.balanced_pair(bias, self.slice(1, 1));
            return pair.map_or(Answer::Nothing, |(pair, _)| Answer::Play(pair.to_vec()));
        }
        let root = self.game.position(self.rule);
        let lines = self.lines(&root, SINGLE_WIDTH, self.slice(1, 1));
        let off = |line: &Line| (line.score.raw() - bias).abs();
        let nearest = lines.into_iter().min_by_key(off);
        nearest
            .and_then(|line| line.moves.first().copied())
            .map_or(Answer::Nothing, |point| Answer::Play(vec![point]))
    }

    /// The two stones that come nearest to `bias`, and by how much they miss it.
    fn balanced_pair(&self, bias: i32, time: Duration) -> Option<([Point; 2], i32)> {
        let [first_width, second_width] = PAIR_WIDTH;
        let root = self.game.position(self.rule);
        let firsts = self.lines(&root, first_width, time / 4);
        let slice = time / 4 * 3 / firsts.len().max(1) as u32;
        let mut best: Option<([Point; 2], i32)> = None;
        for first in firsts.iter().filter_map(|line| line.moves.first().copied()) {
            let mut position = root.clone();
            position.play(first);
            for line in self.lines(&position, second_width, slice) {
                let off = (line.score.raw() + bias).abs();
                let Some(&second) = line.moves.first() else { continue };
                if best.is_none_or(|(_, least)| off < least) {
                    best = Some(([first, second], off));
                }
            }
        }
        best
    }

    /// Loose groups of three stones anywhere on the board, always the same ones.
    fn random_openings(&self) -> Vec<[Point; 3]> {
        let size = self.game.size();
        let mut rng = Rng::new(size.area() as u64);
        let mut near = |center: Point, most: usize| {
            let points: Vec<Point> = size
                .points()
                .filter(|&point| (1..=most).contains(&point.distance(center)))
                .collect();
            rng.choose(&points).copied()
        };
        let reach = size.width().max(size.height());
        let mut openings: Vec<[Point; 3]> = Vec::with_capacity(OPENINGS);
        for _ in 0..4 * OPENINGS {
            let Some(first) = near(size.center(), reach) else { break };
            let (Some(second), Some(third)) = (near(first, 3), near(first, 4)) else { break };
            if second != third && openings.len() < OPENINGS {
                openings.push([first, second, third]);
            }
        }
        openings
    }

    fn after(&self, stones: &[Point]) -> Position {
        let mut position = self.game.position(self.rule);
        for &point in stones {
            position.play(point);
        }
        position
    }

    fn value(&self, position: &Position, time: Duration) -> Option<Score> {
        self.lines(position, 1, time).first().map(|line| line.score)
    }

    fn lines(&self, position: &Position, multi: usize, time: Duration) -> Vec<Line> {
        let left = self.limits.budget.as_ref().and_then(Budget::remaining).unwrap_or(time);
        let time = time.min(left);
        let budget = Budget::with_spans(Instant::now(), Spans { soft: time, hard: time });
        let task = Task {
            position: position.clone(),
            limits: Limits { budget: Some(budget), ..self.limits.clone() },
            multi,
            excluded: PointSet::EMPTY,
        };
        // Lines of positions that may never come are not worth telling.
        self.searcher.search(&task, self.stop, &()).lines
    }

    /// A part of the whole time.
    fn slice(&self, numerator: u32, denominator: u32) -> Duration {
        let whole = self.limits.budget.as_ref().and_then(Budget::expected).unwrap_or(UNLIMITED);
        whole / denominator.max(1) * numerator
    }
}

fn stay_or_swap(best: &Line) -> Answer {
    match best.moves.first() {
        Some(&point) if best.score >= Score::ZERO => Answer::Play(vec![point]),
        _ => Answer::Swap,
    }
}
