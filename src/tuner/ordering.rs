//! The fit of move promise: a softmax over the candidates on the move that a search found best.

use super::backoff::Backoff;
use super::parallel;
use super::samples::{Choices, Group, PAIRS};
use crate::pattern::Code;

/// Positions that the scale of the parameters is measured on.
const SCALE_SAMPLES: usize = 5_000;
/// How much a candidate's chance moves with its promise, roughly, as a share of its number.
const TYPICAL_SLOPE: f64 = 0.3;

/// The moves that are counted as a match with the best one.
pub const TOPS: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// Fits weights, in logits: own codes, then codes of the other side, then pairs.
pub fn fit(choices: &Choices, backoff: &Backoff, threads: usize) -> Vec<f64> {
    backoff.fit(&squares(choices, backoff), |weights| {
        parallel::sum(choices.rows.len(), weights.len(), threads, |at, by_weights| {
            add_gradient(choices.rows.row(at), weights, by_weights)
        })
    })
}

/// The weights that make up the promise of a group.
fn weights_of(group: &Group) -> [usize; 3] {
    let [own, other] = group.codes;
    [own.index(), Code::COUNT + other.index(), PAIRS + group.pair.index()]
}

/// The promise of a group under weights as [`fit`] returns them.
pub fn promise(group: &Group, weights: &[f64]) -> f64 {
    weights_of(group).iter().map(|&at| weights[at]).sum()
}

/// Adds the gradient of a position's loss, and returns the loss.
fn add_gradient(row: &[Group], weights: &[f64], by_weights: &mut [f64]) -> f64 {
    let promises: Vec<f64> = row.iter().map(|group| promise(group, weights)).collect();
    let highest = promises.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = row
        .iter()
        .zip(&promises)
        .map(|(group, promise)| f64::from(group.count) * (promise - highest).exp())
        .collect();
    let total: f64 = shares.iter().sum();
    for (group, share) in row.iter().zip(&shares) {
        for at in weights_of(group) {
            by_weights[at] += share / total;
        }
    }
    for at in weights_of(&row[0]) {
        by_weights[at] -= 1.0;
    }
    total.ln() + highest - promises[0]
}

/// The mean loss per position.
pub fn loss(choices: &Choices, weights: &[f64], threads: usize) -> f64 {
    let (sum, _) = parallel::sum(choices.rows.len(), weights.len(), threads, |at, unused| {
        add_gradient(choices.rows.row(at), weights, unused)
    });
    sum / choices.rows.len().max(1) as f64
}

/// In how many of the free positions the best move is among the most promising ones, per entry of
/// [`TOPS`], as a share. Ties are broken evenly.
pub fn matches(choices: &Choices, promise: impl Fn(&Group) -> f64) -> [f64; TOPS.len()] {
    let mut matches = [0.0; TOPS.len()];
    let free: Vec<usize> = (0..choices.rows.len()).filter(|&at| choices.is_free[at]).collect();
    for &at in &free {
        let row = choices.rows.row(at);
        let best = promise(&row[0]);
        let (mut before, mut alike) = (0, 0);
        for group in row {
            let its = promise(group);
            before += if its > best { usize::from(group.count) } else { 0 };
            alike += if its == best { usize::from(group.count) } else { 0 };
        }
        for (matched, top) in matches.iter_mut().zip(TOPS) {
            let places = top.saturating_sub(before).min(alike);
            *matched += places as f64 / alike as f64;
        }
    }
    matches.map(|sum| sum / free.len().max(1) as f64)
}

/// Per parameter: about the second derivative of the loss.
fn squares(choices: &Choices, backoff: &Backoff) -> Vec<f64> {
    let mut squares = vec![0.0; backoff.parameters()];
    let used = choices.rows.len().min(SCALE_SAMPLES);
    let repeated = choices.rows.len() as f64 / used.max(1) as f64;
    for at in 0..used {
        let row = choices.rows.row(at);
        let candidates: f64 = row.iter().map(|group| f64::from(group.count)).sum();
        for group in row {
            let share = f64::from(group.count) / candidates;
            let amounts = weights_of(group).map(|weight| (weight, 1.0));
            backoff.add_squares(&amounts, TYPICAL_SLOPE * repeated * share, &mut squares);
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Pair;

    fn group(own: usize, count: u16) -> Group {
        let code = Code::all().nth(own).map(|(code, _)| code).unwrap_or_default();
        Group { codes: [code, Code::OCCUPIED], pair: Pair::NOTHING, count }
    }

    #[test]
    fn ties_are_broken_evenly() {
        let mut choices = Choices::default();
        choices.rows.push([group(5, 2), group(9, 1), group(1, 10)]);
        choices.is_free.push(true);
        let promise = |g: &Group| if g.count == 10 { 0.0 } else { f64::from(g.count == 1) + 1.0 };
        assert_eq!(matches(&choices, promise), [0.0, 0.5, 1.0, 1.0, 1.0, 1.0]);
    }
}
