//! Weights as sums of shared terms and a rest of their own, so that rare codes are sane.
//!
//! The weight of a code is the sum of a term per direction's shape, a term for its threat, and a
//! rest that is held near zero; that of a combination of facts is a term per fact and a rest; that
//! of a pair of threats is a rest alone.

use super::lbfgs::minimize;
use crate::board::Color;
use crate::eval::{Facts, Pair};
use crate::pattern::{Code, PatternTable, Shape, Threat};

const STEPS: usize = 300;
const TOLERANCE: f64 = 1e-7;

/// How far parameters are expected to lie from zero, in logits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spreads {
    /// The rest of a single code.
    pub code: f64,
    /// A pair of threats.
    pub pair: f64,
    /// The rest of a single combination of facts.
    pub facts: f64,
    /// Shared terms.
    pub term: f64,
}

/// A linear map from parameters to weights: first a rest per weight, then the shared terms.
#[derive(Clone, Debug)]
pub struct Backoff {
    /// Per weight: its terms with their multiplicity.
    terms: Vec<Vec<(usize, f64)>>,
    /// Per parameter.
    spreads: Vec<f64>,
}

const CODE_TERMS: usize = Shape::COUNT + Threat::COUNT;
/// The eleven facts, and a constant.
const FACTS_TERMS: usize = 12;

impl Backoff {
    /// A table over the codes of `mover`, then one over those of the other side, then one over the
    /// pairs, then, if `with_facts`, one over the facts.
    pub fn new(table: &PatternTable, mover: Color, with_facts: bool, spreads: &Spreads) -> Backoff {
        let mut terms = Vec::new();
        for (color, first) in [(mover, 0), (!mover, CODE_TERMS)] {
            terms.extend(code_terms(table, color, first));
        }
        let mut rests = vec![spreads.code; terms.len()];
        terms.resize(terms.len() + Pair::COUNT, Vec::new());
        rests.resize(terms.len(), spreads.pair);
        let mut shared = 2 * CODE_TERMS;
        if with_facts {
            terms.extend(facts_terms(shared));
            shared += FACTS_TERMS;
            rests.resize(terms.len(), spreads.facts);
        }
        rests.extend(std::iter::repeat_n(spreads.term, shared));
        Backoff { terms, spreads: rests }
    }

    /// The weights that minimize `loss`, which tells its value and its gradient by the weights,
    /// plus what it costs parameters to stray. `squares`: per parameter, about the second
    /// derivative of the loss.
    pub fn fit(&self, squares: &[f64], loss: impl Fn(&[f64]) -> (f64, Vec<f64>)) -> Vec<f64> {
        // Each parameter in units of its expected deviation, so that all are of one size.
        let curvatures = squares.iter().zip(&self.spreads);
        let scales: Vec<f64> =
            curvatures.map(|(square, spread)| (square + spread.powi(-2)).sqrt().recip()).collect();
        let unscale = |scaled: &[f64]| -> Vec<f64> {
            scaled.iter().zip(&scales).map(|(value, scale)| value * scale).collect()
        };
        let found = minimize(vec![0.0; scales.len()], STEPS, TOLERANCE, |scaled, gradient| {
            let parameters = unscale(scaled);
            let (mut total, by_weights) = loss(&self.expand(&parameters));
            for (at, by_parameter) in self.pull(&by_weights).into_iter().enumerate() {
                let strayed = parameters[at] / self.spreads[at];
                total += strayed * strayed / 2.0;
                gradient[at] = (by_parameter + strayed / self.spreads[at]) * scales[at];
            }
            total
        });
        self.expand(&unscale(&found))
    }

    fn weights(&self) -> usize {
        self.terms.len()
    }

    pub fn parameters(&self) -> usize {
        self.spreads.len()
    }

    /// The weights that these parameters make.
    fn expand(&self, parameters: &[f64]) -> Vec<f64> {
        let (rests, shared) = parameters.split_at(self.weights());
        let sum = |terms: &[(usize, f64)]| terms.iter().map(|&(at, n)| n * shared[at]).sum::<f64>();
        rests.iter().zip(&self.terms).map(|(rest, terms)| rest + sum(terms)).collect()
    }

    /// The gradient by the parameters from that by the weights.
    fn pull(&self, by_weights: &[f64]) -> Vec<f64> {
        let mut gradient = by_weights.to_vec();
        gradient.resize(self.parameters(), 0.0);
        for (weight, terms) in self.terms.iter().enumerate() {
            for &(at, n) in terms {
                gradient[self.weights() + at] += n * by_weights[weight];
            }
        }
        gradient
    }

    /// Adds the squares of a position's parameters to `squares`, given how much of each weight is
    /// in it.
    pub fn add_squares(&self, amounts: &[(usize, f64)], factor: f64, squares: &mut [f64]) {
        let mut shared = vec![0.0; self.parameters() - self.weights()];
        for &(weight, amount) in amounts {
            squares[weight] += factor * amount * amount;
            for &(at, n) in &self.terms[weight] {
                shared[at] += n * amount;
            }
        }
        for (square, amount) in squares[self.weights()..].iter_mut().zip(shared) {
            *square += factor * amount * amount;
        }
    }
}

fn code_terms(table: &PatternTable, color: Color, first: usize) -> Vec<Vec<(usize, f64)>> {
    let mut terms = vec![Vec::new(); Code::COUNT];
    for (code, shapes) in Code::all() {
        let of_code = &mut terms[code.index()];
        for shape in Shape::ALL {
            let count = shapes.iter().filter(|&&s| s == shape).count();
            if count > 0 {
                of_code.push((first + shape as usize, count as f64));
            }
        }
        let threat = table.threat(color, code);
        of_code.push((first + Shape::COUNT + threat.index(), 1.0));
    }
    terms
}

fn facts_terms(first: usize) -> impl Iterator<Item = Vec<(usize, f64)>> {
    (0..Facts::COUNT).map(move |facts| {
        let facts = (0..FACTS_TERMS - 1).filter(move |bit| facts >> bit & 1 != 0);
        facts.chain([FACTS_TERMS - 1]).map(|bit| (first + bit, 1.0)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    #[test]
    fn pulling_is_the_transpose_of_expanding() {
        let spreads = Spreads { code: 1.0, pair: 1.0, facts: 1.0, term: 1.0 };
        let table = PatternTable::of(Rule::Renju);
        let backoff = Backoff::new(table, Color::White, true, &spreads);
        let number = |at: usize| ((at * 7919) % 101) as f64 / 50.0 - 1.0;
        let parameters: Vec<f64> = (0..backoff.parameters()).map(number).collect();
        let direction: Vec<f64> = (0..backoff.weights()).map(|at| number(at + 13)).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let there = dot(&backoff.expand(&parameters), &direction);
        let back = dot(&parameters, &backoff.pull(&direction));
        assert!((there - back).abs() < 1e-6, "{there} {back}");
    }
}
