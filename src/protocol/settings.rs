//! `INFO key value`: the keys, their values, and which rule a code stands for.

use super::coordinates::number;
use crate::rules::Rule;
use std::fmt;

/// Something the manager told. Numbers are as sent, saturated to 64 bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Milliseconds for one move; 0 asks for a move at once.
    TimeoutTurn(i64),
    /// Milliseconds for the whole game; 0 is unlimited.
    TimeoutMatch(i64),
    /// Milliseconds left of the game now; may be negative.
    TimeLeft(i64),
    /// Milliseconds added to the game's time with each move.
    TimeIncrement(i64),
    /// Bytes for the whole process; 0 is unlimited.
    MaxMemory(i64),
    /// KiB for the transposition table.
    HashSize(i64),
    MaxNode(i64),
    MaxDepth(i64),
    ThreadNum(i64),
    /// From 0 to 100, which is full strength.
    Strength(i64),
    /// A mask; [`rule_of_code`] reads it.
    Rule(i64),
    /// Who the opponent is; 0 a human, 1 to 3 a program.
    GameType(i64),
    /// Bit 0 asks for `MESSAGE REALTIME` lines, bit 1 for `INFO` lines.
    ShowDetail(i64),
    /// Where files that outlive the process may be kept.
    Folder(String),
    /// A key that is not known here, or a value that is no number: to be ignored.
    Other {
        key: String,
        value: String,
    },
}

type Make = fn(i64) -> Setting;

const NUMBERS: [(&str, Make); 13] = [
    ("timeout_turn", Setting::TimeoutTurn),
    ("timeout_match", Setting::TimeoutMatch),
    ("time_left", Setting::TimeLeft),
    ("time_increment", Setting::TimeIncrement),
    ("max_memory", Setting::MaxMemory),
    ("hash_size", Setting::HashSize),
    ("max_node", Setting::MaxNode),
    ("max_depth", Setting::MaxDepth),
    ("thread_num", Setting::ThreadNum),
    ("strength", Setting::Strength),
    ("rule", Setting::Rule),
    ("game_type", Setting::GameType),
    ("show_detail", Setting::ShowDetail),
];

const FOLDER: &str = "folder";

impl Setting {
    /// Reads what follows `INFO`; `None` if there is nothing.
    pub fn parse(text: &str) -> Option<Setting> {
        let text = text.trim();
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        if key.is_empty() {
            return None;
        }
        if key.eq_ignore_ascii_case(FOLDER) {
            return Some(Setting::Folder(value.to_owned()));
        }
        let make = NUMBERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        let setting = make.zip(number(value)).map(|((_, make), value)| make(value));
        let other = || Setting::Other { key: key.to_owned(), value: value.to_owned() };
        Some(setting.unwrap_or_else(other))
    }

    /// The key as it is sent.
    pub fn key(&self) -> &str {
        match self {
            Setting::TimeoutTurn(_) => "timeout_turn",
            Setting::TimeoutMatch(_) => "timeout_match",
            Setting::TimeLeft(_) => "time_left",
            Setting::TimeIncrement(_) => "time_increment",
            Setting::MaxMemory(_) => "max_memory",
            Setting::HashSize(_) => "hash_size",
            Setting::MaxNode(_) => "max_node",
            Setting::MaxDepth(_) => "max_depth",
            Setting::ThreadNum(_) => "thread_num",
            Setting::Strength(_) => "strength",
            Setting::Rule(_) => "rule",
            Setting::GameType(_) => "game_type",
            Setting::ShowDetail(_) => "show_detail",
            Setting::Folder(_) => FOLDER,
            Setting::Other { key, .. } => key,
        }
    }
}

/// `timeout_turn 5000`: what follows `INFO`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Setting::TimeoutTurn(value)
            | Setting::TimeoutMatch(value)
            | Setting::TimeLeft(value)
            | Setting::TimeIncrement(value)
            | Setting::MaxMemory(value)
            | Setting::HashSize(value)
            | Setting::MaxNode(value)
            | Setting::MaxDepth(value)
            | Setting::ThreadNum(value)
            | Setting::Strength(value)
            | Setting::Rule(value)
            | Setting::GameType(value)
            | Setting::ShowDetail(value) => write!(f, "{} {value}", self.key()),
            Setting::Folder(value) | Setting::Other { value, .. } => {
                write!(f, "{} {value}", self.key())
            }
        }
    }
}

/// What a code of `INFO rule` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleCode {
    pub rule: Rule,
    /// The game goes on after a five until the board is full.
    pub continuous: bool,
    /// Whether the code stands for exactly this. Otherwise it is the nearest rule there is.
    pub exact: bool,
}

const EXACTLY_FIVE: i64 = 1;
const CONTINUOUS: i64 = 2;
const RENJU: i64 = 4;
const CARO: i64 = 8;

/// Reads a code of `INFO rule`. A bare 2 is continuous freestyle to Piskvork and renju to
/// Yixin-Board, so the caller says whether the manager speaks Yixin's dialect.
pub fn rule_of_code(code: i64, yixin: bool) -> RuleCode {
    if yixin && code == CONTINUOUS {
        return RuleCode { rule: Rule::Renju, continuous: false, exact: true };
    }
    let mask = if code < 0 { 0 } else { code };
    let rule = if mask & RENJU != 0 {
        Rule::Renju
    } else {
        match (mask & CARO != 0, mask & EXACTLY_FIVE != 0) {
            (false, false) => Rule::Freestyle,
            (false, true) => Rule::Standard,
            (true, false) => Rule::Caro,
            (true, true) => Rule::CaroExact,
        }
    };
    let exact = code & !CONTINUOUS == i64::from(rule.code());
    RuleCode { rule, continuous: mask & CONTINUOUS != 0, exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_any_case_and_printed_back() {
        for (name, make) in NUMBERS {
            let setting = Setting::parse(&format!("{} -3", name.to_uppercase())).unwrap();
            assert_eq!(setting, make(-3));
            assert_eq!(setting.to_string(), format!("{name} -3"));
        }
        let folder = Setting::parse("FOLDER  C:\\My games\\x ").unwrap();
        assert_eq!(folder, Setting::Folder("C:\\My games\\x".into()));
    }

    #[test]
    fn what_cannot_be_read_is_kept_but_means_nothing() {
        for text in ["max_memory abc", "rule", "evaluate 3,4", "timeout_turn 1.5", "foo bar baz"] {
            assert!(matches!(Setting::parse(text), Some(Setting::Other { .. })), "{text}");
        }
        assert_eq!(Setting::parse("  "), None);
    }

    #[test]
    fn rule_codes() {
        let known = |code, yixin| {
            let found = rule_of_code(code, yixin);
            assert!(found.exact, "{code}");
            (found.rule, found.continuous)
        };
        for rule in Rule::ALL {
            let code = i64::from(rule.code());
            assert_eq!(known(code, false), (rule, false));
            assert_eq!(known(code | CONTINUOUS, false), (rule, true));
        }
        assert_eq!(known(2, false), (Rule::Freestyle, true));
        assert_eq!(known(2, true), (Rule::Renju, false));
    }

    #[test]
    fn unknown_codes_fall_to_the_nearest_rule() {
        let nearest = [(5, Rule::Renju), (12, Rule::Renju), (16, Rule::Freestyle)];
        let strange = [(-1, Rule::Freestyle), (i64::MAX, Rule::Renju), (17, Rule::Standard)];
        for (code, rule) in nearest.into_iter().chain(strange) {
            let found = rule_of_code(code, false);
            assert_eq!((found.rule, found.exact), (rule, false), "{code}");
        }
    }
}
