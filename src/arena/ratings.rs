//! One rating list out of the results of many engines against each other.
//!
//! See: D. R. Hunter, *MM Algorithms for Generalized Bradley-Terry Models*, 2004.

use super::stats::{Elo, TWO_SIDED_95, Tally, score_of_elo};
use std::f64::consts::LN_10;

/// Results of every engine (row) against every other (column).
#[derive(Clone, Debug)]
pub struct Crosstable {
    engines: usize,
    cells: Vec<Tally>,
}

/// Each pair that met is credited with this many drawn games more, so that a clean sheet does not
/// make a rating infinite.
const PRIOR_DRAWS: f64 = 0.5;
const ITERATIONS: usize = 2_000;
/// Elo per unit of natural logarithm of strength.
const ELO_PER_NEPER: f64 = 400.0 / LN_10;

impl Crosstable {
    pub fn new(engines: usize) -> Crosstable {
        Crosstable { engines, cells: vec![Tally::default(); engines * engines] }
    }

    pub fn engines(&self) -> usize {
        self.engines
    }

    /// Records a game by the half points of `first`.
    pub fn record(&mut self, first: usize, second: usize, half_points: u64) {
        if let Some(cell) = self.cells.get_mut(first * self.engines + second) {
            cell.record(half_points);
        }
        if let Some(cell) = self.cells.get_mut(second * self.engines + first) {
            cell.record(2_u64.saturating_sub(half_points));
        }
    }

    pub fn between(&self, first: usize, second: usize) -> Tally {
        self.cells.get(first * self.engines + second).copied().unwrap_or_default()
    }

    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for other in 0..self.engines {
            total += self.between(engine, other);
        }
        total
    }

    /// Ratings around a mean of 0, by the engines' order.
    pub fn ratings(&self) -> Vec<Elo> {
        let values = self.most_likely();
        let errors = self.errors(&values);
        values.into_iter().zip(errors).map(|(value, error)| Elo { value, error }).collect()
    }

    /// The engines from best to worst.
    pub fn ranking(&self, ratings: &[Elo]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.engines).collect();
        let value = |engine: usize| ratings.get(engine).map_or(0.0, |elo| elo.value);
        order.sort_by(|&a, &b| value(b).total_cmp(&value(a)).then(a.cmp(&b)));
        order
    }

    fn most_likely(&self) -> Vec<f64> {
        let mut strengths = vec![1.0_f64; self.engines];
        for _ in 0..ITERATIONS {
            strengths = (0..self.engines).map(|i| self.improved(&strengths, i)).collect();
            let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / self.engines as f64;
            strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
        }
        strengths.iter().map(|strength| ELO_PER_NEPER * strength.ln()).collect()
    }

    /// The next value of an engine's strength in the iteration.
    fn improved(&self, strengths: &[f64], engine: usize) -> f64 {
        let Some(&own) = strengths.get(engine) else { return 1.0 };
        let (mut points, mut expected) = (0.0, 0.0);
        for (other, &strength) in strengths.iter().enumerate() {
            let tally = self.between(engine, other);
            if tally.games() > 0 {
                points += tally.points() + PRIOR_DRAWS / 2.0;
                expected += (tally.games() as f64 + PRIOR_DRAWS) / (own + strength);
            }
        }
        if expected == 0.0 { own } else { points / expected }
    }

    /// Half widths of the 95 % intervals, from the curvature of the likelihood at its maximum.
    fn errors(&self, ratings: &[f64]) -> Vec<f64> {
        let n = self.engines;
        // Ratings matter only relative to their mean; adding a constant everywhere makes the
        // information matrix invertible without touching differences.
        let mut information = vec![vec![1.0 / n as f64; n]; n];
        for (i, row) in information.iter_mut().enumerate() {
            let mut own = 0.0;
            for (j, entry) in row.iter_mut().enumerate() {
                let weight = self.information(ratings, i, j);
                *entry -= weight;
                own += weight;
            }
            if let Some(entry) = row.get_mut(i) {
                *entry += own;
            }
        }
        let variances = diagonal_of_inverse(information);
        variances
            .into_iter()
            .map(|variance| {
                TWO_SIDED_95 * ELO_PER_NEPER * (variance - 1.0 / n as f64).max(0.0).sqrt()
            })
            .collect()
    }

    /// What the games between two engines tell about the logarithm of their strengths' ratio.
    fn information(&self, ratings: &[f64], first: usize, second: usize) -> f64 {
        let games = self.between(first, second).games();
        let rating = |engine: usize| ratings.get(engine).copied().unwrap_or(0.0);
        let chance = score_of_elo(rating(first) - rating(second));
        if games == 0 { 0.0 } else { (games as f64 + PRIOR_DRAWS) * chance * (1.0 - chance) }
    }
}

/// Gauss-Jordan elimination; infinite where the matrix is singular, which happens when two groups
/// of engines never met.
fn diagonal_of_inverse(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let size = |row: &Vec<f64>| row.get(column).map_or(0.0, |x| x.abs());
        let best = (column..n).max_by(|&a, &b| {
            let of = |i: usize| matrix.get(i).map_or(0.0, size);
            of(a).total_cmp(&of(b))
        });
        matrix.swap(column, best.unwrap_or(column));
        let Some(mut pivot) = matrix.get(column).cloned() else { continue };
        let head = pivot.get(column).copied().unwrap_or(0.0);
        if head.abs() < 1e-12 {
            return vec![f64::INFINITY; n];
        }
        pivot.iter_mut().for_each(|entry| *entry /= head);
        for (i, row) in matrix.iter_mut().enumerate() {
            let factor = if i == column { 0.0 } else { row.get(column).copied().unwrap_or(0.0) };
            row.iter_mut().zip(&pivot).for_each(|(entry, p)| *entry -= factor * p);
            if i == column {
                row.clone_from(&pivot);
            }
        }
    }
    matrix.iter().enumerate().map(|(i, row)| row.get(n + i).copied().unwrap_or(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(results: &[(usize, usize, u64, u64, u64)], engines: usize) -> Crosstable {
        let mut table = Crosstable::new(engines);
        for &(first, second, wins, draws, losses) in results {
            for (half_points, times) in [(2, wins), (1, draws), (0, losses)] {
                (0..times).for_each(|_| table.record(first, second, half_points));
            }
        }
        table
    }

    #[test]
    fn two_engines_differ_by_what_their_score_says() {
        let ratings = table(&[(0, 1, 7_500, 0, 2_500)], 2).ratings();
        assert!((ratings[0].value - ratings[1].value - 190.85).abs() < 0.1);
        assert!((ratings[0].value + ratings[1].value).abs() < 1e-6);
        // sqrt(3/4 * 1/4 / 10000) of score is 4.01 Elo here; half of the difference for each.
        assert!((ratings[0].error - 1.96 * 4.011 / 2.0).abs() < 0.05, "{}", ratings[0].error);
    }

    #[test]
    fn a_chain_is_rated_though_its_ends_never_met() {
        let table = table(&[(0, 1, 640, 0, 360), (1, 2, 640, 0, 360)], 3);
        let ratings = table.ratings();
        assert!((ratings[0].value - 100.0).abs() < 1.0, "{:?}", ratings);
        assert!((ratings[2].value + 100.0).abs() < 1.0);
        assert!(ratings[1].error < ratings[0].error);
        assert_eq!(table.ranking(&ratings), [0, 1, 2]);
        assert!((score_of_elo(ratings[0].value - ratings[1].value) - 0.64).abs() < 0.001);
    }

    #[test]
    fn clean_sheets_and_idle_engines_stay_finite() {
        let ratings = table(&[(0, 1, 20, 0, 0)], 3).ratings();
        assert!(ratings[0].value > 150.0 && ratings[0].value.is_finite());
        assert!(ratings[0].value > ratings[2].value && ratings[2].value > ratings[1].value);
    }

    #[test]
    fn both_sides_of_a_cell_agree() {
        let table = table(&[(0, 1, 3, 2, 1), (2, 0, 1, 0, 0)], 3);
        assert_eq!(table.between(1, 0), table.between(0, 1).reversed());
        assert_eq!(table.total(0).games(), 7);
    }
}
