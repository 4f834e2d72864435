//! Two games from one opening, with colors swapped, between two versions of the search.

use crate::board::{Color, Size};
use crate::position::Position;
use crate::rng::Rng;
use crate::rules::Rule;
use crate::search::{Params, Searcher};
use crate::tuner::game::{OwnGame, mixed_size};
use crate::tuner::opening::{play_opening, search};

/// Memory of each side's transposition table.
const TABLE_BYTES: usize = 8 << 20;
/// Most nodes of a search that says whether an opening is balanced.
const OPENING_NODES: u64 = 4_000;

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    pub rule: Rule,
    /// `None` where every pair has its own.
    pub size: Option<Size>,
    /// Per move.
    pub nodes: u64,
}

/// Results as the first side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    /// How many games more were won than lost.
    pub fn lead(self) -> i32 {
        self.wins as i32 - self.losses as i32
    }

    pub fn add(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    fn count(&mut self, winner: Option<Color>, first: Color) {
        match winner {
            None => self.draws += 1,
            Some(color) if color == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }
}

/// The two sides, each with a table of its own, for neither must learn from the other's search.
pub struct Opponents {
    searchers: [Searcher; 2],
}

impl Opponents {
    pub fn new() -> Opponents {
        Opponents { searchers: [(); 2].map(|()| Searcher::new(TABLE_BYTES, 1)) }
    }

    /// Plays a pair; the opening depends on nothing but `rng` and the conditions.
    pub fn play(&mut self, conditions: &Conditions, params: [Params; 2], rng: &mut Rng) -> Tally {
        let size = conditions.size.unwrap_or_else(|| mixed_size(rng));
        let [first, _] = &mut self.searchers;
        first.clear();
        first.set_params(Params::of(conditions.rule));
        let nodes = conditions.nodes.min(OPENING_NODES);
        let opening = play_opening(rng, size, conditions.rule, nodes, first);
        for (searcher, params) in self.searchers.iter_mut().zip(params) {
            searcher.set_params(params);
        }
        let mut tally = Tally::default();
        for color in Color::ALL {
            tally.count(self.game(opening.clone(), color, conditions.nodes), color);
        }
        tally
    }

    /// The winner of a game in which the first side has this color.
    ///
    /// It ends when both sides, one after the other, see it decided alike. One word would not do: a
    /// search that prunes more than it should sees wins that are none, and would be rewarded.
    fn game(&mut self, opening: Position, first: Color, nodes: u64) -> Option<Color> {
        self.searchers.iter_mut().for_each(Searcher::clear);
        let mut game = OwnGame::new(opening);
        let mut seen = None;
        while !game.is_over() {
            let mover = game.position.to_move();
            let searcher = &self.searchers[usize::from(mover != first)];
            let Some((best, score)) = search(searcher, &game.position, nodes) else { break };
            let winner = score.is_decided().then(|| if score.is_win() { mover } else { !mover });
            if winner.is_some() && winner == seen {
                return winner;
            }
            seen = winner;
            game.play(best);
        }
        game.winner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> Params {
        Params::of(Rule::Standard)
    }

    fn play(seed: u64, params: [Params; 2]) -> Tally {
        let size = Some(Size::square(10).unwrap());
        let conditions = Conditions { rule: Rule::Standard, size, nodes: 200 };
        let mut opponents = Opponents::new();
        let tally = opponents.play(&conditions, params.clone(), &mut Rng::new(seed));
        let again = opponents.play(&conditions, params, &mut Rng::new(seed));
        assert_eq!(tally, again, "the pair depends on what was played before");
        tally
    }

    #[test]
    fn equals_share_every_pair() {
        for seed in 0..4 {
            let tally = play(seed, [usual(), usual()]);
            assert_eq!((tally.lead(), tally.wins + tally.draws + tally.losses), (0, 2));
        }
    }

    #[test]
    fn the_result_is_that_of_the_first_side() {
        let crippled = || {
            let mut params = usual();
            for (name, value) in [("late_move_base_limit", 1), ("late_move_scale", 20)] {
                assert!(params.set(name, value));
            }
            params
        };
        let sum = |sides: fn(Params, Params) -> [Params; 2]| {
            (0..24).map(|seed| play(seed, sides(usual(), crippled())).lead()).sum::<i32>()
        };
        let ahead = sum(|sound, crippled| [sound, crippled]);
        assert_ne!(ahead, 0);
        assert_eq!(ahead, -sum(|sound, crippled| [crippled, sound]));
    }
}
