//! Games turned into what the fit reads: sparse counts of codes with the value to predict, and the
//! codes of the candidates with the one to choose.

use super::dataset::{Game, Searched};
use crate::board::{Color, Point, PointSet};
use crate::eval::{Evaluator, Facts, Pair};
use crate::movegen;
use crate::pattern::{Code, Threat};
use crate::position::Position;
use crate::rng::mix;
use crate::rules::Rule;
use crate::score::Score;
use crate::solver::{Answer, Vcf, VcfLimits};
use std::collections::BTreeMap;

/// One game in this many is held out for validation.
const HELD_OUT: u64 = 20;

/// About what a search tries before it evaluates.
const SHORT: VcfLimits = VcfLimits { nodes: 60, bare_fours: 2 };
const VCF_CACHE_BYTES: usize = 1 << 18;

/// How the fit numbers weights: the codes of the side to move, those of the other side, the pairs
/// of threats from here on ...
pub const PAIRS: usize = 2 * Code::COUNT;
/// ... and the combinations of facts from here on.
pub const FACTS: usize = PAIRS + Pair::COUNT;

/// Rows of different lengths, one after the other.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

/// A number of equal terms of a sum: which weight, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub weight: u16,
    pub count: u16,
}

/// What a position turned out to be worth to the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// 1 for a win, 0 for a loss, a half for a draw.
    pub result: f64,
    /// What the search said.
    pub score: Score,
    /// What the engine's evaluation says, in points.
    pub evaluated: f64,
    /// Whether the rest of the game was played without deviations.
    pub trusts_result: bool,
}

/// Positions with their values; weights are numbered as the fit numbers them.
#[derive(Clone, Default, Debug)]
pub struct Values {
    pub rows: Rows<Term>,
    pub labels: Vec<Label>,
}

/// Candidates with the same codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// For the side to move, and for the other side.
    pub codes: [Code; 2],
    /// As the side to move sees it.
    pub pair: Pair,
    pub count: u16,
}

/// Positions with their candidates; the first group of a row holds the best move.
#[derive(Clone, Default, Debug)]
pub struct Choices {
    pub rows: Rows<Group>,
    /// Per row: whether no threat narrows the choice.
    pub is_free: Vec<bool>,
}

/// Everything learned from the games for one frame.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    pub values: Values,
    pub choices: Choices,
}

/// The samples of one frame, divided by games.
#[derive(Clone, Default, Debug)]
pub struct Split {
    pub training: Samples,
    pub validation: Samples,
}

/// Whether both colors play by the same rule, so that one frame serves both.
pub fn colors_are_alike(rule: Rule) -> bool {
    let [black, white] = Color::ALL.map(|color| (rule.forbids(color), rule.winning_row(color)));
    black == white
}

/// How many frames a rule has.
pub fn frames(rule: Rule) -> usize {
    if colors_are_alike(rule) { 1 } else { 2 }
}

/// The frame in which positions are seen with `color` to move.
pub fn frame_of(rule: Rule, color: Color) -> usize {
    if colors_are_alike(rule) { 0 } else { color.index() }
}

impl<T> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Rows<T> {
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.ends.push(self.items.len());
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn row(&self, at: usize) -> &[T] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start..self.ends[at]]
    }

    fn append(&mut self, more: Rows<T>) {
        let start = self.items.len();
        self.items.extend(more.items);
        self.ends.extend(more.ends.into_iter().map(|end| start + end));
    }
}

impl Samples {
    pub fn append(&mut self, more: Samples) {
        self.values.rows.append(more.values.rows);
        self.values.labels.extend(more.values.labels);
        self.choices.rows.append(more.choices.rows);
        self.choices.is_free.extend(more.choices.is_free);
    }
}

/// The samples of some games of one rule, per frame.
pub fn collect(rule: Rule, games: &[Game]) -> Vec<Split> {
    let mut splits = vec![Split::default(); frames(rule)];
    let mut vcf = Vcf::new(VCF_CACHE_BYTES);
    for game in games {
        let is_held_out = mix(game.number.into()).is_multiple_of(HELD_OUT);
        let last_deviation = game.steps.iter().rposition(|step| step.deviates());
        let mut position = Position::new(game.size, game.rule);
        for (at, step) in game.steps.iter().enumerate() {
            let mover = position.to_move();
            let split = &mut splits[frame_of(rule, mover)];
            let samples = if is_held_out { &mut split.validation } else { &mut split.training };
            if let Some(searched) = step.searched {
                let trusts_result = last_deviation.is_none_or(|last| last < at);
                let result = game.winner.map_or(0.5, |winner| f64::from(winner == mover));
                samples.values.add(&mut position, searched, result, trusts_result, &mut vcf);
                samples.choices.add(&mut position, searched);
            }
            if !position.is_empty(step.played) {
                break;
            }
            position.play(step.played);
        }
    }
    splits
}

impl Values {
    /// Adds a position, unless the engine would not ask its evaluation there: a five is in the
    /// air, or fours win.
    fn add(
        &mut self,
        position: &mut Position,
        searched: Searched,
        result: f64,
        trusts_result: bool,
        vcf: &mut Vcf,
    ) {
        let own = position.to_move();
        let is_forced = position.has_five(own)
            || position.has_five(!own)
            || position.count(own, Threat::OpenFour) > 0;
        if is_forced || position.stone_count() == 0 {
            return;
        }
        if searched.score.is_win() && matches!(vcf.solve(position, SHORT), Answer::Win(_)) {
            return;
        }
        let mut counts: BTreeMap<usize, u16> = BTreeMap::new();
        for point in position.empties().iter() {
            *counts.entry(position.code(own, point).index()).or_default() += 1;
            *counts.entry(Code::COUNT + position.code(!own, point).index()).or_default() += 1;
            match Pair::at(position, point, own) {
                Pair::NOTHING => {}
                pair => *counts.entry(PAIRS + pair.index()).or_default() += 1,
            }
        }
        counts.insert(FACTS + Facts::of(position).index(), 1);
        let term = |(weight, count)| Term { weight: weight as u16, count };
        self.rows.push(counts.into_iter().map(term));
        self.labels.push(Label {
            result,
            score: searched.score,
            evaluated: Evaluator::new(position).evaluate(position).raw().into(),
            trusts_result,
        });
    }
}

impl Choices {
    /// Adds a position, unless it is lost, must answer a five, or leaves no choice.
    fn add(&mut self, position: &mut Position, searched: Searched) {
        let own = position.to_move();
        if position.has_five(!own) || searched.score.is_loss() {
            return;
        }
        let (set, is_free) = candidates(position);
        if !set.contains(searched.best) {
            return;
        }
        let codes = |position: &Position, point: Point| {
            [own, !own].map(|color| position.code(color, point))
        };
        let best = codes(position, searched.best);
        let mut groups: BTreeMap<[usize; 2], Group> = BTreeMap::new();
        for point in set.iter() {
            if position.is_forbidden(point) {
                continue;
            }
            let codes = codes(position, point);
            let group = Group { codes, pair: Pair::at(position, point, own), count: 0 };
            let group = groups.entry(codes.map(Code::index)).or_insert(group);
            group.count += 1;
        }
        let Some(best) = groups.remove(&best.map(Code::index)) else { return };
        if groups.is_empty() {
            return;
        }
        self.rows.push([best].into_iter().chain(groups.into_values()));
        self.is_free.push(is_free);
    }
}

/// The moves that a search would order here, and whether no threat narrows them.
fn candidates(position: &mut Position) -> (PointSet, bool) {
    let own = position.to_move();
    if position.count(!own, Threat::OpenFour) > 0 {
        let answers = movegen::answers_to_open_fours(position, !own);
        return (answers.union(&movegen::fours(position, own)), false);
    }
    let wins = position.has_five(own) || position.count(own, Threat::OpenFour) > 0;
    (position.candidates(), !wins)
}
