//! Adaptive gradient descent for weights of which most are untouched by a batch.
//!
//! See: D. P. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization*, 2015.

use std::ops::Range;

/// What is left of the mean gradient after a step.
const MEAN_KEPT: f32 = 0.9;
/// What is left of the mean square after a step.
const SQUARE_KEPT: f32 = 0.998;
/// Keeps the quotient finite.
const TINY: f32 = 1e-8;

/// The gradient of a batch, and what is known of earlier ones.
pub struct Adam {
    gradient: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The sparse groups that the batch has touched.
    touched: Vec<Range<usize>>,
    is_touched: Vec<bool>,
}

impl Adam {
    /// For this many weights.
    pub fn new(weights: usize) -> Adam {
        let zeros = vec![0.0; weights];
        Adam {
            gradient: zeros.clone(),
            means: zeros.clone(),
            squares: zeros,
            touched: Vec::new(),
            is_touched: vec![false; weights],
        }
    }

    /// Adds to the gradient of the weights from `from` on.
    pub fn add(&mut self, from: usize, gradient: &[f32]) {
        for (sum, more) in self.gradient[from..].iter_mut().zip(gradient) {
            *sum += more;
        }
    }

    /// As [`Adam::add`], for a group of weights that is left alone by batches without it.
    pub fn add_sparse(&mut self, from: usize, gradient: &[f32]) {
        if !self.is_touched[from] {
            self.is_touched[from] = true;
            self.touched.push(from..from + gradient.len());
        }
        self.add(from, gradient);
    }

    /// Moves the touched groups and the `dense` weights down the gradient, and forgets it.
    pub fn descend(&mut self, weights: &mut [f32], dense: Range<usize>, rate: f32, decay: f32) {
        let touched = std::mem::take(&mut self.touched);
        for range in touched.into_iter().chain([dense]) {
            self.is_touched[range.start] = false;
            self.step(weights, range, rate, decay);
        }
    }

    fn step(&mut self, weights: &mut [f32], range: Range<usize>, rate: f32, decay: f32) {
        let gradients = self.gradient[range.clone()].iter_mut();
        let means = self.means[range.clone()].iter_mut();
        let squares = self.squares[range.clone()].iter_mut();
        let moments = means.zip(squares);
        for ((weight, gradient), (mean, square)) in
            weights[range].iter_mut().zip(gradients).zip(moments)
        {
            let slope = std::mem::take(gradient);
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * slope;
            *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * slope * slope;
            *weight -= rate * (*mean / (square.sqrt() + TINY) + decay * *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descends_to_the_minimum_and_leaves_the_untouched_alone() {
        let mut adam = Adam::new(4);
        let mut weights = [5.0, -3.0, 7.0, 9.0];
        for step in 0..4_000 {
            // The squares of the distances from 1 and 2.
            let slopes = [2.0 * (weights[0] - 1.0), 20.0 * (weights[1] - 2.0)];
            adam.add(0, &slopes[..1]);
            adam.add_sparse(1, &slopes[1..]);
            adam.descend(&mut weights, 0..1, 0.05 * 0.999f32.powi(step), 0.0);
        }
        assert!((weights[0] - 1.0).abs() < 1e-2 && (weights[1] - 2.0).abs() < 1e-2, "{weights:?}");
        assert_eq!(weights[2..], [7.0, 9.0]);
    }
}
