//! The game files of Piskvork and of the Gomocup judge.
//!
//! ```text
//! Piskvorky 20x20, 5:5, 0      size, two levels, which player began
//! 1,1,157                      column, row (both from 1, rows from the top), milliseconds
//! 1,20,150
//! pbrain-first.exe             the two players, in the order of the header
//! pbrain-second.exe
//! 0                            how it ended
//! ```
//!
//! Piskvork's window leaves out the names, the judge adds a line with the tournament, and the rule
//! and the winner are told nowhere: the rule is the reader's to know, the winner follows from it.

use super::{Ending, Reason, Record};
use crate::board::{Color, Size, SizeError};
use crate::rules::{PlayError, Rule};
use std::fmt;
use std::time::Duration;

/// What is wrong with a file, and in which line, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PsqError {
    pub line: usize,
    pub fault: PsqFault,
}

/// What can be wrong with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PsqFault {
    /// It does not begin with `Piskvorky 20x20, 0:0, 0` or the like.
    Header,
    Size(SizeError),
    OffBoard(Size),
    Move(PlayError),
}

impl fmt::Display for PsqError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.fault {
            PsqFault::Header => write!(f, "expected a header like 'Piskvorky 20x20, 0:0, 0'"),
            PsqFault::Size(error) => write!(f, "{error}"),
            PsqFault::OffBoard(size) => write!(f, "the move is off a board of size {size}"),
            PsqFault::Move(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PsqError {}

/// How the files tell the end of a game.
const ENDED_BY_RULE: i64 = 0;
const ENDED_BY_CLOCK: i64 = 15;
const ENDED_BY_FAULT: i64 = -2;
const END_UNKNOWN: i64 = -1;

/// With no more empty points than this, Piskvork and the judge end a game as a draw.
const DRAW_LIMIT: usize = 25;

/// Writes a record as a file with names, black first.
pub fn write(record: &Record) -> String {
    let size = record.size();
    let mut lines = vec![format!("Piskvorky {}x{}, 11:11, 0", size.width(), size.height())];
    for played in record.moves() {
        let (x, y) = (played.point.x() + 1, played.point.y() + 1);
        lines.push(format!("{x},{y},{}", played.time.unwrap_or_default().as_millis()));
    }
    lines.extend(record.players.iter().map(|name| name_line(name)));
    // The codes of faults blame the side to move.
    let lost_to_move = |ending: &Ending| ending.winner == Some(!record.to_move());
    let code = match record.ending {
        None => END_UNKNOWN,
        Some(ending) => match ending.reason {
            Reason::Five | Reason::Foul | Reason::FullBoard => ENDED_BY_RULE,
            Reason::Timeout if lost_to_move(&ending) => ENDED_BY_CLOCK,
            Reason::Crash | Reason::IllegalMove if lost_to_move(&ending) => ENDED_BY_FAULT,
            _ => END_UNKNOWN,
        },
    };
    lines.push(code.to_string());
    lines.join("\r\n") + "\r\n"
}

/// Reads a file as a game under `rule`. Levels are ignored, as is everything after the end code
/// but the judge's sign for a draw; a time of zero is unknown.
///
/// ```
/// use fukumi::board::notation::Rows;
/// use fukumi::record::psq;
/// use fukumi::rules::Rule;
///
/// let file = "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,120\n-1\n";
/// assert_eq!(psq::read(file, Rule::Renju).unwrap().pos(Rows::FromTop), "h8i9");
/// ```
pub fn read(text: &str, rule: Rule) -> Result<Record, PsqError> {
    let mut lines = (text.trim_start_matches('\u{feff}').lines().enumerate())
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .peekable();
    let (line, header) = lines.next().unwrap_or((1, ""));
    let error = |line, fault| PsqError { line, fault };
    let Header { width, height, first } =
        read_header(header).ok_or(error(line, PsqFault::Header))?;
    let size = Size::new(width, height).map_err(|fault| error(line, PsqFault::Size(fault)))?;
    let mut record = Record::new(rule, size);
    while let Some((line, (x, y, time))) =
        lines.peek().and_then(|&(line, text)| Some((line, read_move(text)?)))
    {
        lines.next();
        let point = size
            .point(x.saturating_sub(1), y.saturating_sub(1))
            .ok_or(error(line, PsqFault::OffBoard(size)))?;
        record.push(point, time).map_err(|fault| error(line, PsqFault::Move(fault)))?;
    }
    let mut tail = lines.map(|(_, text)| text).peekable();
    if tail.peek().is_some_and(|text| text.parse::<i64>().is_err()) {
        let mut name = || tail.next().unwrap_or_default().to_string();
        record.players = [name(), name()];
        if first == Color::White {
            record.players.reverse();
        }
    }
    let code = tail.next().and_then(|text| text.parse().ok()).unwrap_or(END_UNKNOWN);
    let judge_says_draw = tail.next().is_some_and(|text| text.starts_with("0,"));
    record.ending = record.judged().or_else(|| told_ending(&record, code, judge_says_draw));
    Ok(record)
}

/// A name that no reader takes for a move, an end code or two lines.
fn name_line(name: &str) -> String {
    let name = name.replace(char::is_control, " ");
    let name = name.trim();
    if name.is_empty() || name.parse::<i64>().is_ok() || read_move(name).is_some() {
        format!("player {name}").trim_end().to_string()
    } else {
        name.to_string()
    }
}

struct Header {
    width: usize,
    height: usize,
    /// The color of the player who is named first.
    first: Color,
}

/// Reads `Piskvorky WxH, L1:L2, S`, where S tells which player began.
fn read_header(text: &str) -> Option<Header> {
    let mut parts = text.strip_prefix("Piskvorky")?.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once(['x', 'X'])?;
    let starter = parts.nth(1).and_then(|part| part.parse::<i64>().ok()).unwrap_or(0);
    Some(Header {
        width: width.trim().parse().ok()?,
        height: height.trim().parse().ok()?,
        first: if starter == 1 { Color::White } else { Color::Black },
    })
}

/// Reads `x,y` or `x,y,ms` with anything behind it.
fn read_move(text: &str) -> Option<(i64, i64, Option<Duration>)> {
    let mut parts = text.split(',').map(str::trim);
    let x = parts.next()?.parse().ok()?;
    let y = parts.next()?.parse().ok()?;
    let time = parts.next().and_then(|part| part.parse().ok()).filter(|&time| time > 0);
    Some((x, y, time.map(Duration::from_millis)))
}

/// The ending of a game that the rule leaves open.
fn told_ending(record: &Record, code: i64, judge_says_draw: bool) -> Option<Ending> {
    let empty = record.size().area() - record.moves().len();
    match code {
        ENDED_BY_CLOCK => Some(Ending::loss_of(record.to_move(), Reason::Timeout)),
        ENDED_BY_FAULT => Some(Ending::loss_of(record.to_move(), Reason::Crash)),
        ENDED_BY_RULE if empty <= DRAW_LIMIT => Some(Ending::draw(Reason::FullBoard)),
        _ if judge_says_draw => Some(Ending::draw(Reason::FullBoard)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::Rows;

    const GUI_FILE: &str = "Piskvorky 20x20, 0:0, 0\n2,10,0\n5,10,0\n6,11,1\n7,9,0\n6,10,1\n\
        8,8,884\n6,8,2506\n7,7,784\n6,7,696\n9,10,560\n6,12,1379\n17,5,2470\n-1\n";
    const GUI_MOVES: &str = "b10e10f11g9f10h8f8g7f7i10f12q5";

    fn read_ok(text: &str) -> Record {
        read(text, Rule::Freestyle).unwrap()
    }

    fn fault(text: &str) -> (usize, PsqFault) {
        let error = read(text, Rule::Freestyle).unwrap_err();
        (error.line, error.fault)
    }

    #[test]
    fn reads_a_file_saved_by_hand() {
        let record = read_ok(GUI_FILE);
        assert_eq!(record.pos(Rows::FromTop), GUI_MOVES);
        assert_eq!(record.moves()[5].time, Some(Duration::from_millis(884)));
        assert_eq!(record.moves()[0].time, None);
        assert_eq!(record.ending, None);
        assert_eq!(record.players, ["", ""]);
    }

    #[test]
    fn line_ends_levels_names_and_trailing_lines_do_not_matter() {
        let file = GUI_FILE
            .replace("0:0, 0", "11:11, 0")
            .replace("-1\n", "pbrain-a.zip\npbrain-b\n-1\n1,Gomocup 2024\n\nmore\n")
            .replace(",9,", ", 9 ,")
            .replace('\n', "\r\n");
        let record = read_ok(&file);
        assert_eq!(record.pos(Rows::FromTop), GUI_MOVES);
        assert_eq!(record.players, ["pbrain-a.zip", "pbrain-b"]);
        assert_eq!(record.ending, None);
    }

    #[test]
    fn the_header_tells_which_player_began() {
        let record = read_ok("Piskvorky 15x15, 5:5, 1\n8,8,1\nfirst.exe\nsecond.exe\n0\n");
        assert_eq!(record.players, ["second.exe", "first.exe"]);
    }

    #[test]
    fn the_end_code_blames_the_side_to_move() {
        let ending =
            |code: &str| read_ok(&format!("Piskvorky 15x15, 5:5, 0\n8,8,1\na\nb\n{code}\n")).ending;
        assert_eq!(ending("15"), Some(Ending::loss_of(Color::White, Reason::Timeout)));
        assert_eq!(ending("-2"), Some(Ending::loss_of(Color::White, Reason::Crash)));
        assert_eq!(ending("-1\n0,Gomocup"), Some(Ending::draw(Reason::FullBoard)));
        assert_eq!(ending("0"), None);
    }

    #[test]
    fn the_winner_follows_from_the_rule() {
        let file = "Piskvorky 15x15, 5:5, 0\n1,1\n1,2\n2,1\n2,2\n3,1\n3,2\n4,1\n4,2\n6,1\n6,2\n\
            5,1\na\nb\n0\n";
        assert_eq!(read_ok(file).ending, Ending::of(crate::rules::Outcome::Five(Color::Black)));
        assert_eq!(read(file, Rule::Standard).unwrap().ending, None);
        let foul = read(file, Rule::Renju).unwrap().ending;
        assert_eq!(foul, Some(Ending::loss_of(Color::Black, Reason::Foul)));
    }

    #[test]
    fn piskvork_ends_a_nearly_full_board_as_a_draw() {
        let mut record = Record::new(Rule::Standard, Size::new(7, 5).unwrap());
        for point in record.size().points().take(10) {
            record.push(point, None).unwrap();
        }
        record.ending = Some(Ending::draw(Reason::FullBoard));
        assert_eq!(read(&write(&record), Rule::Standard).unwrap().ending, record.ending);
    }

    #[test]
    fn writes_what_it_reads() {
        let mut record = Record::new(Rule::Renju, Size::new(32, 7).unwrap());
        for (x, y, time) in [(0, 0, 5), (31, 6, 0), (15, 3, 12_345)] {
            let time = Some(Duration::from_millis(time)).filter(|time| !time.is_zero());
            record.push(crate::board::Point::new(x, y), time).unwrap();
        }
        record.players = ["Fukumi".to_string(), "other engine, 2".to_string()];
        record.ending = Some(Ending::loss_of(Color::White, Reason::Timeout));
        let text = write(&record);
        assert!(text.starts_with("Piskvorky 32x7, 11:11, 0\r\n1,1,5\r\n32,7,0\r\n16,4,12345\r\n"));
        assert_eq!(read(&text, Rule::Renju), Ok(record));
    }

    #[test]
    fn a_fault_of_the_side_that_is_not_to_move_has_no_code() {
        let mut record = read_ok("Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n");
        for (loser, code) in [(Color::White, "-2"), (Color::Black, "-1")] {
            record.ending = Some(Ending::loss_of(loser, Reason::Crash));
            assert_eq!(write(&record).lines().last(), Some(code), "{loser:?}");
        }
    }

    #[test]
    fn odd_names_stay_names() {
        for name in ["", "7", "1,2", "two\nlines", "-1"] {
            let mut record = Record::new(Rule::Freestyle, Size::square(15).unwrap());
            record.players = [name.to_string(), "other".to_string()];
            let again = read_ok(&write(&record));
            assert_eq!(again.moves().len(), 0, "{name:?}");
            assert_eq!(again.players[1], "other", "{name:?}");
        }
    }

    #[test]
    fn bad_files_are_refused_by_line() {
        for text in ["", "hello", "Piskvorky", "Piskvorky 15, 0:0, 0", "Piskvorky axb, 0:0, 0"] {
            assert_eq!(fault(text), (1, PsqFault::Header), "{text}");
        }
        assert_eq!(fault("Piskvorky 3x3, 0:0, 0\n"), (1, PsqFault::Size(SizeError)));
        let size = Size::square(15).unwrap();
        let file = |moves: &str| fault(&format!("Piskvorky 15x15, 0:0, 0\n{moves}"));
        assert_eq!(file("0,1,0"), (2, PsqFault::OffBoard(size)));
        assert_eq!(file("1,1,0\n16,1,0"), (3, PsqFault::OffBoard(size)));
        assert_eq!(file("-9223372036854775808,1"), (2, PsqFault::OffBoard(size)));
        let taken = PlayError::Occupied(crate::board::Point::new(0, 0));
        assert_eq!(file("1,1,0\n\n1,1,0"), (4, PsqFault::Move(taken)));
    }
}
