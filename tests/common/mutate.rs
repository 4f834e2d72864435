//! Inputs made from known ones by seeded mutation.

use fukumi::rng::Rng;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Known inputs, and others made from them. An input whose outcome is new is known from then on.
pub struct Mutator {
    rng: Rng,
    tokens: &'static [&'static str],
    known: Vec<Vec<u8>>,
    /// Where among the known the shortest input with an outcome stands.
    outcomes: HashMap<String, usize>,
}

const LONGEST_INPUT: usize = 2048;
const MOST_KNOWN: usize = 2000;
const MOST_KEPT: usize = 100;
const NUMBERS: [&str; 9] =
    ["0", "-1", "1", "5", "32", "33", "2147483647", "2147483648", "99999999999999999999"];

impl Mutator {
    pub fn new(seed: u64, tokens: &'static [&'static str], known: Vec<Vec<u8>>) -> Mutator {
        assert!(!known.is_empty(), "nothing to begin with");
        Mutator { rng: Rng::new(seed), tokens, known, outcomes: HashMap::new() }
    }

    pub fn known(&self) -> &[Vec<u8>] {
        &self.known
    }

    /// The shortest inputs for the outcomes, short and long ones, no more than a person would look
    /// through.
    pub fn shortest(&self) -> Vec<&[u8]> {
        let mut shortest: Vec<_> =
            self.outcomes.values().map(|&at| self.known[at].as_slice()).collect();
        shortest.sort_by_key(|input| (input.len(), *input));
        shortest.dedup();
        let step = shortest.len().div_ceil(MOST_KEPT).max(1);
        shortest.into_iter().step_by(step).collect()
    }

    pub fn next(&mut self) -> Vec<u8> {
        let mut input = self.rng.choose(&self.known).cloned().unwrap_or_default();
        for _ in 0..1 + self.rng.below(4) {
            self.change(&mut input);
        }
        input.truncate(LONGEST_INPUT);
        input
    }

    /// Tells what came of an input. Numbers in the outcome do not matter.
    pub fn learn(&mut self, input: &[u8], outcome: &str) {
        let outcome: String = outcome.chars().filter(|c| !c.is_ascii_digit()).take(160).collect();
        let at = self.known.len();
        match self.outcomes.get_mut(&outcome) {
            Some(known) if self.known[*known].len() > input.len() => {
                self.known[*known] = input.to_vec();
            }
            Some(_) => {}
            None if at < MOST_KNOWN => {
                self.outcomes.insert(outcome, at);
                self.known.push(input.to_vec());
            }
            None => {}
        }
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.rng.below(input.len() + 1);
        let end = (at + 1 + self.rng.below(12)).min(input.len());
        match self.rng.below(8) {
            0 if at < input.len() => input[at] ^= 1 << self.rng.below(8),
            1 => input.insert(at, self.rng.bits() as u8),
            2 if at < end => drop(input.drain(at..end)),
            3 => {
                let piece = input[at.min(end)..end].to_vec();
                let to = self.rng.below(input.len() + 1);
                input.splice(to..to, piece);
            }
            4 => {
                let other = self.rng.choose(&self.known).cloned().unwrap_or_default();
                input.truncate(at);
                input.extend_from_slice(&other[self.rng.below(other.len() + 1)..]);
            }
            5 => self.change_number(input),
            6 => input.truncate(at),
            _ => {
                let token = self.rng.choose(self.tokens).copied().unwrap_or_default();
                input.splice(at..at, token.bytes());
            }
        }
    }

    fn change_number(&mut self, input: &mut Vec<u8>) {
        let digits: Vec<usize> =
            (0..input.len()).filter(|&at| input[at].is_ascii_digit()).collect();
        let Some(&begin) = self.rng.choose(&digits) else { return };
        let rest = input[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = if self.rng.chance(1, 2) {
            self.rng.below(40).to_string()
        } else {
            self.rng.choose(&NUMBERS).copied().unwrap_or_default().to_owned()
        };
        input.splice(begin..begin + rest, number.bytes());
    }
}

/// Where the inputs of a kind are kept, one a line, as Rust escapes them.
pub fn corpus_path(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz").join(format!("{kind}.txt"))
}

pub fn read_corpus(kind: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(corpus_path(kind)).expect("a corpus");
    text.lines().map(unescape).collect()
}

pub fn write_corpus(kind: &str, inputs: &[&[u8]]) {
    let text: String = inputs.iter().map(|input| format!("{}\n", input.escape_ascii())).collect();
    std::fs::write(corpus_path(kind), text).expect("a folder that can be written");
}

fn unescape(line: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), line.as_bytes());
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let (code, length) = match rest {
            [b'n', ..] => (b'\n', 1),
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'x', high, low, ..] => {
                let hex = |digit: u8| (digit as char).to_digit(16).expect("a digit") as u8;
                (hex(*high) << 4 | hex(*low), 3)
            }
            [other, ..] => (*other, 1),
            [] => panic!("{line} ends within an escape"),
        };
        bytes.push(code);
        rest = &rest[length..];
    }
    bytes
}
