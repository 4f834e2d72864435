//! The minimum of a smooth convex function of many variables.
//!
//! See: D. C. Liu, J. Nocedal, *On the Limited Memory BFGS Method for Large Scale Optimization*,
//! 1989.

use std::collections::VecDeque;

/// Steps that the curvature is estimated from.
const MEMORY: usize = 12;
/// The part of the expected decrease that a step must bring.
const ARMIJO: f64 = 1e-4;
/// How often a step is halved at most.
const HALVINGS: usize = 30;

/// A step with the change of the gradient over it.
struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    /// One over their product.
    factor: f64,
}

/// Minimizes `function`, which returns its value and writes its gradient, from `start` on, until
/// the relative decrease over one step is below `tolerance`. Variables should be scaled alike.
pub fn minimize(
    mut start: Vec<f64>,
    steps: usize,
    tolerance: f64,
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Vec<f64> {
    let mut gradient = vec![0.0; start.len()];
    let mut value = function(&start, &mut gradient);
    let mut pairs: VecDeque<Pair> = VecDeque::new();
    for _ in 0..steps {
        let direction = direction(&gradient, &pairs);
        let slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            break;
        }
        let first = if pairs.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt() } else { 1.0 };
        let mut length = f64::min(first, 1.0);
        let mut next = start.clone();
        let mut next_gradient = vec![0.0; start.len()];
        let mut next_value = f64::INFINITY;
        for _ in 0..HALVINGS {
            for (at, next) in next.iter_mut().enumerate() {
                *next = start[at] + length * direction[at];
            }
            next_value = function(&next, &mut next_gradient);
            if next_value <= value + ARMIJO * length * slope {
                break;
            }
            length /= 2.0;
        }
        if next_value >= value {
            break;
        }
        remember(&mut pairs, difference(&next, &start), difference(&next_gradient, &gradient));
        let is_done = value - next_value < tolerance * value.abs();
        (start, gradient, value) = (next, next_gradient, next_value);
        if is_done {
            break;
        }
    }
    start
}

fn remember(pairs: &mut VecDeque<Pair>, step: Vec<f64>, change: Vec<f64>) {
    let product = dot(&step, &change);
    if product <= 0.0 {
        return;
    }
    if pairs.len() == MEMORY {
        pairs.pop_front();
    }
    pairs.push_back(Pair { step, change, factor: 1.0 / product });
}

/// Downhill as the remembered curvature has it.
fn direction(gradient: &[f64], pairs: &VecDeque<Pair>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut shares = Vec::with_capacity(pairs.len());
    for pair in pairs.iter().rev() {
        let share = pair.factor * dot(&pair.step, &direction);
        add(&mut direction, -share, &pair.change);
        shares.push(share);
    }
    if let Some(last) = pairs.back() {
        let scale = 1.0 / (last.factor * dot(&last.change, &last.change));
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for (pair, share) in pairs.iter().zip(shares.into_iter().rev()) {
        let back = pair.factor * dot(&pair.change, &direction);
        add(&mut direction, share - back, &pair.step);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += factor * what);
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom_of_a_long_valley() {
        let target = [3.0, -1.0, 0.5, 20.0];
        let curvature = [1.0, 30.0, 4.0, 0.05];
        let found = minimize(vec![0.0; 4], 200, 1e-14, |x, gradient| {
            let mut value = 1.0;
            for at in 0..4 {
                let off = x[at] - target[at];
                gradient[at] = curvature[at] * off + 0.1 * off.powi(3);
                value += curvature[at] * off * off / 2.0 + 0.025 * off.powi(4);
            }
            value
        });
        for at in 0..4 {
            assert!((found[at] - target[at]).abs() < 1e-3, "{found:?}");
        }
    }
}
