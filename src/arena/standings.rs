//! Everything counted while games come in.

use super::ending::Reason;
use super::log::Finished;
use super::ratings::Crosstable;
use super::stats::Pairs;
use std::collections::BTreeMap;
use std::time::Duration;

/// Results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    pub names: Vec<String>,
    pub table: Crosstable,
    /// Games won by black, drawn, won by white.
    pub colors: [u64; 3],
    pub timings: Vec<Timing>,
    forfeits: BTreeMap<(usize, Reason), u64>,
    /// By engines, lower number first, seen by that one.
    pairs: BTreeMap<(usize, usize), Pairs>,
    /// First engine's half points of pairs whose other game is not finished.
    half_pairs: BTreeMap<usize, u64>,
}

/// How an engine used its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Timing {
    pub moves: u32,
    pub total: Duration,
    pub longest: Duration,
}

impl Standings {
    pub fn new(names: Vec<String>) -> Standings {
        Standings {
            table: Crosstable::new(names.len()),
            colors: [0; 3],
            timings: vec![Timing::default(); names.len()],
            forfeits: BTreeMap::new(),
            pairs: BTreeMap::new(),
            half_pairs: BTreeMap::new(),
            names,
        }
    }

    pub fn games(&self) -> u64 {
        self.colors.iter().sum()
    }

    pub fn name(&self, engine: usize) -> &str {
        self.names.get(engine).map_or("?", String::as_str)
    }

    pub fn record(&mut self, finished: &Finished) {
        let Finished { fixture, game } = finished;
        let [first, second] = fixture.engines;
        let winner = game.ending.winner;
        let half_points = |seat: usize| winner.map_or(1, |winner| 2 * u64::from(winner == seat));
        self.table.record(first, second, half_points(0));
        let color = winner.map_or(1, |winner| 2 * usize::from(winner != game.black));
        if let Some(count) = self.colors.get_mut(color) {
            *count += 1;
        }
        if let Some(winner) = winner.filter(|_| game.ending.reason.is_forfeit()) {
            let loser = if winner == 0 { second } else { first };
            *self.forfeits.entry((loser, game.ending.reason)).or_default() += 1;
        }
        let lower = if first < second { half_points(0) } else { half_points(1) };
        match self.half_pairs.remove(&fixture.pair()) {
            Some(other) => {
                let engines = (first.min(second), first.max(second));
                self.pairs.entry(engines).or_default().record(other + lower);
            }
            None => drop(self.half_pairs.insert(fixture.pair(), lower)),
        }
        self.record_timing(finished);
    }

    /// The pairs of two engines, seen by the one with the lower number.
    pub fn pairs(&self, lower: usize, higher: usize) -> Pairs {
        self.pairs.get(&(lower, higher)).copied().unwrap_or_default()
    }

    /// What an engine lost by breaking the terms.
    pub fn forfeits(&self, engine: usize) -> impl Iterator<Item = (Reason, u64)> + '_ {
        self.forfeits
            .iter()
            .filter(move |((loser, _), _)| *loser == engine)
            .map(|((_, reason), count)| (*reason, *count))
    }

    fn record_timing(&mut self, finished: &Finished) {
        let Finished { fixture, game } = finished;
        for answered in &game.answers {
            let engine = fixture.engines.get(answered.seat).copied().unwrap_or_default();
            let Some(timing) = self.timings.get_mut(engine) else { continue };
            timing.moves += 1;
            timing.total += answered.used;
            timing.longest = timing.longest.max(answered.used);
        }
    }
}

impl Timing {
    pub fn mean(&self) -> Duration {
        self.total / self.moves.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::Ending;
    use crate::arena::game::{Answered, PlayedGame};
    use crate::arena::schedule::{Fixture, Order, Plan, schedule};
    use crate::board::Size;

    fn fixtures(engines: usize) -> Vec<Fixture> {
        schedule(&Plan {
            engines,
            gauntlet: false,
            games: 4,
            openings: 1,
            order: Order::Random,
            transform: false,
            seed: 1,
            size: Size::square(15).unwrap(),
        })
    }

    fn finished(fixture: Fixture, winner: Option<usize>, reason: Reason) -> Finished {
        let ending = Ending { winner, reason, detail: String::new() };
        let (moves, answers) = (Vec::new(), Vec::new());
        Finished { fixture, game: PlayedGame { moves, answers, opening: 0, black: 0, ending } }
    }

    #[test]
    fn games_of_a_pair_meet_whatever_their_order() {
        let games = fixtures(2);
        let mut standings = Standings::new(vec!["A".into(), "B".into()]);
        // A wins as black and draws as white in the first pair, and loses both in the second.
        standings.record(&finished(games[1], None, Reason::FullBoard));
        standings.record(&finished(games[2], Some(1), Reason::Five));
        standings.record(&finished(games[3], Some(0), Reason::Five));
        standings.record(&finished(games[0], Some(0), Reason::Five));
        assert_eq!(standings.pairs(0, 1).counts, [1, 0, 0, 1, 0]);
        assert_eq!(standings.colors, [2, 1, 1]);
        assert_eq!(standings.table.total(0).points(), 1.5);
    }

    #[test]
    fn time_is_whose_answer_it_was() {
        let mut game = finished(fixtures(2)[0], Some(0), Reason::Five);
        // Seat 0 placed three stones, and seat 1 took the other color.
        let answered = |seat, ms| Answered { seat, used: Duration::from_millis(ms) };
        game.game.answers = vec![answered(0, 500), answered(1, 300), answered(0, 20)];
        game.game.black = 1;
        let mut standings = Standings::new(vec!["A".into(), "B".into()]);
        standings.record(&game);
        let told = |engine: usize| {
            let timing = &standings.timings[engine];
            (timing.moves, timing.longest.as_millis(), timing.mean().as_millis())
        };
        let engines = game.fixture.engines;
        assert_eq!(engines.map(told), [(2, 500, 260), (1, 300, 300)]);
    }

    #[test]
    fn forfeits_are_counted_by_loser_and_reason() {
        let games = fixtures(2);
        let mut standings = Standings::new(vec!["A".into(), "B".into()]);
        standings.record(&finished(games[0], Some(0), Reason::Time));
        standings.record(&finished(games[1], Some(1), Reason::Time));
        standings.record(&finished(games[2], Some(1), Reason::Crash));
        standings.record(&finished(games[3], Some(1), Reason::Five));
        assert_eq!(standings.forfeits(1).collect::<Vec<_>>(), [(Reason::Time, 2)]);
        assert_eq!(standings.forfeits(0).collect::<Vec<_>>(), [(Reason::Crash, 1)]);
    }
}
