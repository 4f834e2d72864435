//! The sequential probability ratio test on pairs of games.
//!
//! See: M. Van den Bergh, *A Practical Introduction to the GSPRT*, 2020: the likelihoods compared
//! are those of the most likely outcome distributions that have the expected score of each
//! hypothesis.

use super::stats::{Pairs, score_of_elo};
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::str::FromStr;

/// Stands for an outcome that was never seen, so that every hypothesis stays possible.
const UNSEEN: f64 = 1e-3;

/// A test of "at most elo0" against "at least elo1".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The chance to accept elo1 though elo0 is true.
    pub alpha: f64,
    /// The chance to accept elo0 though elo1 is true.
    pub beta: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Continue,
    AcceptElo0,
    AcceptElo1,
}

/// Beyond this a score is as good as certain, and no ratio of likelihoods exists.
const MOST_ELO: f64 = 2_000.0;

impl Sprt {
    /// The log likelihood ratios at which the test ends, for elo0 and for elo1.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// How much likelier the pairs are under elo1 than under elo0, as a logarithm.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let weights = pairs.counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let (score0, score1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let (tilt0, tilt1) = (tilt(&weights, score0), tilt(&weights, score1));
        outcomes(&weights)
            .map(|(score, weight)| {
                let likelier = (1.0 + tilt0 * (score - score0)) / (1.0 + tilt1 * (score - score1));
                weight * likelier.ln()
            })
            .sum()
    }

    pub fn decide(&self, pairs: &Pairs) -> Decision {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Decision::AcceptElo1
        } else if ratio <= lower {
            Decision::AcceptElo0
        } else {
            Decision::Continue
        }
    }
}

/// `elo0=0,elo1=10,alpha=0.05,beta=0.05`; the last two may be left out.
impl FromStr for Sprt {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Sprt> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').with_context(|| format!("`{part}` is not KEY=VALUE"))?;
            let number = value
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .with_context(|| format!("`{value}` is not a number for {key}"))?;
            match key {
                "elo0" => elo0 = Some(number),
                "elo1" => elo1 = Some(number),
                "alpha" => alpha = number,
                "beta" => beta = number,
                _ => anyhow::bail!("`{key}` is none of elo0, elo1, alpha, beta"),
            }
        }
        let elo0 = elo0.context("elo0 is missing")?;
        let elo1 = elo1.context("elo1 is missing")?;
        ensure!(elo0 < elo1, "elo0 must be below elo1");
        for (key, elo) in [("elo0", elo0), ("elo1", elo1)] {
            ensure!(elo.abs() <= MOST_ELO, "{key} goes from -{MOST_ELO} to {MOST_ELO}");
        }
        for (key, chance) in [("alpha", alpha), ("beta", beta)] {
            ensure!(chance > 0.0 && chance < 0.5, "{key} must lie between 0 and 0.5");
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

/// `[0.00, 10.00]`, as test reports quote it.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{:.2}, {:.2}]", self.elo0, self.elo1)
    }
}

/// The multiplier that turns the observed distribution into the likeliest one whose mean is
/// `score`: outcome `a` with weight `w` gets `w / (1 + tilt (a - score))`.
fn tilt(weights: &[f64; 5], score: f64) -> f64 {
    const BISECTIONS: usize = 100;
    // Within these bounds all probabilities stay positive and the mean falls as the tilt grows.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        let excess: f64 = outcomes(weights)
            .map(|(outcome, weight)| {
                weight * (outcome - score) / (1.0 + middle * (outcome - score))
            })
            .sum();
        if excess > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Scores per game of the five outcomes with their weights.
fn outcomes(weights: &[f64; 5]) -> impl Iterator<Item = (f64, f64)> + '_ {
    (0_u32..).zip(weights).map(|(half_points, &weight)| (f64::from(half_points) / 4.0, weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt() -> Sprt {
        "elo0=0,elo1=10".parse().unwrap()
    }

    #[test]
    fn bounds_of_the_usual_test_are_known() {
        let (lower, upper) = sprt().bounds();
        assert!((lower + 2.944).abs() < 1e-3);
        assert!((upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn agrees_with_the_normal_approximation_near_the_hypotheses() {
        let pairs = Pairs { counts: [210, 480, 1700, 520, 250] };
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
        let approximation = pairs.count() as f64 * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1)
            / (2.0 * pairs.variance());
        let exact = sprt().log_likelihood_ratio(&pairs);
        assert!((exact - approximation).abs() < 0.02, "{exact} against {approximation}");
    }

    #[test]
    fn is_fair_to_both_sides() {
        let pairs = Pairs { counts: [10, 20, 40, 30, 15] };
        let mirrored = Pairs { counts: [15, 30, 40, 20, 10] };
        let test = Sprt { elo0: -5.0, elo1: 5.0, ..sprt() };
        let sum = test.log_likelihood_ratio(&pairs) + test.log_likelihood_ratio(&mirrored);
        assert!(sum.abs() < 1e-6);
    }

    #[test]
    fn decides_clear_cases_and_waits_otherwise() {
        assert_eq!(sprt().decide(&Pairs::default()), Decision::Continue);
        assert_eq!(sprt().decide(&Pairs { counts: [0, 0, 10, 0, 5] }), Decision::Continue);
        assert_eq!(sprt().decide(&Pairs { counts: [50, 0, 100, 0, 400] }), Decision::AcceptElo1);
        assert_eq!(sprt().decide(&Pairs { counts: [400, 0, 100, 0, 50] }), Decision::AcceptElo0);
    }

    #[test]
    fn one_sided_results_do_not_break_it() {
        let ratio = sprt().log_likelihood_ratio(&Pairs { counts: [0, 0, 0, 0, 50] });
        assert!(ratio.is_finite() && ratio > 0.0);
    }

    #[test]
    fn refuses_nonsense_by_name() {
        for (text, word) in [
            ("elo0=0", "elo1"),
            ("elo0=5,elo1=0", "below"),
            ("elo0=0,elo1=10000", "2000"),
            ("elo0=0,elo1=x", "`x`"),
            ("elo0=0,elo1=5,alpha=0.7", "alpha"),
            ("elo0=0,elo1=5,gamma=1", "`gamma`"),
            ("elo0", "KEY=VALUE"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
