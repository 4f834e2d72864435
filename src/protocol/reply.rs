//! What an engine says.

use super::Coordinates;
use std::fmt;

/// One line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Ok,
    /// A move; several where an opening or a balance was asked for.
    Moves(Vec<Coordinates>),
    /// The other color is taken.
    Swap,
    /// Keys and values, the name first.
    About(Vec<(String, String)>),
    /// For the user.
    Message(String),
    /// For the author.
    Debug(String),
    /// A known command that cannot be done.
    Error(String),
    /// No command that is known.
    Unknown(String),
    /// A move that is only proposed.
    Suggest(Coordinates),
    /// Points where the side to move must not play.
    Forbid(Vec<Coordinates>),
    /// Details of the search for Yixin-Board.
    Info(String),
    /// Anything else; an engine should not say it.
    Other(String),
}

impl Reply {
    /// Reads one line; `None` if it is blank.
    pub fn parse(line: &[u8]) -> Option<Reply> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let reply = match word.to_ascii_uppercase().as_str() {
            "OK" if rest.is_empty() => Reply::Ok,
            "SWAP" if rest.is_empty() => Reply::Swap,
            "MESSAGE" => Reply::Message(rest.to_owned()),
            "DEBUG" => Reply::Debug(rest.to_owned()),
            "ERROR" => Reply::Error(rest.to_owned()),
            "UNKNOWN" => Reply::Unknown(rest.to_owned()),
            "INFO" => Reply::Info(rest.to_owned()),
            "SUGGEST" => Coordinates::parse(rest).map_or_else(|| other(text), Reply::Suggest),
            "FORBID" => forbid(rest).map_or_else(|| other(text), Reply::Forbid),
            _ => moves(text).or_else(|| about(text)).unwrap_or_else(|| other(text)),
        };
        Some(reply)
    }

    /// Whether managers pass over the line while they wait for an answer.
    pub fn is_comment(&self) -> bool {
        matches!(self, Reply::Message(_) | Reply::Debug(_) | Reply::Info(_))
    }
}

impl From<crate::board::Point> for Reply {
    fn from(point: crate::board::Point) -> Reply {
        Reply::Moves(vec![point.into()])
    }
}

fn other(text: &str) -> Reply {
    Reply::Other(text.to_owned())
}

fn moves(text: &str) -> Option<Reply> {
    text.split_whitespace().map(Coordinates::parse).collect::<Option<Vec<_>>>().map(Reply::Moves)
}

/// Reads `0707081.`, two digits a number, closed by a full stop.
fn forbid(text: &str) -> Option<Vec<Coordinates>> {
    let digits: Vec<i64> = text
        .strip_suffix('.')?
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(10).map(i64::from))
        .collect::<Option<_>>()?;
    digits
        .chunks(4)
        .map(|four| match four {
            &[a, b, c, d] => Some(Coordinates { x: 10 * a + b, y: 10 * c + d }),
            _ => None,
        })
        .collect()
}

/// Reads `name="...", version="..."`; quotes may be missing where the value has no comma.
fn about(text: &str) -> Option<Reply> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while let Some((key, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(',').unwrap_or((after, "")),
        };
        let key = key.trim_matches(|c: char| c == ',' || c.is_whitespace());
        pairs.push((key.to_ascii_lowercase(), value.trim().to_owned()));
        rest = after;
    }
    pairs.iter().any(|(key, _)| key == "name").then_some(Reply::About(pairs))
}

/// The line without its end. Texts are cut to plain ASCII of a length that every manager takes.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Moves(points) => {
                for (at, point) in points.iter().enumerate() {
                    let blank = if at == 0 { "" } else { " " };
                    write!(f, "{blank}{point}")?;
                }
                Ok(())
            }
            Reply::Swap => f.write_str("SWAP"),
            Reply::About(pairs) => {
                for (at, (key, value)) in pairs.iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    write!(f, "{comma}{key}=\"{value}\"")?;
                }
                Ok(())
            }
            Reply::Message(text) => write!(f, "MESSAGE {}", plain(text)),
            Reply::Debug(text) => write!(f, "DEBUG {}", plain(text)),
            Reply::Error(text) => write!(f, "ERROR {}", plain(text)),
            Reply::Unknown(text) => write!(f, "UNKNOWN {}", plain(text)),
            Reply::Suggest(point) => write!(f, "SUGGEST {point}"),
            Reply::Forbid(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x, point.y)?;
                }
                f.write_str(".")
            }
            Reply::Info(text) => write!(f, "INFO {}", plain(text)),
            Reply::Other(text) => f.write_str(text),
        }
    }
}

/// Some managers keep lines in fixed buffers.
const LONGEST_TEXT: usize = 900;

/// A word is always there: a bare `MESSAGE` would be taken for the move.
fn plain(text: &str) -> String {
    let shown = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
    let text: String = text.trim().chars().take(LONGEST_TEXT).map(shown).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Coordinates {
        Coordinates { x, y }
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let replies = [
            Reply::Ok,
            Reply::Moves(vec![at(7, 7)]),
            Reply::Moves(vec![at(7, 7), at(0, 14), at(31, 2)]),
            Reply::Swap,
            Reply::About(vec![pair("name", "A, b"), pair("version", "1.0"), pair("www", "x=y")]),
            Reply::Message("depth 3-5 eval +12".into()),
            Reply::Debug("x".into()),
            Reply::Error("no".into()),
            Reply::Unknown("FOO".into()),
            Reply::Suggest(at(3, 4)),
            Reply::Forbid(vec![]),
            Reply::Forbid(vec![at(7, 7), at(11, 0)]),
            Reply::Info("PV 0".into()),
            Reply::Other("hello".into()),
        ];
        for reply in replies {
            assert_eq!(Reply::parse(reply.to_string().as_bytes()), Some(reply.clone()));
        }
    }

    #[test]
    fn forbidden_points_are_spelled_as_yixin_board_reads_them() {
        assert_eq!(Reply::Forbid(vec![at(7, 7)]).to_string(), "FORBID 0707.");
        assert_eq!(Reply::Forbid(vec![]).to_string(), "FORBID .");
    }

    #[test]
    fn texts_are_always_one_plain_line() {
        let long = Reply::Unknown("é\r\nx".repeat(1000)).to_string();
        assert!(long.is_ascii() && long.len() < 1000 && !long.contains(['\r', '\n']));
        assert_eq!(Reply::Message(" \n".into()).to_string(), "MESSAGE -");
    }

    #[test]
    fn engines_that_are_careless_are_understood() {
        assert_eq!(Reply::parse(b" 7,7 \r\n"), Some(Reply::Moves(vec![at(7, 7)])));
        assert_eq!(Reply::parse(b"message hi"), Some(Reply::Message("hi".into())));
        assert_eq!(Reply::parse(b" \r\n"), None);
        assert_eq!(Reply::parse(b"7,7,1"), Some(Reply::Other("7,7,1".into())));
        let Some(Reply::About(pairs)) = Reply::parse(b"name=\"X\",version=2 b , author=\"Y\"")
        else {
            panic!("not understood");
        };
        assert_eq!(pairs[1], ("version".to_owned(), "2 b".to_owned()));
    }
}
