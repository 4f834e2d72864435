//! Which games are played, in an order that depends on nothing but the options.

use crate::board::{Size, Symmetry};
use crate::rng::Rng;

/// How the schedule is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub engines: usize,
    /// Only the first engine meets all others.
    pub gauntlet: bool,
    /// Games of each two engines; even.
    pub games: usize,
    pub openings: usize,
    pub order: Order,
    /// Each pair of games turns or mirrors its opening at random.
    pub transform: bool,
    pub seed: u64,
    pub size: Size,
}

/// In which order the openings come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Order {
    /// Shuffled, each one once before any comes again.
    Random,
    Sequential,
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The place in the schedule, from 0.
    pub index: usize,
    /// The engines that take black and white.
    pub engines: [usize; 2],
    pub opening: usize,
    pub symmetry: Symmetry,
}

impl Fixture {
    /// Both games of a pair have the same number.
    pub fn pair(&self) -> usize {
        self.index / 2
    }
}

/// The whole schedule: round by round, in each round every two engines play one opening with both
/// colors. A longer schedule begins with the shorter one.
pub fn schedule(plan: &Plan) -> Vec<Fixture> {
    let pairings = pairings(plan.engines, plan.gauntlet);
    let mut openings = OpeningOrder::new(plan);
    let mut fixtures = Vec::new();
    for _ in 0..plan.games / 2 {
        // All pairings of a round share its opening, so that luck with it is shared too.
        let (opening, symmetry) = openings.next();
        for &(first, second) in &pairings {
            for engines in [[first, second], [second, first]] {
                fixtures.push(Fixture { index: fixtures.len(), engines, opening, symmetry });
            }
        }
    }
    fixtures
}

fn pairings(engines: usize, gauntlet: bool) -> Vec<(usize, usize)> {
    let firsts = if gauntlet { engines.min(1) } else { engines };
    (0..firsts).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
}

struct OpeningOrder {
    plan: Plan,
    rng: Rng,
    queue: Vec<usize>,
}

impl OpeningOrder {
    fn new(plan: &Plan) -> OpeningOrder {
        OpeningOrder { plan: *plan, rng: Rng::new(plan.seed), queue: Vec::new() }
    }

    fn next(&mut self) -> (usize, Symmetry) {
        if self.queue.is_empty() {
            self.queue = (0..self.plan.openings).rev().collect();
            if self.plan.order == Order::Random {
                self.rng.shuffle(&mut self.queue);
            }
        }
        let symmetries = if self.plan.transform { Symmetry::of(self.plan.size) } else { &[] };
        let symmetry = self.rng.choose(symmetries).copied().unwrap_or(Symmetry::IDENTITY);
        (self.queue.pop().unwrap_or(0), symmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn plan() -> Plan {
        Plan {
            engines: 4,
            gauntlet: false,
            games: 20,
            openings: 5,
            order: Order::Random,
            transform: true,
            seed: 7,
            size: Size::square(15).unwrap(),
        }
    }

    #[test]
    fn everyone_meets_everyone_with_both_colors() {
        let fixtures = schedule(&plan());
        assert_eq!(fixtures.len(), 6 * 20);
        let mut meetings = BTreeMap::new();
        for fixture in &fixtures {
            *meetings.entry(fixture.engines).or_insert(0) += 1;
        }
        assert_eq!(meetings.len(), 12);
        assert!(meetings.values().all(|&count| count == 10));
        for pair in fixtures.chunks(2) {
            let [a, b] = [pair[0], pair[1]];
            assert_eq!(a.engines, [b.engines[1], b.engines[0]]);
            assert_eq!((a.opening, a.symmetry, a.pair()), (b.opening, b.symmetry, b.pair()));
        }
    }

    #[test]
    fn only_the_first_engine_runs_a_gauntlet() {
        let fixtures = schedule(&Plan { gauntlet: true, ..plan() });
        assert_eq!(fixtures.len(), 3 * 20);
        assert!(fixtures.iter().all(|fixture| fixture.engines.contains(&0)));
    }

    #[test]
    fn openings_come_round_evenly_in_a_seeded_order() {
        let rounds = |plan: &Plan| -> Vec<usize> {
            schedule(plan).chunks(12).map(|round| round[0].opening).collect()
        };
        let order = rounds(&plan());
        for cycle in order.chunks(5) {
            let mut sorted = cycle.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3, 4]);
        }
        assert_eq!(order, rounds(&plan()));
        assert_ne!(order, rounds(&Plan { seed: 8, ..plan() }));
        let sequential = Plan { order: Order::Sequential, ..plan() };
        assert_eq!(rounds(&sequential)[..7], [0, 1, 2, 3, 4, 0, 1]);
    }

    #[test]
    fn a_longer_schedule_begins_with_the_shorter() {
        let short = schedule(&plan());
        let long = schedule(&Plan { games: 40, ..plan() });
        assert_eq!(long[..short.len()], short);
    }

    #[test]
    fn rectangles_keep_their_shape() {
        let size = Size::new(20, 10).unwrap();
        let fixtures = schedule(&Plan { size, games: 200, ..plan() });
        assert!(fixtures.iter().all(|fixture| Symmetry::of(size).contains(&fixture.symmetry)));
        assert!(fixtures.iter().any(|fixture| fixture.symmetry != Symmetry::IDENTITY));
    }
}
