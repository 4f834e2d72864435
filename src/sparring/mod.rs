//! The classic Gomoku players from before tree search, and Monte-Carlo tree search after it: fixed
//! yardsticks for the arena, difficulty levels for people, and a record of the field.
//!
//! Each looks one stone ahead (Monte-Carlo excepted), in the way its tables say. All of them play
//! under any rule and on any size, never on a forbidden point while another is left, and the same
//! moves again for the same seed. What "five" means is always the rule's word, not the table's.
//!
//! Does not know patterns, positions or the engine's search: a yardstick must not change when they
//! do.

mod axis;
mod directional;
mod five_tuples;
mod graded;
mod mcts;
mod random;
mod score_table;
mod staged;
mod strength;
mod view;

pub use directional::Directional;
pub use five_tuples::FiveTuples;
pub use graded::{Grade, Graded};
pub use mcts::Mcts;
pub use random::Random;
pub use score_table::ScoreTable;
pub use staged::{Preference, Staged};
pub use strength::{Level, Strength};

use crate::board::{Board, Color, Point, PointSet};
use crate::clock::{Budget, Limits, Progress, StopSignal};
use crate::rules::Rule;
use std::fmt;
use std::str::FromStr;
use view::View;

/// A position in which somebody is asked for a move.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    pub board: &'a Board,
    pub rule: Rule,
    /// The side to move.
    pub color: Color,
    /// Points that are not to be played while there are others.
    pub excluded: PointSet,
    /// Only [`Mcts`] thinks long enough to need them; its nodes are playouts.
    pub limits: Limits,
    pub stop: StopSignal,
}

impl<'a> Situation<'a> {
    /// `color` to move, without limits.
    pub fn new(board: &'a Board, rule: Rule, color: Color) -> Situation<'a> {
        Situation {
            board,
            rule,
            color,
            excluded: PointSet::EMPTY,
            limits: Limits::default(),
            stop: StopSignal::default(),
        }
    }

    /// Whether it is time to play.
    fn is_over(&self) -> bool {
        let is_late = |budget: &Budget| budget.is_spent() || budget.enough(&Progress::default());
        self.stop.is_raised() || self.limits.budget.as_ref().is_some_and(is_late)
    }
}

/// Somebody to play against.
pub trait Player: Send {
    /// The move to play: an empty point, neither forbidden nor excluded while there is another.
    /// `None` on a full board.
    fn choose(&mut self, situation: &Situation) -> Option<Point>;
}

/// The part of a player that is its own: what it likes best among the playable points.
trait Taste: Send {
    /// A playable point, or `None` if this player's method has nothing to say.
    fn pick(&mut self, view: &View) -> Option<Point>;
}

impl<T: Taste> Player for T {
    fn choose(&mut self, situation: &Situation) -> Option<Point> {
        let view = View::new(situation);
        self.pick(&view).or_else(|| view.playable.first())
    }
}

/// The players by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Random,
    ScoreTable,
    FiveTuples,
    Directional,
    Graded1,
    Graded2,
    Graded3,
    StagedAttack,
    StagedDefense,
    Mcts,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Random,
        Kind::ScoreTable,
        Kind::FiveTuples,
        Kind::Directional,
        Kind::Graded1,
        Kind::Graded2,
        Kind::Graded3,
        Kind::StagedAttack,
        Kind::StagedDefense,
        Kind::Mcts,
    ];

    /// The name that people and command lines use.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::ScoreTable => "score-table",
            Kind::FiveTuples => "five-tuples",
            Kind::Directional => "directional",
            Kind::Graded1 => "graded-1",
            Kind::Graded2 => "graded-2",
            Kind::Graded3 => "graded-3",
            Kind::StagedAttack => "staged-attack",
            Kind::StagedDefense => "staged-defence",
            Kind::Mcts => "mcts",
        }
    }

    /// How the player chooses, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Kind::Random => "any legal point, all equally likely",
            Kind::ScoreTable => "sums the scores of twelve small windows around each point",
            Kind::FiveTuples => "weighs every run of five cells by the stones it already holds",
            Kind::Directional => "counts neighbors in eight directions, as mover and as opponent",
            Kind::Graded1 => "grades shapes at a point; plays the best of attack or defense",
            Kind::Graded2 => "grades shapes at a point; adds attack and defense",
            Kind::Graded3 => "as graded-2, with defense and split shapes worth more",
            Kind::StagedAttack => "goes through classes of shapes in order, its own before yours",
            Kind::StagedDefense => "goes through classes of shapes in order, yours before its own",
            Kind::Mcts => "Monte-Carlo tree search with uniformly random playouts",
        }
    }

    /// A new player whose choices among equals follow from the seed.
    pub fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::ScoreTable => Box::new(ScoreTable::new(seed)),
            Kind::FiveTuples => Box::new(FiveTuples::new(seed)),
            Kind::Directional => Box::new(Directional::new(seed)),
            Kind::Graded1 => Box::new(Graded::new(Grade::One, seed)),
            Kind::Graded2 => Box::new(Graded::new(Grade::Two, seed)),
            Kind::Graded3 => Box::new(Graded::new(Grade::Three, seed)),
            Kind::StagedAttack => Box::new(Staged::new(Preference::Attack, seed)),
            Kind::StagedDefense => Box::new(Staged::new(Preference::Defense, seed)),
            Kind::Mcts => Box::new(Mcts::new(Mcts::ITERATIONS, seed)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No player has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer(pub String);

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = Kind::ALL.map(Kind::name).join(", ");
        write!(f, "no player is called '{}'; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownPlayer {}

impl FromStr for Kind {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Kind, UnknownPlayer> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownPlayer(name.to_owned()))
    }
}

#[cfg(test)]
mod tests;
