//! What a position is worth to the side to move, in points (200 are one logit of winning chance).
//!
//! A sum over all empty points of a value per [`Code`] and color and of one per [`Pair`] of
//! threats, plus a value for the yes/no facts about the threats on the board, corrected by a small
//! [network](Network).
//! Does not look ahead.

mod explain;
mod features;
mod network;
mod stored;
mod weights;

pub use explain::{Explanation, ShapeNames, Term};
pub use features::{Facts, Pair};
pub use network::{Layers, Network, POOLS, PerUnit, Pools, UNITS};
pub use stored::{WeightsError, WeightsFile};
pub use weights::Weights;

use crate::board::{Color, Point};
use crate::cpu::for_each_cpu;
use crate::pattern::{Code, PatternTable};
use crate::position::{Change, Position};
use crate::score::Score;

/// The running sums of a position, one level per ply; they follow the position lazily, so plays
/// that are taken back before anybody asks for a value cost nothing.
#[derive(Clone)]
pub struct Evaluator {
    weights: &'static Weights,
    levels: Vec<Sums>,
}

/// Sums over the empty points, as seen with black to move and with white to move.
#[derive(Clone, Copy, Default)]
struct Sums {
    values: [i32; 2],
    pools: Pools,
}

for_each_cpu! {
    fn value(evaluator: &mut Evaluator, position: &Position) -> i32 {
        evaluator.value(position)
    }
}

impl Evaluator {
    /// An evaluator for this position and those that follow from it.
    pub fn new(position: &Position) -> Evaluator {
        let weights = Weights::of(position.rule());
        let mut sums = Sums::default();
        for point in position.empties().iter() {
            let codes = Color::ALL.map(|color| position.code(color, point));
            for color in Color::ALL {
                sums.values[color.index()] += weights.value(color, codes);
                weights.network.add(&mut sums.pools, color, codes[color.index()], 1);
                let pair = Pair::at(position, point, color);
                sums.values[color.index()] += weights.pair_value(color, pair);
                weights.network.add_pair(&mut sums.pools, color, pair, 1);
            }
        }
        Evaluator { weights, levels: vec![sums; position.ply() + 1] }
    }

    /// Must be told after each [`Position::undo`], so that no sum of another line survives.
    #[inline]
    pub fn retreat(&mut self, position: &Position) {
        self.levels.truncate(position.ply() + 1);
    }

    /// The value of the position, which must be the one this evaluator follows.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        Score::points(value(self, position))
    }

    #[inline(always)]
    fn value(&mut self, position: &Position) -> i32 {
        let Sums { values, pools } = self.sums(position);
        let (mover, facts) = (position.to_move(), Facts::of(position));
        let sum = values[mover.index()] / Weights::SCALE + self.weights.facts(mover, facts);
        sum + self.weights.network.points(mover, &pools, facts)
    }

    /// How good a move of the side to move looks before any search: what it makes and denies.
    #[inline]
    pub fn promise(&self, position: &Position, point: Point) -> i32 {
        let codes = Color::ALL.map(|color| position.code(color, point));
        let mover = position.to_move();
        self.weights.promise(mover, codes, Pair::at(position, point, mover))
    }

    #[inline(always)]
    fn sums(&mut self, position: &Position) -> Sums {
        for ply in self.levels.len() - 1..position.ply() {
            let mut sums = self.levels[ply];
            for change in position.changes_at(ply) {
                sums.follow(self.weights, position.table(), change);
            }
            self.levels.push(sums);
        }
        self.levels[position.ply()]
    }
}

impl Sums {
    #[inline(always)]
    fn follow(&mut self, weights: &Weights, table: &PatternTable, change: &Change) {
        for color in Color::ALL {
            let (old, new) = (change.old[color.index()], change.new[color.index()]);
            if old != new {
                self.change(weights, color, old, new);
            }
        }
        let threats =
            |codes: [Code; 2]| Color::ALL.map(|color| table.threat(color, codes[color.index()]));
        let (old, new) = (threats(change.old), threats(change.new));
        if old != new {
            for mover in Color::ALL {
                let (old, new) = (Pair::of(old, mover), Pair::of(new, mover));
                let gain = weights.pair_value(mover, new) - weights.pair_value(mover, old);
                self.values[mover.index()] += gain;
                weights.network.change_pair(&mut self.pools, mover, old, new);
            }
        }
    }

    /// Follows a point whose code of `color` has changed.
    #[inline(always)]
    fn change(&mut self, weights: &Weights, color: Color, old: Code, new: Code) {
        let values = &weights.values[color.index()];
        let [old_own, old_other] = values[old.index()].map(i32::from);
        let [new_own, new_other] = values[new.index()].map(i32::from);
        self.values[color.index()] += new_own - old_own;
        self.values[(!color).index()] -= new_other - old_other;
        weights.network.change(&mut self.pools, color, old, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rng::Rng;
    use crate::rules::Rule;

    #[test]
    fn running_sums_equal_fresh_ones() {
        let mut rng = Rng::new(11);
        for rule in Rule::ALL {
            let mut position = Position::new(Size::new(9, 11).unwrap(), rule);
            let mut evaluator = Evaluator::new(&position);
            for _ in 0..300 {
                let empties: Vec<Point> = position.empties().iter().collect();
                match rng.choose(&empties) {
                    Some(&point) if rng.chance(3, 5) => position.play(point),
                    _ if rng.chance(1, 4) => position.pass(),
                    _ => {
                        position.undo();
                        evaluator.retreat(&position);
                    }
                }
                if rng.chance(1, 3) {
                    let fresh = Evaluator::new(&position).evaluate(&position);
                    assert_eq!(evaluator.evaluate(&position), fresh);
                }
            }
        }
    }
}
