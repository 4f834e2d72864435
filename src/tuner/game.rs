//! A game that the engine plays against itself, and the boards for it.

use crate::board::{Color, Point, Size};
use crate::position::Position;
use crate::rng::Rng;
use crate::rules::Referee;
use crate::sparring::Situation;
use std::fmt;
use std::str::FromStr;

/// A game that fills this part of the board, in percent, is a draw.
const DRAW_FILL: usize = 75;

/// The board sizes of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    All(Size),
    Mixed,
}

impl Boards {
    /// The size of all boards; none where every game has its own.
    pub fn common(self) -> Option<Size> {
        match self {
            Boards::All(size) => Some(size),
            Boards::Mixed => None,
        }
    }
}

impl FromStr for Boards {
    type Err = <Size as FromStr>::Err;

    fn from_str(text: &str) -> Result<Boards, Self::Err> {
        if text.eq_ignore_ascii_case("mixed") {
            return Ok(Boards::Mixed);
        }
        text.parse().map(Boards::All)
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Boards::All(size) => write!(f, "{size}"),
            Boards::Mixed => f.write_str("mixed"),
        }
    }
}

/// The sides of mixed boards; those that occur more often are played more often.
const MIXED_SIDES: [usize; 12] = [15, 15, 15, 15, 15, 20, 20, 20, 20, 17, 19, 13];

/// A size for one game out of a mixture.
pub fn mixed_size(rng: &mut Rng) -> Size {
    let side = rng.choose(&MIXED_SIDES).copied().unwrap_or(Size::MIN);
    Size::square(side).unwrap_or_else(|_| unreachable!("all sides are within the limits"))
}

/// A game under way: the position for searches, and the referee who knows when it is over.
pub struct OwnGame {
    pub position: Position,
    referee: Referee,
    is_broken: bool,
}

impl OwnGame {
    /// Begins with this opening.
    pub fn new(opening: Position) -> OwnGame {
        let mut referee = Referee::new(opening.rule(), opening.size());
        for point in opening.moves() {
            let outcome = referee.play(point);
            debug_assert!(outcome.is_ok_and(|outcome| !outcome.is_over()));
        }
        OwnGame { position: opening, referee, is_broken: false }
    }

    /// The game as the classic players see it.
    pub fn situation(&self) -> Situation<'_> {
        let referee = &self.referee;
        Situation::new(referee.board(), referee.rule(), referee.to_move())
    }

    /// Plays a point; one that the referee refuses ends the game.
    pub fn play(&mut self, point: Point) {
        self.position.play(point);
        self.is_broken |= self.referee.play(point).is_err();
    }

    /// Whether somebody has won, or nobody will.
    pub fn is_over(&self) -> bool {
        let stones = self.position.stone_count() * 100;
        let is_full = stones >= self.position.size().area() * DRAW_FILL;
        self.is_broken || is_full || self.referee.outcome().is_over()
    }

    pub fn winner(&self) -> Option<Color> {
        self.referee.outcome().winner()
    }
}
