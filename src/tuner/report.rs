//! What the fit and the tuning tell people.

use super::fit::{POINTS, integer_promise, integer_value};
use super::network::Model;
use super::ordering::{self, TOPS};
use super::samples::{Choices, Group, Label, Split, Values};
use super::spsa::Parameter;
use super::value::{self, Mixture, cross_entropy, logit, sigmoid};
use crate::board::Color;
use crate::eval::Weights;
use crate::rules::Rule;
use std::fmt;
use std::io::{self, Write};

/// Writes to standard output; where nobody reads any more, nothing is lost.
pub fn show(arguments: fmt::Arguments) {
    let _ = io::stdout().lock().write_fmt(arguments);
}

/// Shows formatted text.
macro_rules! text {
    ($($argument:tt)*) => { show(format_args!($($argument)*)) };
}

/// Shows formatted text and ends the line.
macro_rules! line {
    () => { show(format_args!("\n")) };
    ($($argument:tt)*) => { show(format_args!("{}\n", format_args!($($argument)*))) };
}

/// Bounds of the calibration table, in logits.
const CALIBRATION: [f64; 8] = [-2.0, -1.0, -0.5, -0.2, 0.2, 0.5, 1.0, 2.0];

/// How much there is to learn from.
pub fn data(games: usize, splits: &[Split]) {
    line!("{games} games");
    for split in splits {
        let count = |pick: fn(&Split) -> [usize; 2]| {
            let [training, validation] = pick(split);
            format!("{training} for training, {validation} for validation")
        };
        let values = |s: &Split| [s.training.values.rows.len(), s.validation.values.rows.len()];
        let choices = |s: &Split| [s.training.choices.rows.len(), s.validation.choices.rows.len()];
        line!("positions with a value: {}", count(values));
        line!("positions with a choice: {}", count(choices));
    }
}

/// The values found, and how far each has moved.
pub fn tuned(parameters: &[Parameter], values: &[f64]) {
    for (parameter, value) in parameters.iter().zip(values) {
        let (name, start) = (parameter.tunable.name, parameter.start);
        line!("{name} = {value:.0} (from {start}, moved {:+.3})", value - start);
    }
}

/// Losses of the value and its calibration.
pub fn values(split: &Split, mixture: &Mixture, weights: &[f64], network: &Model) {
    let (training, validation) = (&split.training.values, &split.validation.values);
    let scale = mixture.score_scale;
    let engine = value::best_scale(&training.labels, |label| label.evaluated);
    line!("searched score: {:.0} points a logit; engine now: {:.0}", 1.0 / scale, 1.0 / engine);
    line!("loss, open positions    to result: training validation   to search: validation");
    let row = |name: &str, logit: &dyn Fn(&Values, usize) -> f64| {
        let mean = |values: &Values, target: &dyn Fn(&Label) -> f64| {
            let loss = |at| cross_entropy(logit(values, at), target(&values.labels[at]));
            mean(open(values).map(loss))
        };
        line!(
            "{name:<34} {:.4}     {:.4}              {:.4}",
            mean(training, &|label| label.result),
            mean(validation, &|label| label.result),
            mean(validation, &|label| mixture.searched(label)),
        );
    };
    row("constant", &|_, _| 0.0);
    row("engine now", &|values, at| engine * values.labels[at].evaluated);
    row("fitted sum", &|values, at| logit(values.rows.row(at), weights));
    let corrected = |values: &Values, at| {
        let row = values.rows.row(at);
        logit(row, weights) + network.output(row)
    };
    row("with the network", &corrected);
    row("search", &|values, at| scale * f64::from(values.labels[at].score.raw()));
    line!("predicted   result  positions    in decided ones");
    calibration(validation, |at| corrected(validation, at));
}

/// The positions that no search has decided.
fn open(values: &Values) -> impl Iterator<Item = usize> {
    (0..values.rows.len()).filter(|&at| !values.labels[at].score.is_decided())
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    sum / f64::max(count, 1.0)
}

fn calibration(values: &Values, logit: impl Fn(usize) -> f64) {
    // Per bucket: the sum of predictions, of results, and the count; open positions, then others.
    let mut buckets = [[[0.0; 3]; 2]; CALIBRATION.len() + 1];
    for at in 0..values.rows.len() {
        let label = &values.labels[at];
        let logit = logit(at);
        let bucket = CALIBRATION.iter().filter(|&&bound| logit >= bound).count();
        let parts = [sigmoid(logit), label.result, 1.0];
        let sums = &mut buckets[bucket][usize::from(label.score.is_decided())];
        sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
    }
    for sums in buckets {
        for [predicted, result, count] in sums {
            let count = f64::max(count, 1.0);
            text!("{:.3}       {:.3}   {count:>8}    ", predicted / count, result / count);
        }
        line!();
    }
}

/// Loss of the promise.
pub fn promises(split: &Split, weights: &[f64], threads: usize) {
    let loss = |choices: &Choices| ordering::loss(choices, weights, threads);
    let (training, validation) = (&split.training.choices, &split.validation.choices);
    line!("promise loss: training {:.4}, validation {:.4}", loss(training), loss(validation));
}

/// How the rounded weights do, next to those of the engine.
pub fn rounded(rule: Rule, splits: &[Split], weights: &Weights) {
    text!("best move among the most promising");
    TOPS.iter().for_each(|top| text!(" {top:>6}"));
    line!();
    for (split, mover) in splits.iter().zip(Color::ALL) {
        let choices = &split.validation.choices;
        for (name, weights) in [("engine now", Weights::of(rule)), ("fitted", weights)] {
            let promise = |group: &Group| integer_promise(weights, mover, group);
            text!("{name:<34}");
            for share in ordering::matches(choices, promise) {
                text!(" {:>5.1}%", 100.0 * share);
            }
            line!();
        }
        let values = &split.validation.values;
        let loss = |at| {
            let points = integer_value(weights, mover, values.rows.row(at));
            cross_entropy(points / POINTS, values.labels[at].result)
        };
        let mean = mean(open(values).map(loss));
        line!("loss of the rounded value to the result, validation: {mean:.4}");
    }
}
