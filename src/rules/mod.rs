//! The rules of the game, literal and slow: what wins, what is forbidden, and a referee.
//!
//! This is the truth that the fast tables are compared with. A rule is data: the rest of the crate
//! asks it questions and never branches on which rule it is.

pub mod five;
pub mod forbidden;
mod referee;

pub use five::{winning_points, winning_row, wins};
pub use forbidden::{Foul, forbidden, forbidden_points};
pub use referee::{Outcome, PlayError, Referee};

use crate::board::Color;
use std::fmt;
use std::str::FromStr;

/// A rule of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win; longer rows are nothing.
    Standard,
    /// Black wins by exactly five and loses by a double-three, a double-four or an overline that
    /// does not also make five; white wins by five or more.
    Renju,
    /// Five win unless an opponent's stone stands at both ends; longer rows always win.
    Caro,
    /// Exactly five win unless an opponent's stone stands at both ends; longer rows are nothing.
    CaroExact,
}

/// When a row of one color wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WinningRow {
    /// Rows of six and more win too.
    pub overline: bool,
    /// A row of exactly five with an opponent's stone at both ends does not win. The edge of the
    /// board and dead stones block nothing.
    pub needs_open_end: bool,
}

impl Rule {
    pub const ALL: [Rule; 5] =
        [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// Which rows win for `color`.
    pub const fn winning_row(self, color: Color) -> WinningRow {
        let (overline, needs_open_end) = match self {
            Rule::Freestyle => (true, false),
            Rule::Standard => (false, false),
            Rule::Renju => (matches!(color, Color::White), false),
            Rule::Caro => (true, true),
            Rule::CaroExact => (false, true),
        };
        WinningRow { overline, needs_open_end }
    }

    /// Whether `color` has forbidden points (double-three, double-four, overline).
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// The rule's name, as it is read and printed everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro5",
        }
    }

    /// The number that stands for the rule in `INFO rule`.
    pub const fn code(self) -> u8 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }
}

/// The text names no rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError(String);

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}' is no rule; accepted are", self.0.escape_debug())?;
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator} {} ({})", rule.name(), rule.code())?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleError {}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a [name](Rule::name) in any case or a [code](Rule::code).
impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("caro-exact") {
            return Ok(Rule::CaroExact);
        }
        Rule::ALL
            .into_iter()
            .find(|rule| text.eq_ignore_ascii_case(rule.name()) || text == rule.code().to_string())
            .ok_or_else(|| RuleError(text.chars().take(20).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_from_names_and_codes() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
            assert_eq!(rule.name().to_uppercase().parse(), Ok(rule));
            assert_eq!(rule.code().to_string().parse(), Ok(rule));
        }
        assert_eq!(" Caro-Exact".parse(), Ok(Rule::CaroExact));
    }

    #[test]
    fn an_unknown_rule_is_told_what_is_accepted() {
        for text in ["", "2", "gomoku", "04"] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
        assert_eq!(
            "gomoku".parse::<Rule>().unwrap_err().to_string(),
            "'gomoku' is no rule; accepted are freestyle (0), standard (1), renju (4), caro (8), \
             caro5 (9)"
        );
    }
}
