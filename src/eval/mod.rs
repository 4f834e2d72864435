//! What a position is worth to the side to move, in points (200 are one logit of winning chance).
//!
//! A sum over all empty points of a value per [`Code`](crate::pattern::Code) and color, plus a value
//! for the yes/no facts about the threats on the board. Does not look ahead.

mod explain;
mod features;
mod stored;
mod weights;

pub use explain::{Explanation, ShapeNames, Term};
pub use features::Facts;
pub use stored::{WeightsError, WeightsFile};
pub use weights::Weights;

use crate::board::{Color, Point};
use crate::position::Position;
use crate::score::Score;

/// The running sums of a position, one level per ply; they follow the position lazily, so plays
/// that are taken back before anybody asks for a value cost nothing.
#[derive(Clone)]
pub struct Evaluator {
    weights: &'static Weights,
    /// Per ply: the sum over the points, as seen with black to move and with white to move.
    sums: Vec<[i32; 2]>,
}

impl Evaluator {
    /// An evaluator for this position and those that follow from it.
    pub fn new(position: &Position) -> Evaluator {
        let weights = Weights::of(position.rule());
        let mut sums = [0; 2];
        for point in position.empties().iter() {
            let codes = Color::ALL.map(|color| position.code(color, point));
            for mover in Color::ALL {
                sums[mover.index()] += weights.value(mover, codes);
            }
        }
        Evaluator { weights, sums: vec![sums; position.ply() + 1] }
    }

    /// Must be told after each [`Position::undo`], so that no sum of another line survives.
    #[inline]
    pub fn retreat(&mut self, position: &Position) {
        self.sums.truncate(position.ply() + 1);
    }

    /// The value of the position, which must be the one this evaluator follows.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let sum = self.sum(position);
        let facts = Facts::of(position);
        Score::points(sum / Weights::SCALE + self.weights.facts(position.to_move(), facts))
    }

    /// How good a move of the side to move looks before any search: what it makes and denies.
    #[inline]
    pub fn promise(&self, position: &Position, point: Point) -> i32 {
        let codes = Color::ALL.map(|color| position.code(color, point));
        self.weights.promise(position.to_move(), codes)
    }

    fn sum(&mut self, position: &Position) -> i32 {
        for ply in self.sums.len() - 1..position.ply() {
            let mut sums = self.sums[ply];
            for change in position.changes_at(ply) {
                for mover in Color::ALL {
                    let new = self.weights.value(mover, change.new);
                    sums[mover.index()] += new - self.weights.value(mover, change.old);
                }
            }
            self.sums.push(sums);
        }
        self.sums[position.ply()][position.to_move().index()]
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
