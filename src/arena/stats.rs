//! What results say about strength: tallies, and estimates from pairs of games.
//!
//! Two games of one opening with colors reversed are one observation, since an opening that favors
//! a side makes their results depend on each other. A pair has five outcomes, hence "pentanomial".

use std::f64::consts::{LN_10, SQRT_2};
use std::ops::AddAssign;

/// The quantile of the normal distribution that leaves 95 % inside on both sides.
pub(super) const TWO_SIDED_95: f64 = 1.959_964;

/// Game results of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// How often a pair of games gave 0, 1/2, 1, 3/2 and 2 points to the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    pub counts: [u64; 5],
}

/// A rating difference with the half width of its 95 % interval, which is not a number while all
/// observations are the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    pub value: f64,
    pub error: f64,
}

impl Tally {
    /// Records one game by its half points: 2 a win, 1 a draw, 0 a loss.
    pub fn record(&mut self, half_points: u64) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; one half if there is none.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The same games seen by the other side.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Pairs {
    /// Records a pair by its half points, 0 to 4.
    pub fn record(&mut self, half_points: u64) {
        if let Some(count) = self.counts.get_mut(half_points as usize) {
            *count += 1;
        }
    }

    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Points per game, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.moment(|score| score)
    }

    /// Variance of one pair's score per game.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.moment(|score| (score - mean) * (score - mean))
    }

    /// Logistic Elo.
    pub fn elo(&self) -> Elo {
        let mean = self.mean();
        let reach = TWO_SIDED_95 * self.standard_error();
        let (low, high) = (elo_of_score(mean - reach), elo_of_score(mean + reach));
        let error = if reach > 0.0 { (high - low) / 2.0 } else { f64::NAN };
        Elo { value: elo_of_score(mean), error }
    }

    /// Elo in units of the noise of one game, comparable between openings and draw rates.
    pub fn normalized_elo(&self) -> Elo {
        let scale = 800.0 / LN_10 / (SQRT_2 * self.variance().sqrt());
        let value = (self.mean() - 0.5) * scale;
        Elo { value, error: TWO_SIDED_95 * self.standard_error() * scale }
    }

    /// The likelihood that the first engine is the stronger one.
    pub fn superiority(&self) -> f64 {
        let advantage = self.mean() - 0.5;
        if advantage == 0.0 {
            return 0.5;
        }
        normal_cdf(advantage / self.standard_error())
    }

    fn standard_error(&self) -> f64 {
        (self.variance() / self.count().max(1) as f64).sqrt()
    }

    fn moment(&self, value: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (0_u32..)
            .zip(self.counts)
            .map(|(half_points, count)| count as f64 * value(f64::from(half_points) / 4.0))
            .sum();
        if self.count() == 0 { value(0.5) } else { sum / self.count() as f64 }
    }
}

/// The rating difference that makes one expect this score per game; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score per game that a rating difference makes one expect.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The chance that a normal variable stays below `x`.
///
/// See: M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 1964, 26.2.17.
fn normal_cdf(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    if x < 0.0 {
        return 1.0 - normal_cdf(-x);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    1.0 - density * polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, tolerance: f64) -> bool {
        (left - right).abs() <= tolerance
    }

    #[test]
    fn equal_results_are_zero_elo() {
        let pairs = Pairs { counts: [3, 5, 10, 5, 3] };
        assert_eq!(pairs.elo().value, 0.0);
        assert_eq!(pairs.superiority(), 0.5);
        assert!(pairs.elo().error > 0.0);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let pairs = Pairs { counts: [0, 0, 50, 0, 50] };
        assert!(close(pairs.mean(), 0.75, 1e-12));
        assert!(close(pairs.elo().value, 190.85, 0.01));
        // One pair deviates by 1/4, so the mean of 100 pairs by 1/40.
        let reach = TWO_SIDED_95 / 40.0;
        let expected = (elo_of_score(0.75 + reach) - elo_of_score(0.75 - reach)) / 2.0;
        assert!(close(pairs.elo().error, expected, 1e-9));
        assert!(pairs.superiority() > 0.999_999);
    }

    #[test]
    fn reversed_colors_that_split_every_pair_leave_no_doubt() {
        let pairs = Pairs { counts: [0, 0, 80, 1, 0] };
        let independent = Pairs { counts: [20, 0, 40, 1, 20] };
        assert!(pairs.elo().error < independent.elo().error / 5.0);
    }

    #[test]
    fn a_clean_sheet_is_infinite_and_nothing_played_is_even() {
        assert_eq!(Pairs { counts: [0, 0, 0, 0, 7] }.elo().value, f64::INFINITY);
        assert_eq!(Pairs { counts: [0, 0, 0, 0, 7] }.superiority(), 1.0);
        assert_eq!(Pairs::default().mean(), 0.5);
        assert_eq!(Pairs::default().elo().value, 0.0);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, chance) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (-1.959_964, 0.025), (3.0, 0.998_650_1)]
        {
            assert!(close(normal_cdf(x), chance, 1e-6), "at {x}");
        }
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-300.0, -10.0, 0.0, 5.0, 420.0] {
            assert!(close(elo_of_score(score_of_elo(elo)), elo, 1e-9));
        }
    }

    #[test]
    fn tallies_add_up_and_reverse() {
        let mut tally = Tally::default();
        for half_points in [2, 2, 1, 0, 2] {
            tally.record(half_points);
        }
        assert_eq!(tally, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(tally.points(), 3.5);
        assert_eq!(tally.reversed().points(), 1.5);
    }
}
