//! A ladder for people, from a player that knows only the rules up to the engine at its best.
//!
//! Some strengths are rungs with a player of their own. Between two rungs each move is chosen by
//! the upper or the lower one, the upper the more often the nearer it is, so that every step is a
//! little stronger than the one before. Above the last classic player this is a search that errs:
//! some of its moves are those of the classic player.

use super::Kind;
use crate::rng::Rng;

/// Who chooses a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// One of the classic players.
    Classic(Kind),
    /// The engine's search, with at most this many nodes a move; `None` is as many as it likes.
    Search { nodes: Option<u64> },
}

/// How strong to play, from 0 to 100.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Strength(u8);

/// The rungs, each stronger than the one below by the arena's measure.
const RUNGS: [(u8, Level); 8] = [
    (0, Level::Classic(Kind::Random)),
    (20, Level::Classic(Kind::ScoreTable)),
    (30, Level::Classic(Kind::StagedAttack)),
    (40, Level::Classic(Kind::Graded3)),
    (70, Level::Search { nodes: Some(Strength::LEAST_NODES) }),
    (80, Level::Search { nodes: Some(40_000) }),
    (90, Level::Search { nodes: Some(200_000) }),
    (Strength::FULL.0, Level::Search { nodes: None }),
];

impl Strength {
    pub const FULL: Strength = Strength(100);

    /// The lowest limit of a search on the ladder: enough to beat every classic player.
    pub const LEAST_NODES: u64 = 10_000;

    /// Brought into the range from 0 to 100.
    pub fn new(strength: i64) -> Strength {
        Strength(strength.clamp(0, i64::from(Strength::FULL.0)) as u8)
    }

    /// Who chooses the next move; between rungs it is drawn.
    pub fn level(self, rng: &mut Rng) -> Level {
        let above = RUNGS.partition_point(|&(strength, _)| strength <= self.0);
        let (low, lower) = RUNGS[above.saturating_sub(1)];
        let Some(&(high, upper)) = RUNGS.get(above) else { return lower };
        let is_upper = rng.chance(usize::from(self.0 - low), usize::from(high - low));
        if is_upper { upper } else { lower }
    }
}

impl Level {
    /// The most nodes of a search in a place where only a search can answer.
    pub fn nodes(self) -> Option<u64> {
        match self {
            Level::Classic(_) => Some(Strength::LEAST_NODES),
            Level::Search { nodes } => nodes,
        }
    }

    /// The classic player who chooses, if it is one.
    pub fn classic(self) -> Option<Kind> {
        match self {
            Level::Classic(kind) => Some(kind),
            Level::Search { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(strength: i64) -> Vec<Level> {
        let strength = Strength::new(strength);
        (0..300).map(|seed| strength.level(&mut Rng::new(seed))).collect()
    }

    #[test]
    fn rungs_cover_the_whole_range_in_order() {
        assert!(RUNGS.is_sorted_by(|(lower, _), (higher, _)| lower < higher));
        assert_eq!((RUNGS[0].0, Strength::new(i64::MAX)), (0, Strength::FULL));
        for (strength, level) in RUNGS {
            assert!(draws(strength.into()).iter().all(|&drawn| drawn == level), "{strength}");
        }
        assert_eq!(draws(-5), draws(0));
        assert!(draws(1000).iter().all(|level| level.nodes().is_none()));
    }

    #[test]
    fn between_rungs_the_upper_comes_the_more_often_the_nearer_it_is() {
        for pair in RUNGS.windows(2) {
            let [(low, lower), (high, upper)] = [pair[0], pair[1]];
            let mut before = 0;
            for strength in [low + 1, low.midpoint(high), high - 1] {
                let drawn = draws(strength.into());
                let count = drawn.iter().filter(|&&level| level == upper).count();
                assert!(count > before && count < drawn.len(), "{strength}: {count}");
                assert!(drawn.iter().all(|level| [lower, upper].contains(level)), "{strength}");
                before = count;
            }
        }
    }

    #[test]
    fn every_classic_rung_is_below_every_search() {
        let first = RUNGS.partition_point(|(_, level)| level.classic().is_some());
        assert!(RUNGS[first..].iter().all(|(_, level)| level.classic().is_none()));
        assert_eq!(RUNGS[first].1.nodes(), Some(Strength::LEAST_NODES));
    }
}
