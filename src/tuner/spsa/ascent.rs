//! The way uphill: where both sides of a comparison stand, and what its result teaches.
//!
//! Parameters are real numbers here; what a search gets is rounded.

use crate::rng::Rng;
use crate::rules::Rule;
use crate::search::Params;
use crate::search::params::Tunable;
use std::fmt;
use std::str::FromStr;

/// How fast the gain shrinks, and how fast the perturbation does, as Spall recommends.
const GAIN_DECAY: f64 = 0.602;
const STEP_DECAY: f64 = 0.101;
/// The part of all iterations by which the gain's decay is put off.
const STABILITY: f64 = 0.1;

/// A parameter that is tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    pub tunable: Tunable,
    pub start: f64,
    /// How far it is moved at the end of the run.
    pub step: f64,
}

/// What is to be tuned, `NAME[=START][:STEP]` on the command line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    tunable: Tunable,
    start: Option<f64>,
    step: Option<f64>,
}

impl Wish {
    /// Every parameter of the search.
    pub fn all() -> Vec<Wish> {
        Params::ALL.iter().map(|&tunable| Wish { tunable, start: None, step: None }).collect()
    }

    /// With what was left open: the start is the rule's value.
    pub fn under(&self, rule: Rule) -> Parameter {
        let start = self.start.unwrap_or_else(|| self.tunable.value(rule).into());
        let step = self.step.unwrap_or_else(|| usual_step(&self.tunable, start));
        Parameter { tunable: self.tunable, start, step }
    }
}

impl Parameter {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.tunable.low.into(), self.tunable.high.into())
    }
}

/// A twentieth of the range, but no more than a quarter of the value, and enough to matter.
fn usual_step(tunable: &Tunable, start: f64) -> f64 {
    let by_range = f64::from(tunable.high - tunable.low) / 20.0;
    let by_value = if start == 0.0 { by_range } else { start.abs() / 4.0 };
    by_range.min(by_value).max(0.5)
}

impl FromStr for Wish {
    type Err = String;

    fn from_str(text: &str) -> Result<Wish, String> {
        let (rest, step) = match text.split_once(':') {
            Some((rest, step)) => (rest, Some(number(step)?)),
            None => (text, None),
        };
        let (name, start) = match rest.split_once('=') {
            Some((name, start)) => (name, Some(number(start)?)),
            None => (rest, None),
        };
        let Some(&tunable) = Params::ALL.iter().find(|tunable| tunable.name == name) else {
            let names: Vec<&str> = Params::ALL.iter().map(|tunable| tunable.name).collect();
            return Err(format!("'{name}' is no parameter; there are {}", names.join(", ")));
        };
        let (low, high) = (tunable.low, tunable.high);
        if start.is_some_and(|start| !(f64::from(low)..=f64::from(high)).contains(&start)) {
            return Err(format!("{name} goes from {low} to {high}"));
        }
        if let Some(step) = step.filter(|&step| step < 0.0) {
            return Err(format!("'{step}' is no step"));
        }
        Ok(Wish { tunable, start, step })
    }
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("'{text}' is no number"))
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}={}:{}", self.tunable.name, self.start, self.step)
    }
}

/// What is tuned, for which rule, and how fast.
#[derive(Clone, PartialEq, Debug)]
pub struct Ascent {
    pub rule: Rule,
    pub parameters: Vec<Parameter>,
    pub iterations: u32,
    /// How far, in steps, one game more that is won moves a value at the end of the run.
    pub rate: f64,
}

/// The two ways in which the values are moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Plus,
    Minus,
}

impl Ascent {
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// Up or down at random for every parameter.
    pub fn signs(&self, rng: &mut Rng) -> Vec<f64> {
        self.parameters.iter().map(|_| if rng.chance(1, 2) { 1.0 } else { -1.0 }).collect()
    }

    /// The values that one side plays with in this iteration, counted from 0.
    pub fn moved(&self, values: &[f64], signs: &[f64], iteration: u32, side: Side) -> Vec<f64> {
        let progress = f64::from(iteration + 1) / f64::from(self.iterations);
        let scale = progress.powf(-STEP_DECAY);
        let scale = if side == Side::Plus { scale } else { -scale };
        let moved = |((parameter, value), sign): ((&Parameter, &f64), &f64)| {
            parameter.clamp(value + sign * scale * parameter.step)
        };
        self.parameters.iter().zip(values).zip(signs).map(moved).collect()
    }

    /// Moves the values by how many games more the plus side has won than the minus side.
    ///
    /// Spall divides the result by the perturbation to get a slope, and multiplies by the gain. The
    /// gain is that of a parameter whose step is 1 times the square of the step, so that all
    /// parameters go equally fast in steps.
    pub fn learn(&self, values: &mut [f64], signs: &[f64], iteration: u32, result: i32) {
        let all = f64::from(self.iterations);
        let now = f64::from(iteration + 1);
        let delay = STABILITY * all;
        let gain = self.rate * ((delay + all) / (delay + now)).powf(GAIN_DECAY);
        let scale = gain * (now / all).powf(STEP_DECAY) * f64::from(result);
        for ((parameter, value), sign) in self.parameters.iter().zip(values).zip(signs) {
            *value = parameter.clamp(*value + scale * sign * parameter.step);
        }
    }

    /// The numbers for a search, rounded by `luck` so that fractions of small numbers count.
    pub fn rounded(&self, values: &[f64], luck: &[f64]) -> Params {
        let mut params = Params::of(self.rule);
        for ((parameter, value), luck) in self.parameters.iter().zip(values).zip(luck) {
            params.set(parameter.tunable.name, rounded(*value, *luck));
        }
        params
    }

    /// What [`Ascent::rounded`] rounds by.
    pub fn luck(&self, rng: &mut Rng) -> Vec<f64> {
        self.parameters.iter().map(|_| unit(rng)).collect()
    }
}

/// Rounded up with the chance of the fraction, if `luck` is any number in `0..1` equally likely.
fn rounded(value: f64, luck: f64) -> i32 {
    (value + luck).floor() as i32
}

/// A number in `0..1` of 53 random bits.
pub fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule::Standard;

    fn parse(text: &str) -> Result<Parameter, String> {
        text.parse().map(|wish: Wish| wish.under(RULE))
    }

    #[test]
    fn parameters_are_read_and_printed() {
        let tunable = Params::ALL[0];
        let name = tunable.name;
        assert_eq!(parse(name), Ok(Wish::all()[0].under(RULE)));
        let parameter = parse(&format!("{name}=30.5:4")).unwrap();
        assert_eq!((parameter.start, parameter.step), (30.5, 4.0));
        assert_eq!(parse(&parameter.to_string()), Ok(parameter));
        assert_eq!(parse(&format!("{name}:0")).unwrap().step, 0.0);
        let beyond = format!("{name}={}", tunable.high + 1);
        for (text, told) in [
            ("no_such_thing", "'no_such_thing' is no parameter; there are "),
            (&beyond, "goes from "),
            (&format!("{name}=x"), "'x' is no number"),
            (&format!("{name}=NaN"), "'NaN' is no number"),
            (&format!("{name}:-1"), "'-1' is no step"),
        ] {
            assert!(parse(text).unwrap_err().contains(told), "{text}");
        }
    }

    /// Two parameters of different size, tuned by games whose result depends on the distance from
    /// an optimum, and mostly on luck.
    #[test]
    fn noisy_games_lead_to_the_optimum() {
        let parameters: Vec<Parameter> =
            ["razor_margin=200:20", "singular_margin=2:2"].map(|it| parse(it).unwrap()).into();
        let ascent = Ascent { rule: RULE, parameters, iterations: 8_000, rate: 0.02 };
        let optimum = [100.0, 8.0];
        let strength = |values: &[f64]| -> f64 {
            let off = |at: usize| (values[at] - optimum[at]) / ascent.parameters[at].step;
            -0.05 * (off(0) * off(0) + off(1) * off(1))
        };
        let mut rng = Rng::new(5);
        let mut values = ascent.start();
        for iteration in 0..ascent.iterations {
            let signs = ascent.signs(&mut rng);
            let side = |side| strength(&ascent.moved(&values, &signs, iteration, side));
            let chance = 1.0 / (1.0 + (side(Side::Minus) - side(Side::Plus)).exp());
            let result = if unit(&mut rng) < chance { 1 } else { -1 };
            ascent.learn(&mut values, &signs, iteration, result);
        }
        for (at, &value) in values.iter().enumerate() {
            let off = (value - optimum[at]) / ascent.parameters[at].step;
            assert!(off.abs() < 1.0, "{values:?}");
        }
    }

    #[test]
    fn gains_and_steps_end_where_they_should() {
        let parameters = vec![parse("razor_margin=100:10").unwrap()];
        let ascent = Ascent { rule: RULE, parameters, iterations: 1_000, rate: 0.002 };
        assert_eq!(ascent.moved(&[100.0], &[1.0], 999, Side::Plus), [110.0]);
        assert_eq!(ascent.moved(&[100.0], &[1.0], 999, Side::Minus), [90.0]);
        assert!(ascent.moved(&[100.0], &[1.0], 0, Side::Plus)[0] > 115.0);
        assert_eq!(ascent.moved(&[295.0], &[1.0], 0, Side::Plus), [300.0]);
        let gain = |iteration, result| {
            let mut values = [100.0];
            ascent.learn(&mut values, &[-1.0], iteration, result);
            values[0] - 100.0
        };
        assert!((gain(999, 2) + 0.04).abs() < 1e-9, "{}", gain(999, 2));
        assert!(gain(499, -1) > -gain(999, 1), "{}", gain(499, -1));
        assert_eq!(gain(0, 0), 0.0);
    }

    #[test]
    fn fractions_are_rounded_up_as_often_as_they_say() {
        let mut rng = Rng::new(1);
        for (value, expected) in [(3.3, 33_000), (-0.8, -8_000), (7.0, 70_000)] {
            let sum: i32 = (0..10_000).map(|_| rounded(value, unit(&mut rng))).sum();
            assert!((sum - expected).abs() < 200, "{value}: {sum}");
        }
    }

    #[test]
    fn searches_get_what_is_tuned_and_the_rules_values_for_the_rest() {
        let parameters = ["razor_margin", "singular_margin:2"].map(|it| parse(it).unwrap()).into();
        let ascent = Ascent { rule: RULE, parameters, iterations: 1, rate: 0.002 };
        let params = ascent.rounded(&[81.5, 4.0], &[0.6, 0.9]);
        assert_eq!((params.razor_margin, params.singular_margin), (82, 4));
        assert_eq!(params.history_percent, Params::of(RULE).history_percent);
    }
}
