//! How games end, by names that results, logs and counts share.

use crate::board::Color;
use crate::record;
use crate::rules::Outcome;
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
        !matches!(self, Reason::Five | Reason::FullBoard | Reason::DrawAfter)
    }

    /// The same in the words of game files.
    pub const fn recorded(self) -> record::Reason {
        match self {
            Reason::Five => record::Reason::Five,
            Reason::FullBoard => record::Reason::FullBoard,
            Reason::DrawAfter => record::Reason::Adjudication,
            Reason::Foul => record::Reason::Foul,
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
    pub fn judged(outcome: Outcome, black: usize) -> Option<Ending> {
        let reason = match outcome {
            Outcome::Ongoing => return None,
            Outcome::Five(_) => Reason::Five,
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

    #[test]
    fn the_winner_is_found_by_color_and_seat() {
        let winner = |color, black| Ending::judged(Outcome::Five(color), black).unwrap().winner;
        assert_eq!(winner(Color::Black, 0), Some(0));
        assert_eq!(winner(Color::White, 0), Some(1));
        assert_eq!(winner(Color::Black, 1), Some(1));
        assert_eq!(winner(Color::White, 1), Some(0));
        assert_eq!(Ending::judged(Outcome::Draw, 1).unwrap().winner, None);
        assert_eq!(Ending::judged(Outcome::Ongoing, 0), None);
    }

    #[test]
    fn who_fails_loses() {
        let ending = Ending::forfeit(1, Fault::new(Reason::Time, "late"));
        assert_eq!((ending.winner, ending.reason), (Some(0), Reason::Time));
        assert!(Reason::Time.is_forfeit() && Reason::Foul.is_forfeit());
        assert!(!Reason::DrawAfter.is_forfeit());
    }
}
