//! The fit of the network that corrects the sum of the values: gradient descent on the same loss,
//! on top of the fitted values, which stay as they are.
//!
//! One thread, in a fixed order, so that the same games give the same network.
//!
//! See: D. P. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization*, 2015; I. Loshchilov,
//! F. Hutter, *Decoupled Weight Decay Regularization*, 2019.

use super::adam::Adam;
use super::samples::{FACTS, PAIRS, Term, Values};
use super::value::{Mixture, logit, sigmoid};
use crate::eval::{Facts, Layers, Network, POOLS, Pair, PerUnit, UNITS};
use crate::pattern::Code;
use crate::rng::Rng;

const SEED: u64 = 1;
const EPOCHS: usize = 10;
const BATCH: usize = 64;
/// The step size at the start; it falls to nothing along a cosine.
const RATE: f32 = 1e-3;
/// Weight decay, per unit of step size.
const DECAY: f32 = 0.1;

/// A network in real numbers, for one side to move. Weights are numbered: rows of own codes, rows
/// of the other side's, rows of pairs, from pools, from facts, bias, to the output.
#[derive(Clone, Debug)]
pub struct Model {
    weights: Vec<f32>,
}

const NOTHING: usize = Code::NOTHING.index();
const ROWS: usize = FACTS;
const FROM_POOLS: usize = ROWS * POOLS;
const FROM_FACTS: usize = FROM_POOLS + POOLS * UNITS;
const BIAS: usize = FROM_FACTS + Facts::BITS * UNITS;
const OUTPUT: usize = BIAS + UNITS;
const END: usize = OUTPUT + UNITS;

/// What a pass through the network leaves behind for the way back.
struct Pass {
    pools: [f32; POOLS],
    units: [f32; UNITS],
    output: f32,
}

/// Fits a network to what the values leave over; `fitted` are the weights of the values.
pub fn fit(values: &Values, fitted: &[f64], mixture: &Mixture) -> Model {
    let samples: Vec<[f32; 2]> = (0..values.rows.len())
        .map(|at| {
            [logit(values.rows.row(at), fitted), mixture.target(&values.labels[at])]
                .map(|number| number as f32)
        })
        .collect();
    let mut rng = Rng::new(SEED);
    let mut model = Model::random(&mut rng);
    let mut adam = Adam::new(END);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let batches = EPOCHS * samples.len().div_ceil(BATCH);
    let mut done = 0;
    for _ in 0..EPOCHS {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            for &at in batch {
                let row = values.rows.row(at);
                let pass = model.forward(row);
                let [sum, target] = samples[at];
                let error = sigmoid(f64::from(sum + pass.output)) as f32 - target;
                model.backward(row, &pass, error / batch.len() as f32, &mut adam);
            }
            let progress = done as f32 / batches as f32;
            let rate = RATE * f32::midpoint(1.0, (std::f32::consts::PI * progress).cos());
            adam.descend(&mut model.weights, FROM_POOLS..END, rate, DECAY);
            done += 1;
        }
    }
    model
}

impl Model {
    /// Small random weights; the output is 0 at first.
    fn random(rng: &mut Rng) -> Model {
        let mut spread = |width: f32| {
            let sum: f32 = (0..12).map(|_| rng.below(1 << 20) as f32 / (1 << 20) as f32).sum();
            width * (sum - 6.0)
        };
        let inputs = (POOLS + Facts::BITS) as f32;
        let mut weights: Vec<f32> = (0..FROM_POOLS).map(|_| spread(0.15)).collect();
        weights.extend((FROM_POOLS..BIAS).map(|_| spread(inputs.sqrt().recip())));
        weights.extend((BIAS..OUTPUT).map(|_| spread(0.1)));
        weights.resize(END, 0.0);
        // Most of the board makes nothing and adds nothing, and taken points are no part of it.
        let codes = [Code::OCCUPIED, Code::NOTHING].map(Code::index);
        let rows = codes.into_iter().flat_map(|code| [code, Code::COUNT + code]);
        for row in rows.chain([PAIRS + Pair::NOTHING.index()]) {
            weights[row * POOLS..][..POOLS].fill(0.0);
        }
        Model { weights }
    }

    pub fn is_finite(&self) -> bool {
        self.weights.iter().all(|weight| weight.is_finite())
    }

    /// The logits that the network adds to a position.
    pub fn output(&self, row: &[Term]) -> f64 {
        self.forward(row).output.into()
    }

    fn forward(&self, row: &[Term]) -> Pass {
        let mut pools = [0.0; POOLS];
        let mut units = self.per_unit(BIAS);
        for term in row {
            let weight = usize::from(term.weight);
            if weight < ROWS {
                let numbers = &self.weights[weight * POOLS..][..POOLS];
                let count = f32::from(term.count) / Network::POOL as f32;
                for (pool, number) in pools.iter_mut().zip(numbers) {
                    *pool += count * number;
                }
            } else {
                for fact in bits(weight - ROWS) {
                    add(&mut units, 1.0, &self.per_unit(FROM_FACTS + fact * UNITS));
                }
            }
        }
        for (at, &pool) in pools.iter().enumerate() {
            add(&mut units, pool, &self.per_unit(FROM_POOLS + at * UNITS));
        }
        units = units.map(|unit| unit.max(0.0));
        let output = units.iter().zip(self.per_unit(OUTPUT)).map(|(unit, weight)| unit * weight);
        Pass { pools, units, output: output.sum() }
    }

    /// Adds the gradient of a position with this `error` of its logit.
    fn backward(&self, row: &[Term], pass: &Pass, error: f32, adam: &mut Adam) {
        adam.add(OUTPUT, &pass.units.map(|unit| error * unit));
        let mut by_units = self.per_unit(OUTPUT);
        for (by_unit, unit) in by_units.iter_mut().zip(pass.units) {
            *by_unit = if unit > 0.0 { error * *by_unit } else { 0.0 };
        }
        adam.add(BIAS, &by_units);
        let mut by_pools = [0.0; POOLS];
        for (at, (by_pool, pool)) in by_pools.iter_mut().zip(pass.pools).enumerate() {
            let weights = self.per_unit(FROM_POOLS + at * UNITS);
            *by_pool = by_units.iter().zip(weights).map(|(a, b)| a * b).sum();
            adam.add(FROM_POOLS + at * UNITS, &by_units.map(|by_unit| by_unit * pool));
        }
        for term in row {
            let weight = usize::from(term.weight);
            if weight >= ROWS {
                for fact in bits(weight - ROWS) {
                    adam.add(FROM_FACTS + fact * UNITS, &by_units);
                }
            } else if weight != NOTHING && weight != Code::COUNT + NOTHING {
                let count = f32::from(term.count) / Network::POOL as f32;
                adam.add_sparse(weight * POOLS, &by_pools.map(|by_pool| count * by_pool));
            }
        }
    }

    fn per_unit(&self, from: usize) -> [f32; UNITS] {
        std::array::from_fn(|unit| self.weights[from + unit])
    }

    /// The rows of a code in the engine's numbers: own, and of the other side.
    pub fn row(&self, code: usize, is_own: bool) -> [i16; POOLS] {
        self.numbered_row(if is_own { code } else { Code::COUNT + code })
    }

    /// The row of a pair in the engine's numbers.
    pub fn pair_row(&self, pair: Pair) -> [i16; POOLS] {
        self.numbered_row(PAIRS + pair.index())
    }

    fn numbered_row(&self, row: usize) -> [i16; POOLS] {
        std::array::from_fn(|at| rounded(self.weights[row * POOLS + at], Network::ROW as f32))
    }

    /// The layers in the engine's numbers, with outputs in points.
    pub fn layers(&self, points: f64) -> Layers {
        let numbers = |from: usize, unit: i32| -> PerUnit {
            self.per_unit(from).map(|weight| rounded(weight, unit as f32))
        };
        let output = Network::TO_POINTS as f32 * points as f32;
        Layers {
            from_pools: std::array::from_fn(|pool| {
                numbers(FROM_POOLS + pool * UNITS, Network::FROM_POOLS)
            }),
            from_facts: std::array::from_fn(|fact| {
                numbers(FROM_FACTS + fact * UNITS, Network::BIAS)
            }),
            bias: numbers(BIAS, Network::BIAS),
            to_points: self.per_unit(OUTPUT).map(|weight| rounded(weight, output)),
        }
    }
}

/// The numbers of the bits that are set.
fn bits(number: usize) -> impl Iterator<Item = usize> {
    (0..Facts::BITS).filter(move |bit| number >> bit & 1 != 0)
}

fn add(units: &mut [f32; UNITS], factor: f32, weights: &[f32; UNITS]) {
    for (unit, weight) in units.iter_mut().zip(weights) {
        *unit += factor * weight;
    }
}

/// Out of range becomes the nearest number in range.
fn rounded(weight: f32, unit: f32) -> i16 {
    (weight * unit).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::eval::Pools;
    use crate::score::Score;
    use crate::tuner::samples::Label;

    const MIXTURE: Mixture = Mixture { result: 1.0, score_scale: 0.0 };

    /// Positions with two codes, each there or not, which are won where just one is.
    fn either_or(count: usize) -> Values {
        let mut values = Values::default();
        for number in 0..count {
            let there = [number & 1 != 0, number & 2 != 0];
            let codes = [7u16, 9].into_iter().zip(there).filter(|&(_, is_there)| is_there);
            let codes = codes.map(|(weight, _)| Term { weight, count: 24 });
            values.rows.push(codes.chain([Term { weight: ROWS as u16, count: 1 }]));
            values.labels.push(Label {
                result: f64::from(there[0] != there[1]),
                score: Score::ZERO,
                evaluated: 0.0,
                trusts_result: true,
            });
        }
        values
    }

    #[test]
    fn learns_what_no_sum_can_tell() {
        let values = either_or(30_000);
        let fitted = vec![0.0; ROWS + Facts::COUNT];
        let model = fit(&values, &fitted, &MIXTURE);
        for at in 0..4 {
            let output = model.output(values.rows.row(at));
            assert_eq!(output > 1.0, values.labels[at].result > 0.5, "{at}: {output}");
            assert!(output.abs() > 1.0, "{at}: {output}");
        }
    }

    #[test]
    fn taken_points_stay_without_weight() {
        let fitted = vec![0.0; ROWS + Facts::COUNT];
        let model = fit(&either_or(100), &fitted, &MIXTURE);
        for code in [Code::OCCUPIED, Code::NOTHING] {
            let rows = [true, false].map(|is_own| model.row(code.index(), is_own));
            assert_eq!(rows, [[0; POOLS]; 2]);
        }
        assert_eq!(model.pair_row(Pair::NOTHING), [0; POOLS]);
    }

    #[test]
    fn the_engine_computes_what_was_learned() {
        let mut rng = Rng::new(5);
        let mut model = Model::random(&mut rng);
        for weight in &mut model.weights[OUTPUT..] {
            *weight = rng.below(1_000) as f32 / 1_000.0 - 0.5;
        }
        let mut network = Network::zero();
        for code in 0..Code::COUNT {
            network.rows[1][code][0] = model.row(code, true);
            network.rows[0][code][1] = model.row(code, false);
        }
        for (pair, _) in Pair::all() {
            network.pairs[1][pair.index()] = model.pair_row(pair);
        }
        network.layers[1] = model.layers(200.0);
        for facts in Facts::all().step_by(97) {
            let codes: Vec<usize> = (0..60).map(|_| rng.below(ROWS)).collect();
            let mut pools = Pools::default();
            for &code in &codes {
                if code >= PAIRS {
                    let (pair, _) = Pair::all().nth(code - PAIRS).unwrap();
                    network.add_pair(&mut pools, Color::White, pair, 1);
                    continue;
                }
                let color = if code < Code::COUNT { Color::White } else { Color::Black };
                let code = Code::from_index(code % Code::COUNT).unwrap();
                network.add(&mut pools, color, code, 1);
            }
            let codes =
                codes.iter().map(|&code| code as u16).chain([(ROWS + facts.index()) as u16]);
            let row: Vec<Term> = codes.map(|weight| Term { weight, count: 1 }).collect();
            let points = 200.0 * model.output(&row);
            let computed = network.points(Color::White, &pools, facts);
            assert!((f64::from(computed) - points).abs() < 3.0, "{computed} {points}");
        }
    }
}
