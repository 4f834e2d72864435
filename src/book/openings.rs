//! Openings for matches: files of them, and balanced ones that are built in.
//!
//! A file has one opening a line, either points (`h8i9j8`) or Gomocup's offsets from the center
//! (`1,-1, 0,2`), black first.

use crate::board::notation::{Rows, parse_moves, parse_offsets};
use crate::board::{Point, Size};
use crate::rng::Rng;
use crate::rules::{Referee, Rule};
use std::fmt;

/// The first stones of a game, black's first.
pub type Opening = Vec<Point>;

/// An opening that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningError {
    /// From 1.
    pub line: usize,
    pub fault: String,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for OpeningError {}

/// Reads a file of openings and checks each by the rule. Blank lines, and lines that begin with
/// `#`, are passed over.
///
/// ```
/// use fukumi::board::Size;
/// use fukumi::board::notation::Rows;
/// use fukumi::book::openings::read_openings;
/// use fukumi::rules::Rule;
///
/// let size = Size::square(15).unwrap();
/// let openings = read_openings("h8h9\n0,0, 0,1\n", Rule::Renju, size, Rows::FromTop).unwrap();
/// assert_eq!(openings[0], openings[1]);
///
/// let error = read_openings("h8\nh8p9\n", Rule::Renju, size, Rows::FromTop).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: 'p9' at character 3: off a board of size 15");
/// ```
pub fn read_openings(
    text: &str,
    rule: Rule,
    size: Size,
    rows: Rows,
) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_opening(line, rule, size, rows)
            .map_err(|fault| OpeningError { line: index + 1, fault })?;
        openings.push(opening);
    }
    Ok(openings)
}

/// Reads one opening and checks it by the rule.
pub fn read_opening(line: &str, rule: Rule, size: Size, rows: Rows) -> Result<Opening, String> {
    let points = if line.contains(|c: char| c.is_ascii_alphabetic()) {
        parse_moves(line, size, rows)
    } else {
        parse_offsets(line, size)
    };
    let points = points.map_err(|error| error.to_string())?;
    check(&points, rule, size)?;
    Ok(points)
}

/// Balanced openings for a rule and size; never none.
///
/// Where lists made for the rule and size exist, these are all they are: found at random, and kept
/// if a search saw both sides about equal. Other sizes take over what fits from the nearest list,
/// placed around their own center, which keeps most of the balance. The caro rules borrow from the
/// rule that is nearest in how five is made. What is missing to [`ENOUGH`] is random stones near
/// the center, whose balance nobody checked.
pub fn balanced(rule: Rule, size: Size) -> Vec<Opening> {
    let list = list_for(rule, size);
    let mut openings: Vec<Opening> = list
        .openings
        .lines()
        .filter_map(|line| Size::square(list.side).ok().map(|from| moved(line, from, size)))
        .flatten()
        .filter(|opening| check(opening, rule, size).is_ok())
        .collect();
    let mut rng = Rng::new(size.area() as u64);
    while openings.len() < ENOUGH {
        let opening = random_opening(size, &mut rng);
        // Tiny boards do not have that many different openings, so repetition is accepted.
        if check(&opening, rule, size).is_ok() {
            openings.push(opening);
        }
    }
    openings
}

/// The least number of built-in openings for every rule and size.
pub const ENOUGH: usize = 12;

struct BalancedList {
    rules: &'static [Rule],
    side: usize,
    openings: &'static str,
}

const LISTS: [BalancedList; 4] = [
    BalancedList {
        rules: &[Rule::Freestyle, Rule::Caro],
        side: 15,
        openings: include_str!("balanced/freestyle15.txt"),
    },
    BalancedList {
        rules: &[Rule::Freestyle, Rule::Caro],
        side: 20,
        openings: include_str!("balanced/freestyle20.txt"),
    },
    BalancedList {
        rules: &[Rule::Standard, Rule::CaroExact],
        side: 15,
        openings: include_str!("balanced/standard15.txt"),
    },
    BalancedList {
        rules: &[Rule::Renju],
        side: 15,
        openings: include_str!("balanced/renju15.txt"),
    },
];

/// The list for the rule whose board is nearest in size.
fn list_for(rule: Rule, size: Size) -> &'static BalancedList {
    let [first, ..] = &LISTS;
    LISTS
        .iter()
        .filter(|list| list.rules.contains(&rule))
        .min_by_key(|list| (list.side * list.side).abs_diff(size.area()))
        .unwrap_or(first)
}

/// The opening with its stones as far from the center of `size` as they were on the old board.
fn moved(line: &str, from: Size, size: Size) -> Option<Opening> {
    let points = parse_moves(line, from, Rows::FromTop).ok()?;
    let shift = |old: usize, old_center: usize, center: usize| {
        old as i64 - old_center as i64 + center as i64
    };
    points
        .into_iter()
        .map(|point| {
            size.point(
                shift(point.x(), from.center().x(), size.center().x()),
                shift(point.y(), from.center().y(), size.center().y()),
            )
        })
        .collect()
}

/// Three stones, or two on small boards, within two steps of the center.
fn random_opening(size: Size, rng: &mut Rng) -> Opening {
    let mut near: Vec<Point> =
        size.points().filter(|point| point.distance(size.center()) <= 2).collect();
    rng.shuffle(&mut near);
    near.truncate(if size.area() < 64 { 2 } else { 3 });
    near
}

/// Plays the opening through; it must leave the game open, with nothing forbidden in it.
fn check(points: &[Point], rule: Rule, size: Size) -> Result<(), String> {
    let mut referee = Referee::new(rule, size);
    for &point in points {
        let outcome = referee.play(point).map_err(|error| error.to_string())?;
        if outcome.is_over() {
            return Err(format!("the game is over after {point}: {outcome}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn every_rule_and_size_has_enough_legal_openings() {
        for rule in Rule::ALL {
            for board in ["5", "6", "32x5", "5x32", "9", "15", "19", "20", "32"] {
                let openings = balanced(rule, size(board));
                assert!(openings.len() >= ENOUGH, "{rule} {board}: {}", openings.len());
                for opening in openings {
                    assert_eq!(check(&opening, rule, size(board)), Ok(()), "{rule} {board}");
                }
            }
        }
    }

    #[test]
    fn lists_made_for_the_board_are_used_whole() {
        assert_eq!(balanced(Rule::Freestyle, size("15")).len(), 36);
        assert_eq!(balanced(Rule::Freestyle, size("20")).len(), 24);
        assert_eq!(balanced(Rule::Standard, size("15")).len(), 24);
        assert_eq!(balanced(Rule::Renju, size("15")).len(), 24);
    }

    #[test]
    fn openings_that_decide_the_game_are_refused() {
        let read = |line| read_opening(line, Rule::Renju, size("15"), Rows::FromTop);
        let over = read("a1a2b1b2c1c2d1d2e1").unwrap_err();
        assert_eq!(over, "the game is over after e1: black wins by five in a row");
        let foul = read("g7a1g6c1h8e1i8g1g8").unwrap_err();
        assert!(foul.contains("double-three"), "{foul}");
        assert!(read("h8h8").unwrap_err().contains("before"));
        assert!(read("0,0, 1").unwrap_err().contains("pairs"));
    }

    #[test]
    fn comments_and_blank_lines_do_not_disturb_line_numbers() {
        let text = "# made by hand\n\nh8\nq1\n";
        let error = read_openings(text, Rule::Freestyle, size("15"), Rows::FromTop).unwrap_err();
        assert_eq!(error.line, 4);
    }
}
