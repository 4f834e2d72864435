//! How games end, by names that results, logs and counts share.

use crate::board::Color;
use crate::record;
use crate::rules::{Outcome, Referee};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    Five,
    FullBoard,
    /// The agreed number of stones was reached.
    DrawAfter,
    /// Black played a forbidden point.
    Foul,
    /// Black had to play a forbidden point, for there was no other.
    NoLegalMove,
    /// A point off the board or occupied.
    IllegalMove,
    /// An answer in the opening negotiation that the negotiation does not know.
    Negotiation,
    /// The answer came too late.
    Time,
    /// No answer came at all.
    Silence,
    /// The program ended by itself.
    Crash,
    /// A line that is no answer.
    Garbage,
    Memory,
    /// The program could not be started or did not take the board.
    Start,
}

/// What an engine did wrong, and the game with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub reason: Reason,
    /// For people.
    pub detail: String,
}

/// A finished game's result; seats are those of its two engines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub winner: Option<usize>,
    pub reason: Reason,
    pub detail: String,
}

impl Reason {
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Five => "five",
            Reason::FullBoard => "full board",
            Reason::DrawAfter => "draw after",
            Reason::Foul => "foul",
            Reason::NoLegalMove => "no legal move",
            Reason::IllegalMove => "illegal move",
            Reason::Negotiation => "negotiation",
            Reason::Time => "time",
            Reason::Silence => "silence",
            Reason::Crash => "crash",
            Reason::Garbage => "garbage",
            Reason::Memory => "memory",
            Reason::Start => "start",
        }
    }

    /// Whether the loser lost by breaking the terms instead of being outplayed.
    pub const fn is_forfeit(self) -> bool {
        !matches!(self, Reason::Five | Reason::NoLegalMove | Reason::FullBoard | Reason::DrawAfter)
    }

    /// The same in the words of game files.
    pub const fn recorded(self) -> record::Reason {
        match self {
            Reason::Five => record::Reason::Five,
            Reason::FullBoard => record::Reason::FullBoard,
            Reason::DrawAfter => record::Reason::Adjudication,
            Reason::Foul | Reason::NoLegalMove => record::Reason::Foul,
            Reason::IllegalMove => record::Reason::IllegalMove,
            Reason::Time | Reason::Silence => record::Reason::Timeout,
            Reason::Negotiation
            | Reason::Crash
            | Reason::Garbage
            | Reason::Memory
            | Reason::Start => record::Reason::Crash,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Fault {
    pub fn new(reason: Reason, detail: impl Into<String>) -> Fault {
        Fault { reason, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.detail)
    }
}

impl Ending {
    /// The seat loses by its fault.
    pub fn forfeit(seat: usize, fault: Fault) -> Ending {
        Ending { winner: Some(1 - seat.min(1)), reason: fault.reason, detail: fault.detail }
    }

    /// The end the referee saw, where `black` is black's seat; `None` if the game goes on.
    pub fn judged(referee: &Referee, black: usize) -> Option<Ending> {
        let outcome = referee.outcome();
        let reason = match outcome {
            Outcome::Ongoing => return None,
            Outcome::Five(_) => Reason::Five,
            Outcome::Foul(..) if referee.was_foul_forced() => Reason::NoLegalMove,
            Outcome::Foul(..) => Reason::Foul,
            Outcome::Draw => Reason::FullBoard,
        };
        let seat = |color: Color| (color.index() + black) % 2;
        let detail = outcome.to_string();
        Some(Ending { winner: outcome.winner().map(seat), reason, detail })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Rows, parse_moves};
    use crate::board::{Board, Content, Point, Size};
    use crate::rules::Rule;

    #[test]
    fn the_winner_is_found_by_color_and_seat() {
        let winner = |moves, black| {
            let mut referee = Referee::new(Rule::Freestyle, Size::DEFAULT);
            for point in parse_moves(moves, Size::DEFAULT, Rows::FromBottom).unwrap() {
                referee.play(point).unwrap();
            }
            Ending::judged(&referee, black).map(|ending| ending.winner.unwrap())
        };
        let black_wins = "a1a2b1b2c1c2d1d2e1";
        let white_wins = "a1a2b1b2c1c2d1d2g1e2";
        assert_eq!(winner(black_wins, 0), Some(0));
        assert_eq!(winner(white_wins, 0), Some(1));
        assert_eq!(winner(black_wins, 1), Some(1));
        assert_eq!(winner(white_wins, 1), Some(0));
        assert_eq!(winner("a1", 0), None);
        let mut full = Board::new(Size::DEFAULT);
        Size::DEFAULT.points().for_each(|point| full.set(point, Content::Dead));
        let drawn = Referee::from_board(Rule::Freestyle, full, Color::Black);
        assert_eq!(Ending::judged(&drawn, 1).unwrap().winner, None);
    }

    #[test]
    fn only_a_foul_that_could_be_helped_is_a_forfeit() {
        let ending = |empties: &[Point]| {
            let size = Size::new(6, 5).unwrap();
            let mut board = Board::new(size);
            for point in size.points().filter(|point| !empties.contains(point)) {
                let black = Content::Stone(Color::Black);
                board.set(point, if point.y() == 0 { black } else { Content::Dead });
            }
            let mut referee = Referee::from_board(Rule::Renju, board, Color::Black);
            referee.play(Point::new(3, 0)).unwrap();
            Ending::judged(&referee, 0).unwrap()
        };
        let cornered = ending(&[Point::new(3, 0)]);
        assert_eq!((cornered.winner, cornered.reason), (Some(1), Reason::NoLegalMove));
        assert!(!cornered.reason.is_forfeit());
        let careless = ending(&[Point::new(3, 0), Point::new(0, 4)]);
        assert_eq!((careless.winner, careless.reason), (Some(1), Reason::Foul));
    }

    #[test]
    fn who_fails_loses() {
        let ending = Ending::forfeit(1, Fault::new(Reason::Time, "late"));
        assert_eq!((ending.winner, ending.reason), (Some(0), Reason::Time));
        assert!(Reason::Time.is_forfeit() && Reason::Foul.is_forfeit());
        assert!(!Reason::DrawAfter.is_forfeit());
    }
}
