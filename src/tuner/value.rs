//! The fit of the evaluation: a logistic regression of what positions turned out to be worth.

use super::backoff::Backoff;
use super::parallel;
use super::samples::{Label, Term, Values};

/// Positions that the scale of the parameters is measured on.
const SCALE_SAMPLES: usize = 20_000;
/// A typical slope of the logistic function where games are open.
const TYPICAL_SLOPE: f64 = 0.2;

/// The chance that remains in a decided position, so that weights stay finite.
const SURPRISE: f64 = 0.03;

/// How the target of a position is mixed from the result of its game and its searched score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mixture {
    /// The share of the result, where it can be trusted.
    pub result: f64,
    /// Logits per point of searched score.
    pub score_scale: f64,
}

impl Mixture {
    pub fn target(&self, label: &Label) -> f64 {
        let searched = self.searched(label);
        if label.score.is_decided() {
            return searched;
        }
        match label.trusts_result {
            true => self.result * label.result + (1.0 - self.result) * searched,
            false => searched,
        }
    }

    /// The chance to win that the search saw.
    pub fn searched(&self, label: &Label) -> f64 {
        if label.score.is_win() {
            1.0 - SURPRISE
        } else if label.score.is_loss() {
            SURPRISE
        } else {
            sigmoid(self.score_scale * f64::from(label.score.raw()))
        }
    }
}

/// Fits weights, in logits.
pub fn fit(values: &Values, backoff: &Backoff, mixture: &Mixture, threads: usize) -> Vec<f64> {
    let targets: Vec<f64> = values.labels.iter().map(|label| mixture.target(label)).collect();
    backoff.fit(&squares(values, backoff), |weights| {
        parallel::sum(targets.len(), weights.len(), threads, |at, by_weights| {
            let row = values.rows.row(at);
            let logit = logit(row, weights);
            let error = sigmoid(logit) - targets[at];
            for term in row {
                by_weights[usize::from(term.weight)] += error * f64::from(term.count);
            }
            cross_entropy(logit, targets[at])
        })
    })
}

/// Per parameter: about the second derivative of the loss.
fn squares(values: &Values, backoff: &Backoff) -> Vec<f64> {
    let mut squares = vec![0.0; backoff.parameters()];
    let used = values.rows.len().min(SCALE_SAMPLES);
    let factor = TYPICAL_SLOPE * values.rows.len() as f64 / used.max(1) as f64;
    for at in 0..used {
        let amounts = values.rows.row(at).iter();
        let amounts: Vec<(usize, f64)> =
            amounts.map(|term| (usize::from(term.weight), f64::from(term.count))).collect();
        backoff.add_squares(&amounts, factor, &mut squares);
    }
    squares
}

/// The weighted sum of a position's terms.
pub fn logit(row: &[Term], weights: &[f64]) -> f64 {
    row.iter().map(|term| f64::from(term.count) * weights[usize::from(term.weight)]).sum()
}

pub fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss of predicting `logit` where `target` is right; stable for large logits.
pub fn cross_entropy(logit: f64, target: f64) -> f64 {
    logit.max(0.0) - target * logit + (-logit.abs()).exp().ln_1p()
}

/// The logits per point that make a number predict the results best, where nothing is decided.
pub fn best_scale(labels: &[Label], points: impl Fn(&Label) -> f64) -> f64 {
    let open: Vec<&Label> = labels.iter().filter(|label| !label.score.is_decided()).collect();
    let loss = |scale: f64| -> f64 {
        open.iter().map(|label| cross_entropy(scale * points(label), label.result)).sum()
    };
    let (mut low, mut high) = ((1e-4f64).ln(), (0.1f64).ln());
    while high - low > 1e-3 {
        let third = (high - low) / 3.0;
        if loss((low + third).exp()) < loss((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_entropy_is_the_textbook_one() {
        for (logit, target) in [(0.0, 0.5), (1.3, 1.0), (-2.0, 0.25), (40.0, 1.0)] {
            let p = sigmoid(logit);
            let textbook = -(target * p.ln() + (1.0 - target) * (1.0 - p).max(1e-300).ln());
            assert!((cross_entropy(logit, target) - textbook).abs() < 1e-9);
        }
        assert!(cross_entropy(1_000.0, 0.0).is_finite());
    }
}
