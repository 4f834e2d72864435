//! Expected lines with holes.
//!
//! | hole | stands for |
//! |---|---|
//! | `{point}` | a legal empty point of the board as it is then, as `x,y` |
//! | `{point:h8 g7}` | one of these points, as `x,y` |
//! | `{point!h8 g7}` | a legal empty point that is none of these |
//! | `{move}` | any `x,y` |
//! | `{number}` | a number with its sign |
//! | `{any}` | any text |
//!
//! A hole may end in `=name`; later lines sent say `{name}` for what was found there.

use super::follow::Follower;
use fukumi::board::Point;
use fukumi::board::notation::{Rows, parse_moves};
use fukumi::protocol::Coordinates;
use std::collections::HashMap;

/// Texts found in named holes.
pub type Names = HashMap<String, String>;

/// What is wrong with `line`, if anything.
pub fn compare(
    pattern: &str,
    line: &str,
    follower: &Follower,
    names: &mut Names,
) -> Result<(), String> {
    let (mut pattern, mut rest) = (pattern, line);
    while let Some((literal, after)) = pattern.split_once('{') {
        let (hole, after) = after.split_once('}').ok_or("a hole is not closed")?;
        rest = rest.strip_prefix(literal).ok_or_else(|| format!("expected {literal:?}"))?;
        let end = match after.split('{').next().unwrap_or("") {
            "" => rest.len(),
            next => rest.find(next).ok_or_else(|| format!("expected {next:?} somewhere"))?,
        };
        let (found, remaining) = rest.split_at(end);
        let (kind, name) = hole.split_once('=').map_or((hole, None), |(k, n)| (k, Some(n)));
        fits(kind, found, follower)?;
        if let Some(name) = name {
            names.insert(name.to_owned(), found.to_owned());
        }
        (pattern, rest) = (after, remaining);
    }
    if pattern == rest { Ok(()) } else { Err(format!("expected {pattern:?}, got {rest:?}")) }
}

/// Puts what was found into a line to be sent.
pub fn fill(line: &str, names: &Names) -> String {
    names
        .iter()
        .fold(line.to_owned(), |line, (name, text)| line.replace(&format!("{{{name}}}"), text))
}

fn fits(kind: &str, found: &str, follower: &Follower) -> Result<(), String> {
    match kind {
        "any" => Ok(()),
        "number" if found.starts_with(['+', '-']) && found.parse::<i64>().is_ok() => Ok(()),
        "number" => Err(format!("{found:?} is no number with a sign")),
        "move" => exact(found).map(|_| ()),
        "point" => follower.check(exact(found)?),
        _ => {
            let at = exact(found)?;
            let point = at.on(follower.size());
            let (listed, wanted) = match kind.strip_prefix("point:") {
                Some(listed) => (listed, true),
                None => {
                    follower.check(at)?;
                    (kind.strip_prefix("point!").ok_or(format!("no such hole: {kind}"))?, false)
                }
            };
            let points = points(listed, follower)?;
            let is_listed = point.is_some_and(|point| points.contains(&point));
            if is_listed == wanted { Ok(()) } else { Err(format!("{found} does not fit {kind}")) }
        }
    }
}

fn points(text: &str, follower: &Follower) -> Result<Vec<Point>, String> {
    parse_moves(text, follower.size(), Rows::FromTop).map_err(|error| error.to_string())
}

/// `x,y` as strict managers read it: no blanks, no signs, no leading zeros.
fn exact(text: &str) -> Result<Coordinates, String> {
    let pair = Coordinates::parse(text).filter(|pair| pair.to_string() == text);
    pair.ok_or_else(|| format!("{text:?} is not x,y"))
}
