//! A small network that corrects the sum of the values: what a shape is worth depends on all the
//! others.
//!
//! Every point adds a row of numbers per color and [`Code`], and one for its [`Pair`] of threats,
//! to a few pools, as it adds values to the sum, so the pools follow a position as cheaply as the
//! sum does. Pools and facts pass through one layer of rectified linear units, whose outputs are
//! weighted and added up to points. All of it is integers.
//!
//! See: Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi*, 2018.

use super::{Facts, Pair};
use crate::board::Color;
use crate::pattern::Code;

/// How many numbers a code adds for each side to move.
pub const POOLS: usize = 8;
/// The units of the hidden layer.
pub const UNITS: usize = 32;

/// Numbers for each unit of the hidden layer.
pub type PerUnit = [i16; UNITS];
/// What the points of a board add up to, as seen with black to move and with white to move. A sum
/// that leaves its range comes back at the other end, so it is right again when its parts are gone.
pub type Pools = [[i16; POOLS]; 2];

/// The network of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Per color and code: what a point adds to the pools of that color to move, and to those of
    /// the other color to move.
    pub rows: [Vec<[[i16; POOLS]; 2]>; 2],
    /// Per color to move and pair: what a point adds to the pools of that color to move.
    pub pairs: [Vec<[i16; POOLS]>; 2],
    /// Per color to move.
    pub layers: [Layers; 2],
}

/// What follows the pools.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Layers {
    pub from_pools: [PerUnit; POOLS],
    /// What each fact that holds adds, lowest bit first.
    pub from_facts: [PerUnit; Facts::BITS],
    pub bias: PerUnit,
    pub to_points: PerUnit,
}

impl Network {
    /// Units of rows, in numbers.
    pub const ROW: i32 = 512;
    /// Units of a pool, in units of a row: pools add up many rows.
    pub const POOL: i32 = 16;
    /// Units of the weights of pools, in numbers.
    pub const FROM_POOLS: i32 = 512;
    /// Units of bias and facts, in numbers.
    pub const BIAS: i32 = 4096;
    /// One point of output, in numbers of the last weights.
    pub const TO_POINTS: i32 = 64;
    /// One unit of the hidden layer, in numbers, before it is rectified.
    const SUM: i32 = Network::ROW * Network::POOL * Network::FROM_POOLS;
    /// One unit of the hidden layer, in numbers.
    const HIDDEN: i32 = 512;

    /// A network that corrects nothing.
    pub fn zero() -> Network {
        let rows = Color::ALL.map(|_| vec![[[0; POOLS]; 2]; Code::COUNT]);
        let pairs = Color::ALL.map(|_| vec![[0; POOLS]; Pair::COUNT]);
        Network { rows, pairs, layers: Default::default() }
    }

    /// Adds a point with this code of `color`, `count` times.
    pub fn add(&self, pools: &mut Pools, color: Color, code: Code, count: i16) {
        let rows = &self.rows[color.index()][code.index()];
        for (mover, row) in [color, !color].into_iter().zip(rows) {
            add_row(&mut pools[mover.index()], row, count);
        }
    }

    /// Adds a point with this pair, as `mover` sees it, `count` times.
    pub fn add_pair(&self, pools: &mut Pools, mover: Color, pair: Pair, count: i16) {
        add_row(&mut pools[mover.index()], &self.pairs[mover.index()][pair.index()], count);
    }

    /// Follows a point whose code of `color` has changed.
    #[inline(always)]
    pub fn change(&self, pools: &mut Pools, color: Color, old: Code, new: Code) {
        let rows = &self.rows[color.index()];
        let (old, new) = (&rows[old.index()], &rows[new.index()]);
        let (own, other) = (color.index(), (!color).index());
        pools[own] = exchanged(pools[own], &old[0], &new[0]);
        pools[other] = exchanged(pools[other], &old[1], &new[1]);
    }

    /// Follows a point whose pair, as `mover` sees it, has changed.
    #[inline(always)]
    pub fn change_pair(&self, pools: &mut Pools, mover: Color, old: Pair, new: Pair) {
        let rows = &self.pairs[mover.index()];
        let pool = &mut pools[mover.index()];
        *pool = exchanged(*pool, &rows[old.index()], &rows[new.index()]);
    }

    /// The points that the network adds for `mover`.
    #[inline(always)]
    pub fn points(&self, mover: Color, pools: &Pools, facts: Facts) -> i32 {
        let layers = &self.layers[mover.index()];
        let mut sums = [0; UNITS];
        for (&pool, weights) in pools[mover.index()].iter().zip(&layers.from_pools) {
            add(&mut sums, i32::from(pool), weights);
        }
        const FACT: i32 = Network::SUM / Network::BIAS;
        add(&mut sums, FACT, &layers.bias);
        let mut bits = facts.index();
        while bits != 0 {
            add(&mut sums, FACT, &layers.from_facts[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        let mut points = 0i32;
        for (sum, &weight) in sums.into_iter().zip(&layers.to_points) {
            let rectified = (sum / (Network::SUM / Network::HIDDEN)).clamp(0, i16::MAX.into());
            points = points.wrapping_add(rectified * i32::from(weight));
        }
        points / (Network::HIDDEN * Network::TO_POINTS)
    }
}

fn add_row(pool: &mut [i16; POOLS], row: &[i16; POOLS], count: i16) {
    for (sum, &number) in pool.iter_mut().zip(row) {
        *sum = sum.wrapping_add(number.wrapping_mul(count));
    }
}

#[inline(always)]
fn exchanged(mut pool: [i16; POOLS], old: &[i16; POOLS], new: &[i16; POOLS]) -> [i16; POOLS] {
    for (sum, (&old, &new)) in pool.iter_mut().zip(old.iter().zip(new)) {
        *sum = sum.wrapping_add(new).wrapping_sub(old);
    }
    pool
}

/// Adds `factor` times the weights. What was trained stays far from the limits; what was not may
/// wrap around.
#[inline(always)]
fn add(sums: &mut [i32; UNITS], factor: i32, weights: &PerUnit) {
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(factor.wrapping_mul(weight.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Weights;
    use crate::rules::Rule;

    #[test]
    fn points_are_those_of_the_real_numbers() {
        let mut network = Network::zero();
        let code = Code::all().next().unwrap().0;
        // Two points add 0.5 each; a pool of 1/16 times 8, and half a unit of bias, make one unit.
        network.rows[0][code.index()][0][3] = 256;
        network.layers[0].from_pools[3][7] = 8 * 512;
        network.layers[0].bias[7] = 2_048;
        network.layers[0].from_facts[10][7] = -4_096;
        network.layers[0].to_points[7] = 100 * 64;
        let mut pools = Pools::default();
        network.add(&mut pools, Color::Black, code, 2);
        let [none, five] = [0, 1 << 10].map(|index| Facts::all().nth(index).unwrap());
        assert_eq!(network.points(Color::Black, &pools, none), 100);
        assert_eq!(network.points(Color::Black, &pools, five), 0, "rectified");
        assert_eq!(network.points(Color::White, &pools, none), 0, "another side to move");
        network.change(&mut pools, Color::Black, code, Code::OCCUPIED);
        assert_eq!(network.points(Color::Black, &pools, none), 75);
    }

    #[test]
    fn the_greatest_numbers_do_no_harm() {
        let most = [i16::MAX; UNITS];
        let layers = Layers {
            from_pools: [most; POOLS],
            from_facts: [most; Facts::BITS],
            bias: most,
            to_points: most,
        };
        let network = Network { layers: [layers.clone(), layers], ..Network::zero() };
        for facts in Facts::all() {
            for pool in [i16::MIN, -1, 0, i16::MAX] {
                network.points(Color::White, &[[pool; POOLS]; 2], facts);
            }
        }
    }

    #[test]
    fn points_that_are_taken_or_make_nothing_add_nothing() {
        for rule in Rule::ALL {
            let network = &Weights::of(rule).network;
            for pairs in &network.pairs {
                assert_eq!(pairs[Pair::NOTHING.index()], [0; POOLS], "{rule}");
            }
            for rows in &network.rows {
                for code in [Code::OCCUPIED, Code::NOTHING] {
                    assert_eq!(rows[code.index()], [[0; POOLS]; 2], "{rule}");
                }
            }
        }
    }
}
