//! A finished or running game: rule, size, players, moves and how it ended, with its text forms.
//!
//! A record is not a judge. It holds moves on different points of its board, and a game that a
//! clock or a crash decided is as good as any other; [`Record::referee`] tells what the rule says.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod psq;
pub mod sgf;

use crate::board::notation::{NotationError, Rows, format_moves, parse_moves};
use crate::board::{Color, Point, Size};
use crate::rules::{Outcome, PlayError, Referee, Rule};
use std::fmt;
use std::time::Duration;

/// A move and the time it took, if that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub point: Point,
    pub time: Option<Duration>,
}

/// How a game ended; no winner is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    pub winner: Option<Color>,
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    Five,
    Foul,
    /// No room is left; some judges end a game already when few points are empty.
    FullBoard,
    Timeout,
    Crash,
    IllegalMove,
    Resignation,
    /// Someone outside the rule decided.
    Adjudication,
}

impl Reason {
    pub const ALL: [Reason; 8] = [
        Reason::Five,
        Reason::Foul,
        Reason::FullBoard,
        Reason::Timeout,
        Reason::Crash,
        Reason::IllegalMove,
        Reason::Resignation,
        Reason::Adjudication,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Reason::Five => "five in a row",
            Reason::Foul => "foul",
            Reason::FullBoard => "full board",
            Reason::Timeout => "timeout",
            Reason::Crash => "crash",
            Reason::IllegalMove => "illegal move",
            Reason::Resignation => "resignation",
            Reason::Adjudication => "adjudication",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Ending {
    /// A win of `color`'s opponent.
    pub fn loss_of(color: Color, reason: Reason) -> Ending {
        Ending { winner: Some(!color), reason }
    }

    pub fn draw(reason: Reason) -> Ending {
        Ending { winner: None, reason }
    }

    /// What an outcome under the rule means; `None` while the game goes on.
    pub fn of(outcome: Outcome) -> Option<Ending> {
        match outcome {
            Outcome::Ongoing => None,
            Outcome::Five(color) => Some(Ending { winner: Some(color), reason: Reason::Five }),
            Outcome::Foul(color, _) => Some(Ending::loss_of(color, Reason::Foul)),
            Outcome::Draw => Some(Ending::draw(Reason::FullBoard)),
        }
    }
}

/// `black wins, five in a row` or `draw, full board`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "{color} wins, {}", self.reason),
            None => write!(f, "draw, {}", self.reason),
        }
    }
}

/// One game.
///
/// ```
/// use fukumi::board::Size;
/// use fukumi::board::notation::Rows;
/// use fukumi::record::Record;
/// use fukumi::rules::{Outcome, Rule};
///
/// let size = Size::square(15).unwrap();
/// let record = Record::from_pos("h8i9j8", Rule::Renju, size, Rows::FromTop).unwrap();
/// assert_eq!(record.referee().unwrap().outcome(), Outcome::Ongoing);
/// assert_eq!(record.pos(Rows::FromBottom), "h8i7j8");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    rule: Rule,
    size: Size,
    moves: Vec<Move>,
    /// How many of the moves were given in advance.
    pub opening: usize,
    /// The names of black and white, empty where unknown.
    pub players: [String; 2],
    /// The tournament or occasion, empty where unknown.
    pub event: String,
    /// `None` while the game runs, or where nothing tells how it ended.
    pub ending: Option<Ending>,
}

impl Record {
    /// A game before its first move.
    pub fn new(rule: Rule, size: Size) -> Record {
        Record {
            rule,
            size,
            moves: Vec::new(),
            opening: 0,
            players: [String::new(), String::new()],
            event: String::new(),
            ending: None,
        }
    }

    /// A game from a move list such as `h8i9j8`; its ending is judged.
    pub fn from_pos(
        text: &str,
        rule: Rule,
        size: Size,
        rows: Rows,
    ) -> Result<Record, NotationError> {
        let mut record = Record::new(rule, size);
        let moves = parse_moves(text, size, rows)?;
        record.moves = moves.into_iter().map(|point| Move { point, time: None }).collect();
        record.ending = record.judged();
        Ok(record)
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.moves.iter().map(|played| played.point)
    }

    /// Whose turn it is after the last move.
    pub fn to_move(&self) -> Color {
        Color::to_move_after(self.moves.len())
    }

    /// Adds a move; it must be on the board and on a point that no other move took.
    pub fn push(&mut self, point: Point, time: Option<Duration>) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(point, self.size));
        }
        if self.points().any(|taken| taken == point) {
            return Err(PlayError::Occupied(point));
        }
        self.moves.push(Move { point, time });
        Ok(())
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Move> {
        self.moves.pop()
    }

    /// Replays the game under its rule; an error if there are moves after its end.
    pub fn referee(&self) -> Result<Referee, PlayError> {
        let mut referee = Referee::new(self.rule, self.size);
        for point in self.points() {
            referee.play(point)?;
        }
        Ok(referee)
    }

    /// The ending by the rule alone; `None` also where moves follow the end, for then the game was
    /// played under another rule.
    pub fn judged(&self) -> Option<Ending> {
        Ending::of(self.referee().ok()?.outcome())
    }

    /// The moves as `h8i9j8`.
    pub fn pos(&self, rows: Rows) -> String {
        let points: Vec<Point> = self.points().collect();
        format_moves(&points, self.size, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn sample() -> Record {
        let size = Size::new(20, 15).unwrap();
        let pos = "h8h9i8i9j8j9k8k9t15a1g8";
        let mut record = Record::from_pos(pos, Rule::Standard, size, Rows::FromTop).unwrap();
        record.players = ["one".to_string(), "two".to_string()];
        record
    }

    #[test]
    fn endings_come_from_the_rule() {
        assert_eq!(sample().ending.unwrap().to_string(), "black wins, five in a row");
        let mut longer = sample();
        longer.push(Point::new(0, 5), None).unwrap();
        assert_eq!(longer.judged(), None);
        assert!(matches!(longer.referee(), Err(PlayError::GameOver(_))));
    }

    #[test]
    fn moves_are_on_the_board_and_differ() {
        let mut record = sample();
        let taken = Point::new(7, 7);
        assert_eq!(record.push(taken, None), Err(PlayError::Occupied(taken)));
        let outside = Point::new(7, 15);
        assert_eq!(record.push(outside, None), Err(PlayError::OffBoard(outside, record.size())));
        assert_eq!(record, sample());
        assert_eq!(record.pop().map(|last| last.point), Some(Point::new(6, 7)));
        assert_eq!(record.to_move(), Color::Black);
    }

    /// Spoils a text in a few places.
    fn garble(text: &str, rng: &mut Rng) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(4) {
                0 => bytes[at] = b"[](),;x0-9\n\\B"[rng.below(13)],
                1 => bytes[at] = rng.below(256) as u8,
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[rng.below(bytes.len())]),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn garbled_files_give_an_error_or_a_game_that_can_be_written_again() {
        let mut rng = Rng::new(11);
        let (psq, sgf) = (psq::write(&sample()), sgf::write(&sample()));
        let mut read = 0;
        for _ in 0..3000 {
            if let Ok(record) = psq::read(&garble(&psq, &mut rng), Rule::Renju) {
                let again = psq::read(&psq::write(&record), Rule::Renju).unwrap();
                assert_eq!(again.pos(Rows::FromTop), record.pos(Rows::FromTop));
                read += 1;
            }
            if let Ok(record) = sgf::read(&garble(&sgf, &mut rng), Rule::Renju) {
                assert_eq!(sgf::read(&sgf::write(&record), Rule::Renju), Ok(record));
                read += 1;
            }
        }
        assert!((1000..6000).contains(&read), "{read}");
    }
}
