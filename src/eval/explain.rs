//! The value of a position, term by term, for people.

use super::{Evaluator, Facts, Pair, Pools, Weights};
use crate::board::{Color, Point};
use crate::pattern::{Code, Shape, Threat};
use crate::position::Position;
use crate::score::Score;
use std::fmt;

/// All terms of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Those of empty points, the greatest first.
    pub terms: Vec<Term>,
    /// Those of pairs of threats, the greatest first.
    pub pairs: Vec<PairTerm>,
    pub facts: Facts,
    /// What the facts are worth, in points.
    pub facts_points: i32,
    /// What the network adds to all of this, in points.
    pub network_points: i32,
    pub score: Score,
}

/// What points with the same shapes for one color add up to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    pub color: Color,
    pub shapes: [Shape; 4],
    pub points: Vec<Point>,
    /// To the side to move, in [fractions](Weights::SCALE) of a point.
    pub value: i32,
}

/// What points with the same threats for both sides add up to, beside their terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTerm {
    /// Of the side to move, and of the other side.
    pub threats: [Threat; 2],
    pub points: Vec<Point>,
    /// To the side to move, in [fractions](Weights::SCALE) of a point.
    pub value: i32,
}

impl Explanation {
    pub fn of(position: &Position) -> Explanation {
        let mover = position.to_move();
        let weights = Weights::of(position.rule());
        let mut terms = Vec::new();
        let mut pools = Pools::default();
        for color in Color::ALL {
            for (code, shapes) in Code::all() {
                let empties = position.empties();
                let points: Vec<Point> =
                    empties.iter().filter(|&point| position.code(color, point) == code).collect();
                weights.network.add(&mut pools, color, code, points.len() as i16);
                let mut codes = [Code::OCCUPIED; 2];
                codes[color.index()] = code;
                let value = weights.value(mover, codes) * points.len() as i32;
                if value != 0 {
                    terms.push(Term { color, shapes, points, value });
                }
            }
        }
        terms.sort_by_key(|term| -term.value.abs());
        let pairs = pair_terms(position, weights, &mut pools);
        let facts = Facts::of(position);
        Explanation {
            terms,
            pairs,
            facts,
            facts_points: weights.facts(mover, facts),
            network_points: weights.network.points(mover, &pools, facts),
            score: Evaluator::new(position).evaluate(position),
        }
    }
}

/// The terms of the pairs as the side to move sees them, which are added to its pools too.
fn pair_terms(position: &Position, weights: &Weights, pools: &mut Pools) -> Vec<PairTerm> {
    let (mover, empties) = (position.to_move(), position.empties());
    let mut terms = Vec::new();
    for (pair, threats) in Pair::all() {
        let has_pair = |&point: &Point| Pair::at(position, point, mover) == pair;
        let points: Vec<Point> = empties.iter().filter(has_pair).collect();
        weights.network.add_pair(pools, mover, pair, points.len() as i16);
        let value = weights.pair_value(mover, pair) * points.len() as i32;
        if value != 0 {
            terms.push(PairTerm { threats, points, value });
        }
    }
    terms.sort_by_key(|term| -term.value.abs());
    terms
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let points = |value: i32| f64::from(value) / f64::from(Weights::SCALE);
        for Term { color, shapes, points: at, value } in &self.terms {
            let (color, shapes) = (color.to_string(), ShapeNames(*shapes));
            writeln!(f, "{:>+8.1}  {color:<5}  {shapes}: {}", points(*value), listed(at))?;
        }
        for PairTerm { threats: [own, other], points: at, value } in &self.pairs {
            let at = listed(at);
            writeln!(f, "{:>+8.1}  both   own {own:?}, other {other:?}: {at}", points(*value))?;
        }
        writeln!(f, "{:>+8.1}  facts: {}", f64::from(self.facts_points), self.facts)?;
        writeln!(f, "{:>+8.1}  how they work together", f64::from(self.network_points))?;
        writeln!(f, "{:>8}  in all, for the side to move", self.score.to_string())
    }
}

fn listed(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

/// The shapes of a point in words, those that are nothing left out.
pub struct ShapeNames(pub [Shape; 4]);

impl fmt::Display for ShapeNames {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names: Vec<String> = self
            .0
            .iter()
            .filter(|&&shape| shape != Shape::None)
            .map(|shape| format!("{shape:?}"))
            .collect();
        f.pad(&if names.is_empty() { "nothing".to_owned() } else { names.join(" + ") })
    }
}

/// The facts that hold, such as `own four, other three`.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const CLASSES: [&str; 5] = ["open four", "four-three", "four", "double three", "three"];
        let mut names = Vec::new();
        if self.other_five() {
            names.push("other five".to_owned());
        }
        for (class, (own, other)) in CLASSES.into_iter().zip(self.pairs()) {
            for (who, holds) in [("own", own), ("other", other)] {
                if holds {
                    names.push(format!("{who} {class}"));
                }
            }
        }
        f.pad(&if names.is_empty() { "none".to_owned() } else { names.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rule;

    #[test]
    fn terms_add_up_to_the_score() {
        for rule in Rule::ALL {
            let mut position = Position::new(Size::new(11, 9).unwrap(), rule);
            for (x, y) in [(5, 4), (4, 4), (5, 5), (5, 3), (6, 4), (4, 6), (7, 5)] {
                position.play(Point::new(x, y));
                let explanation = Explanation::of(&position);
                let sum: i32 = explanation.terms.iter().map(|term| term.value).sum();
                let sum = sum + explanation.pairs.iter().map(|term| term.value).sum::<i32>();
                let network = explanation.network_points;
                let points = sum / Weights::SCALE + explanation.facts_points + network;
                assert_eq!(Score::points(points), explanation.score, "{rule}");
            }
        }
    }

    #[test]
    fn facts_are_named() {
        let mut position = Position::new(Size::square(15).unwrap(), Rule::Freestyle);
        for (x, y) in [(7, 7), (0, 0), (8, 7), (0, 14), (9, 7), (14, 0)] {
            position.play(Point::new(x, y));
        }
        assert_eq!(Facts::of(&position).to_string(), "own open four, own four");
        position.pass();
        assert_eq!(Facts::of(&position).to_string(), "other open four, other four");
    }
}
