//! Games as SGF, the main line of the first game of a file.
//!
//! The rule is told by its code in `RU`, the reason of the end in `TE`, and the time of a move in
//! its comment, as match programs for gomoku do; the format itself has no words for them.
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]SZ[15]RU[4]PB[one]PW[two]RE[B+]TE[five in a row]
//! ;B[hh]C[opening move];W[ig]C[12ms])
//! ```

use super::{Ending, Reason, Record};
use crate::board::{Color, Point, Size};
use crate::rules::{PlayError, Rule};
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;
use std::time::Duration;

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SgfError {
    /// There is no `(;` in it.
    NoGame,
    /// A value has no closing bracket.
    OpenValue,
    /// A game of another number than that of gomoku.
    OtherGame(String),
    /// No size, or not one of ours.
    Size(String),
    /// Not the two letters of a point on the board.
    Point(String),
    /// A side moved twice, as the move of this number.
    OutOfTurn(usize),
    /// The move of this number is a pass.
    Pass(usize),
    /// The stones set up in advance cannot come from alternating moves.
    Setup,
    Move(PlayError),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SgfError::NoGame => write!(f, "no game begins with '(;'"),
            SgfError::OpenValue => write!(f, "a value is not closed by ']'"),
            SgfError::OtherGame(game) => {
                write!(f, "game number '{}' is not gomoku's 4", game.escape_debug())
            }
            SgfError::Size(size) => write!(f, "'{}' is no size of a board", size.escape_debug()),
            SgfError::Point(point) => {
                write!(f, "'{}' is no point of the board", point.escape_debug())
            }
            SgfError::OutOfTurn(number) => write!(f, "move {number} is out of turn"),
            SgfError::Pass(number) => write!(f, "move {number} is a pass"),
            SgfError::Setup => write!(f, "the stones set up do not alternate"),
            SgfError::Move(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SgfError {}

/// The number of gomoku and renju among the games of SGF.
const GAME: &str = "4";
const OPENING_COMMENT: &str = "opening move";
/// A pass in older files, on boards too small to have such a point.
const PASS: &str = "tt";
const PASS_COLUMN: usize = 20;

/// Writes a record as one game.
pub fn write(record: &Record) -> String {
    let mut root = vec![("FF", "4".to_string()), ("GM", GAME.to_string())];
    root.push(("CA", "UTF-8".to_string()));
    root.push(("SZ", record.size().to_string().replace('x', ":")));
    root.push(("RU", record.rule().code().to_string()));
    let [black, white] = &record.players;
    for (key, text) in [("EV", &record.event), ("PB", black), ("PW", white)] {
        if !text.is_empty() {
            root.push((key, text.clone()));
        }
    }
    if let Some(ending) = record.ending {
        root.push(("RE", result(ending)));
        root.push(("TE", ending.reason.to_string()));
    }
    let root: String = root.iter().map(|(key, text)| format!("{key}[{}]", escaped(text))).collect();
    format!("(;{root}\n{})\n", moves(record))
}

/// Reads the main line. `fallback` is the rule of a file that tells none. Properties that are not
/// needed are passed over.
///
/// ```
/// use fukumi::board::notation::Rows;
/// use fukumi::record::sgf;
/// use fukumi::rules::Rule;
///
/// let record = sgf::read("(;GM[4]SZ[15];B[hh];W[ig](;B[ih])(;B[aa]))", Rule::Renju).unwrap();
/// assert_eq!(record.pos(Rows::FromTop), "h8i7i8");
/// ```
pub fn read(text: &str, fallback: Rule) -> Result<Record, SgfError> {
    let properties = main_line(text)?;
    let told = |key| {
        let property = properties.iter().find(|property| property.key == key);
        property.and_then(|property| property.values.first()).map(String::as_str)
    };
    if let Some(game) = told("GM").filter(|game| game.trim() != GAME) {
        return Err(SgfError::OtherGame(game.to_string()));
    }
    let size = told("SZ").unwrap_or_default();
    let size = size.replace(':', "x").parse().map_err(|_| SgfError::Size(size.to_string()))?;
    let rule = told("RU").and_then(|rule| rule.parse().ok()).unwrap_or(fallback);

    let mut record = Record::new(rule, size);
    let text = |key| told(key).unwrap_or_default().to_string();
    record.players = [text("PB"), text("PW")];
    record.event = text("EV");
    read_setup(&mut record, &properties)?;
    read_moves(&mut record, &properties)?;
    record.ending = record.judged().or_else(|| told_ending(told("RE")?, told("TE")));
    Ok(record)
}

fn moves(record: &Record) -> String {
    let mut text = String::new();
    for (index, played) in record.moves().iter().enumerate() {
        let color = letter(Color::to_move_after(index));
        text += &format!(";{color}[{}{}]", axis(played.point.x()), axis(played.point.y()));
        if index < record.opening {
            text += &format!("C[{OPENING_COMMENT}]");
        } else if let Some(time) = played.time {
            text += &format!("C[{}ms]", time.as_millis());
        }
    }
    text
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The letters of SGF go on with capitals after `z`.
fn axis(index: usize) -> char {
    let offset = (index % 26) as u8;
    char::from(if index < 26 { b'a' + offset } else { b'A' + offset })
}

fn result(ending: Ending) -> String {
    let how = match ending.reason {
        Reason::Resignation => "R",
        Reason::Timeout => "T",
        Reason::Crash | Reason::IllegalMove => "F",
        Reason::Five | Reason::Foul | Reason::FullBoard | Reason::Adjudication => "",
    };
    ending.winner.map_or("0".to_string(), |color| format!("{}+{how}", letter(color)))
}

/// The ending of a game that the rule leaves open, by its result and the name of the reason.
fn told_ending(result: &str, reason: Option<&str>) -> Option<Ending> {
    let result = result.trim();
    let (winner, how) = if let Some(how) = result.strip_prefix("B+") {
        (Some(Color::Black), how)
    } else if let Some(how) = result.strip_prefix("W+") {
        (Some(Color::White), how)
    } else if result == "0" || result.eq_ignore_ascii_case("draw") {
        (None, "")
    } else {
        return None;
    };
    let named = reason.and_then(|name| {
        let name = name.trim();
        Reason::ALL.into_iter().find(|reason| reason.name().eq_ignore_ascii_case(name))
    });
    let reason = named.unwrap_or(match how.chars().next() {
        Some('R' | 'r') => Reason::Resignation,
        Some('T' | 't') => Reason::Timeout,
        Some('F' | 'f') => Reason::Crash,
        _ => Reason::Adjudication,
    });
    Some(Ending { winner, reason })
}

/// Turns stones that were set up into opening moves, black and white in turn.
fn read_setup(record: &mut Record, properties: &[Property]) -> Result<(), SgfError> {
    let stones = |key| {
        let values = properties.iter().filter(move |property| property.key == key);
        values.flat_map(|property| &property.values)
    };
    let blacks = stones("AB").count();
    let whites = stones("AW").count();
    if blacks != whites && blacks != whites + 1 {
        return Err(SgfError::Setup);
    }
    let mut white = stones("AW");
    for black in stones("AB") {
        for value in [Some(black), white.next()].into_iter().flatten() {
            let point = read_point(value, record.size())?;
            record.push(point, None).map_err(SgfError::Move)?;
        }
    }
    record.opening = record.moves().len();
    Ok(())
}

fn read_moves(record: &mut Record, properties: &[Property]) -> Result<(), SgfError> {
    for property in properties {
        let color = match property.key.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        let number = record.moves().len() + 1;
        let value = property.values.first().map_or("", |value| value.trim());
        let is_pass = value.is_empty() || (value == PASS && record.size().width() < PASS_COLUMN);
        if is_pass {
            return Err(SgfError::Pass(number));
        }
        if color != record.to_move() {
            return Err(SgfError::OutOfTurn(number));
        }
        let comment = properties
            .iter()
            .find(|other| other.node == property.node && other.key == "C")
            .and_then(|comment| comment.values.first())
            .map_or("", |comment| comment.trim());
        if comment == OPENING_COMMENT && record.opening + 1 == number {
            record.opening = number;
        }
        let time = comment.strip_suffix("ms").and_then(|time| time.trim().parse().ok());
        let point = read_point(value, record.size())?;
        record.push(point, time.map(Duration::from_millis)).map_err(SgfError::Move)?;
    }
    Ok(())
}

fn read_point(text: &str, size: Size) -> Result<Point, SgfError> {
    let mut letters = text.trim().chars().map(|letter| match letter {
        'a'..='z' => i64::from(letter as u32 - 'a' as u32),
        'A'..='Z' => i64::from(letter as u32 - 'A' as u32) + 26,
        _ => -1,
    });
    let point = match (letters.next(), letters.next(), letters.next()) {
        (Some(x), Some(y), None) => size.point(x, y),
        _ => None,
    };
    point.ok_or_else(|| SgfError::Point(text.chars().take(20).collect()))
}

/// A property with its values and the number of its node.
struct Property {
    node: usize,
    key: String,
    values: Vec<String>,
}

/// The properties of the main line: everything up to the first end of a variation, for the main
/// line always continues in the first one.
fn main_line(text: &str) -> Result<Vec<Property>, SgfError> {
    let start = text.find('(').ok_or(SgfError::NoGame)?;
    let mut chars = text.get(start..).unwrap_or_default().chars().peekable();
    let mut properties: Vec<Property> = Vec::new();
    let mut node = 0;
    while let Some(next) = chars.next() {
        match next {
            ')' => break,
            ';' => node += 1,
            '[' => {
                let value = read_value(&mut chars)?;
                if let Some(property) = properties.last_mut() {
                    property.values.push(value);
                }
            }
            letter if letter.is_ascii_alphabetic() && node > 0 => {
                let key = read_key(letter, &mut chars);
                properties.push(Property { node, key, values: Vec::new() });
            }
            _ => {}
        }
    }
    if node == 0 { Err(SgfError::NoGame) } else { Ok(properties) }
}

/// Reads a property's name; older files put small letters between the capitals that count.
fn read_key(first: char, chars: &mut Peekable<Chars>) -> String {
    let mut key = String::from(first);
    while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
        key.push(letter);
    }
    key.retain(|letter| letter.is_ascii_uppercase());
    key
}

/// Reads up to the closing bracket; a backslash takes the next character as it is.
fn read_value(chars: &mut Peekable<Chars>) -> Result<String, SgfError> {
    let mut value = String::new();
    loop {
        match chars.next().ok_or(SgfError::OpenValue)? {
            ']' => return Ok(value),
            '\\' => value.extend(chars.next()),
            other => value.push(other),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::Rows;
    use crate::rules::Outcome;

    fn moves_of(text: &str) -> Result<String, SgfError> {
        read(text, Rule::Freestyle).map(|record| record.pos(Rows::FromTop))
    }

    fn game(rule: Rule, pos: &str) -> Record {
        Record::from_pos(pos, rule, Size::square(15).unwrap(), Rows::FromTop).unwrap()
    }

    #[test]
    fn writes_plain_letters_and_the_result_of_the_last_mover() {
        let record = game(Rule::Freestyle, "h8a1h9b1h10c1h11d1o15e1");
        assert_eq!(
            write(&record),
            "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[0]RE[W+]TE[five in a row]\n\
             ;B[hh];W[aa];B[hi];W[ba];B[hj];W[ca];B[hk];W[da];B[oo];W[ea])\n"
        );
    }

    #[test]
    fn writes_what_it_reads() {
        for reason in Reason::ALL {
            let mut record = Record::new(Rule::CaroExact, Size::new(32, 27).unwrap());
            for (x, y) in [(0, 0), (31, 26), (25, 26), (26, 25)] {
                record.push(Point::new(x, y), Some(Duration::from_millis(7 * x as u64))).unwrap();
            }
            record.moves[0].time = None;
            record.opening = 1;
            record.players = ["a]b\\".to_string(), "[ü;(".to_string()];
            record.event = "cup".to_string();
            record.ending = Some(Ending::loss_of(Color::Black, reason));
            assert_eq!(read(&write(&record), Rule::Freestyle), Ok(record.clone()));
            record.ending = Some(Ending::draw(reason));
            assert_eq!(read(&write(&record), Rule::Freestyle), Ok(record));
        }
    }

    #[test]
    fn reads_match_files() {
        let file = "(;FF[4]GM[4]GN[7]EV[a x b]DT[2024]RO[1.7]RU[1]SZ[15]PB[a]PW[b]RE[W+1]TE[time \
            forfeit]\n;B[hh]C[opening move];W[ig]C[opening move];B[ih]C[12ms])\n\n(;GM[4]SZ[15])";
        let record = read(file, Rule::Renju).unwrap();
        assert_eq!(record.pos(Rows::FromTop), "h8i7i8");
        assert_eq!((record.rule(), record.opening), (Rule::Standard, 2));
        assert_eq!(record.moves()[2].time, Some(Duration::from_millis(12)));
        assert_eq!(
            record.ending,
            Some(Ending { winner: Some(Color::White), reason: Reason::Adjudication })
        );
    }

    #[test]
    fn the_rule_decides_before_the_result() {
        let text = write(&game(Rule::Freestyle, "a1a2b1b2c1c2d1d2e1"));
        let lying = text.replace("RE[B+]", "RE[W+T]").replace("TE[five in a row]", "");
        assert_eq!(
            read(&lying, Rule::Renju).unwrap().ending,
            Ending::of(Outcome::Five(Color::Black))
        );
    }

    #[test]
    fn setup_stones_become_opening_moves() {
        let record = read("(;SZ[15]AB[hh][ii]AW[hi];W[aa])", Rule::Renju).unwrap();
        assert_eq!(record.pos(Rows::FromTop), "h8h9i9a1");
        assert_eq!(record.opening, 3);
        assert_eq!(moves_of("(;SZ[15]AB[hh][ii])"), Err(SgfError::Setup));
        assert_eq!(moves_of("(;SZ[15]AW[hh])"), Err(SgfError::Setup));
    }

    #[test]
    fn the_main_line_is_the_first_child_everywhere() {
        assert_eq!(
            moves_of(
                "x(;GM[4]SZ[15:9] ; Black[hh]\n(;W[ig]C[a\\]b);(]((;B[aa])(;B[bb])))(;W[cc]))"
            ),
            Ok("h8i7a1".to_string())
        );
        assert_eq!(moves_of("(;SZ[15];B[hh]"), Ok("h8".to_string()));
    }

    #[test]
    fn bad_files_are_refused() {
        let point = |text: &str| Err(SgfError::Point(text.to_string()));
        assert_eq!(moves_of(""), Err(SgfError::NoGame));
        assert_eq!(moves_of("()"), Err(SgfError::NoGame));
        assert_eq!(moves_of("(;GM[1]SZ[19])"), Err(SgfError::OtherGame("1".to_string())));
        assert_eq!(moves_of("(;GM[4])"), Err(SgfError::Size(String::new())));
        assert_eq!(moves_of("(;SZ[4])"), Err(SgfError::Size("4".to_string())));
        assert_eq!(moves_of("(;SZ[15"), Err(SgfError::OpenValue));
        assert_eq!(moves_of("(;SZ[15\\"), Err(SgfError::OpenValue));
        assert_eq!(moves_of("(;SZ[15];B[hp])"), point("hp"));
        assert_eq!(moves_of("(;SZ[15];B[h8])"), point("h8"));
        assert_eq!(moves_of("(;SZ[15];B[hhh])"), point("hhh"));
        assert_eq!(moves_of("(;SZ[15];W[hh])"), Err(SgfError::OutOfTurn(1)));
        assert_eq!(moves_of("(;SZ[15];B[hh];B[ii])"), Err(SgfError::OutOfTurn(2)));
        assert_eq!(moves_of("(;SZ[15];B[hh];W[])"), Err(SgfError::Pass(2)));
        assert_eq!(moves_of("(;SZ[15];B[tt])"), Err(SgfError::Pass(1)));
        assert_eq!(
            moves_of("(;SZ[15];B[hh];W[hh])"),
            Err(SgfError::Move(PlayError::Occupied(Point::new(7, 7))))
        );
    }
}
