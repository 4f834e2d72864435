//! Lists of stones, one `x,y` or `x,y,field` a line, as they follow BOARD and its relatives.

use super::Coordinates;
use super::coordinates::number;
use std::fmt;

/// Whose a stone is, seen from the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    Own,
    Opponent,
    /// Part of a line that has already been counted; it blocks both sides.
    Dead,
}

/// One line of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    pub at: Coordinates,
    /// Absent from two-field lines; the order of the stones then tells the sides.
    pub owner: Option<Owner>,
}

/// The stones between a command and its DONE.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    pub stones: Vec<Stone>,
    /// How many lines were no stones and have been passed over.
    pub unread: usize,
}

impl Owner {
    /// The number that stands for the owner on the wire.
    pub const fn field(self) -> u8 {
        match self {
            Owner::Own => 1,
            Owner::Opponent => 2,
            Owner::Dead => 3,
        }
    }

    fn from_field(field: i64) -> Option<Owner> {
        [Owner::Own, Owner::Opponent, Owner::Dead]
            .into_iter()
            .find(|owner| i64::from(owner.field()) == field)
    }
}

impl Stone {
    /// Reads `x,y` or `x,y,field`.
    pub fn parse(text: &str) -> Option<Stone> {
        let mut commas = text.match_indices(',').map(|(at, _)| at);
        let Some(second) = commas.nth(1) else {
            return Coordinates::parse(text).map(|at| Stone { at, owner: None });
        };
        let (pair, field) = text.split_at_checked(second)?;
        let field = number(field.strip_prefix(',')?.trim())?;
        Some(Stone { at: Coordinates::parse(pair)?, owner: Some(Owner::from_field(field)?) })
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.owner {
            Some(owner) => write!(f, "{},{}", self.at, owner.field()),
            None => write!(f, "{}", self.at),
        }
    }
}

impl Listing {
    /// More lines than any game has stones; what comes after them is not kept.
    const LIMIT: usize = 4096;

    /// Takes the next line.
    pub(super) fn read(&mut self, text: &str) {
        match Stone::parse(text) {
            Some(stone) if self.stones.len() < Listing::LIMIT => self.stones.push(stone),
            _ => self.unread = self.unread.saturating_add(1),
        }
    }

    pub fn coordinates(&self) -> impl Iterator<Item = Coordinates> + '_ {
        self.stones.iter().map(|stone| stone.at)
    }
}

/// Two-field lines.
impl FromIterator<Coordinates> for Listing {
    fn from_iter<I: IntoIterator<Item = Coordinates>>(points: I) -> Listing {
        let stones = points.into_iter().map(|at| Stone { at, owner: None }).collect();
        Listing { stones, unread: 0 }
    }
}

/// The lines, each with its line end, and DONE.
impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for stone in &self.stones {
            writeln!(f, "{stone}")?;
        }
        f.write_str("DONE")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_two_and_three_fields() {
        let stone = |text| Stone::parse(text).map(|stone| stone.to_string());
        assert_eq!(stone("7,8").as_deref(), Some("7,8"));
        assert_eq!(stone(" 7 , 8 , 3 ").as_deref(), Some("7,8,3"));
        for bad in ["7", "7,8,0", "7,8,4", "7,8,", "7,8,1,1", "a,b,1", ",,", ""] {
            assert_eq!(stone(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn lines_that_are_no_stones_are_counted() {
        let mut listing = Listing::default();
        for line in ["1,2,1", "what", "3,4,2", "9,9,9"] {
            listing.read(line);
        }
        assert_eq!((listing.stones.len(), listing.unread), (2, 2));
    }
}
