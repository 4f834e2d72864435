//! What a manager says.

use super::{Coordinates, Listing, Setting, yixin};
use crate::board::{Size, SizeError};
use std::fmt;

/// A complete command, blocks included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A new, empty board; also RECTSTART.
    Start(Size),
    /// An empty board of the same size.
    Restart,
    /// The engine opens the game.
    Begin,
    /// The opponent's stone, to be answered.
    Turn(Coordinates),
    /// The whole position, to be answered.
    Board(Listing),
    /// The opening negotiation, to be answered.
    Swap2Board(Listing),
    Takeback(Coordinates),
    /// The engine's own stone, decided by the manager.
    Play(Coordinates),
    Info(Setting),
    /// End the search now; STOP and YXSTOP.
    Stop,
    About,
    End,
    Yixin(yixin::Request),
    /// No command; the text as it was sent.
    Unknown(String),
}

/// A known command that cannot be read. Its text is what follows `ERROR` on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// START without readable sides.
    NoSize,
    /// RECTSTART without two readable sides.
    NoSides,
    /// A size that this engine does not have.
    Size(SizeError),
    /// A command that needs a point came without a readable one.
    NoPoint(&'static str),
    /// A list was interrupted by another command.
    NoDone(&'static str),
    /// More than [`Parser::LONGEST_LINE`](super::Parser::LONGEST_LINE) bytes.
    TooLong,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ParseError::NoSize => f.write_str("START needs a size, for example START 15"),
            ParseError::NoSides => {
                f.write_str("RECTSTART needs a size, for example RECTSTART 20,15")
            }
            ParseError::TooLong => f.write_str("the line is too long"),
            ParseError::Size(error) => write!(f, "{error}"),
            ParseError::NoPoint(command) => write!(f, "{command} needs a point as x,y"),
            ParseError::NoDone(command) => write!(f, "{command} was not closed by DONE, ignored"),
        }
    }
}

impl std::error::Error for ParseError {}

/// The command as managers send it, its lines separated by line feeds.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Command::Start(size) if size.width() == size.height() => {
                write!(f, "START {}", size.width())
            }
            Command::Start(size) => write!(f, "RECTSTART {},{}", size.width(), size.height()),
            Command::Restart => f.write_str("RESTART"),
            Command::Begin => f.write_str("BEGIN"),
            Command::Turn(point) => write!(f, "TURN {point}"),
            Command::Board(listing) => write!(f, "BOARD\n{listing}"),
            Command::Swap2Board(listing) => write!(f, "SWAP2BOARD\n{listing}"),
            Command::Takeback(point) => write!(f, "TAKEBACK {point}"),
            Command::Play(point) => write!(f, "PLAY {point}"),
            Command::Info(setting) => write!(f, "INFO {setting}"),
            Command::Stop => f.write_str("YXSTOP"),
            Command::About => f.write_str("ABOUT"),
            Command::End => f.write_str("END"),
            Command::Yixin(request) => write!(f, "{request}"),
            Command::Unknown(text) => f.write_str(text),
        }
    }
}
