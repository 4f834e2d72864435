//! Files of self-played games, compact and checked.
//!
//! All numbers are little-endian. A file is a header of 24 bytes and then one block per game.
//!
//! | header | bytes |
//! |---|---|
//! | `FKGAMES1` | 8 |
//! | [code](Rule::code) of the rule | 1 |
//! | width and height of all boards, 0 0 for mixed sizes | 2 |
//! | 0 | 1 |
//! | nodes per move | 4 |
//! | seed | 8 |
//!
//! | block | bytes |
//! |---|---|
//! | `GM` | 2 |
//! | length of the body | 2 |
//! | [checksum] of the body | 4 |
//! | body: number of the game | 4 |
//! | code of the rule, width, height | 3 |
//! | winner: 0 nobody, 1 black, 2 white | 1 |
//! | per ply: the point played, with `SEARCHED` and `DEVIATES` in its high bits | 2 |
//! | &nbsp; if searched: the score for the side to move | 2 |
//! | &nbsp; if it deviates: the best move that the search found | 2 |
//!
//! A block that is not whole at the end of a file was being written when the writer died; it is
//! told apart from damage further up, which makes the file unusable.

use super::report;
use crate::board::{Color, Point, Size};
use crate::rng::checksum;
use crate::rules::Rule;
use crate::score::Score;
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::path::PathBuf;

const FILE_MAGIC: &[u8; 8] = b"FKGAMES1";
const GAME_MAGIC: &[u8; 2] = b"GM";
const HEADER_BYTES: usize = 24;
const PREFIX_BYTES: usize = 8;
/// Set where the move was searched, so that a score follows.
const SEARCHED: u16 = 1 << 15;
/// Set where another move than the searched best one was played, so that the best one follows.
const DEVIATES: u16 = 1 << 14;

/// What all games of a file have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    pub rule: Rule,
    /// `None` where every game has its own.
    pub size: Option<Size>,
    pub nodes: u32,
    pub seed: u64,
}

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub played: Point,
    /// What the search said before the move; `None` for moves of the opening.
    pub searched: Option<Searched>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    pub best: Point,
    /// For the side to move.
    pub score: Score,
}

impl Step {
    /// Whether a move was played on purpose that the search does not like best.
    pub fn deviates(&self) -> bool {
        self.searched.is_some_and(|searched| searched.best != self.played)
    }
}

/// A game with what the searches said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub number: u32,
    pub rule: Rule,
    pub size: Size,
    pub winner: Option<Color>,
    pub steps: Vec<Step>,
}

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dataset {
    pub header: Header,
    pub games: Vec<Game>,
    /// Where the last whole game ends; beyond it lies a broken tail, if the file is longer.
    pub whole_bytes: usize,
}

/// Why a file cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatasetError {
    /// Where in the file the fault is.
    pub offset: usize,
    pub fault: DatasetFault,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatasetFault {
    NotGames,
    BadHeader,
    /// A block in the middle of the file is damaged.
    Damaged,
    /// A game is played by another rule than the header says.
    OtherRule(Rule),
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.fault {
            DatasetFault::NotGames => write!(f, "no file of self-played games"),
            DatasetFault::BadHeader => write!(f, "the header makes no sense"),
            DatasetFault::Damaged => write!(f, "a damaged game"),
            DatasetFault::OtherRule(rule) => write!(f, "a game of {rule} among others"),
        }?;
        write!(f, " at byte {}", self.offset)
    }
}

impl std::error::Error for DatasetError {}

/// As the options that made it.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Header { rule, size, nodes, seed } = self;
        let size = size.map_or("mixed".to_string(), |size| size.to_string());
        write!(f, "--rule {rule} --size {size} --nodes {nodes} --seed {seed}")
    }
}

impl Header {
    pub fn to_bytes(self) -> Vec<u8> {
        let side = |pick: fn(Size) -> usize| self.size.map_or(0, |size| pick(size) as u8);
        let mut bytes = FILE_MAGIC.to_vec();
        bytes.extend([self.rule.code(), side(Size::width), side(Size::height), 0]);
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Header, DatasetError> {
        let fail = |offset, fault| Err(DatasetError { offset, fault });
        let mut reader = Reader { rest: bytes };
        if reader.array() != Some(*FILE_MAGIC) {
            return fail(0, DatasetFault::NotGames);
        }
        let parsed = (|| {
            let rule = rule_of(reader.array::<1>()?[0])?;
            let size = match reader.array::<3>()? {
                [0, 0, 0] => None,
                [width, height, 0] => Some(Size::new(width.into(), height.into()).ok()?),
                _ => return None,
            };
            let nodes = u32::from_le_bytes(reader.array()?);
            let seed = u64::from_le_bytes(reader.array()?);
            Some(Header { rule, size, nodes, seed })
        })();
        parsed.map_or_else(|| fail(FILE_MAGIC.len(), DatasetFault::BadHeader), Ok)
    }
}

impl Game {
    /// The block of this game.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = self.number.to_le_bytes().to_vec();
        let winner = self.winner.map_or(0, |color| 1 + color.index() as u8);
        let sides = [self.size.width() as u8, self.size.height() as u8];
        body.extend([self.rule.code(), sides[0], sides[1], winner]);
        for step in &self.steps {
            let mut word = step.played.index() as u16;
            word |= if step.searched.is_some() { SEARCHED } else { 0 };
            word |= if step.deviates() { DEVIATES } else { 0 };
            body.extend(word.to_le_bytes());
            if let Some(searched) = step.searched {
                body.extend((searched.score.raw() as i16).to_le_bytes());
                if step.deviates() {
                    body.extend((searched.best.index() as u16).to_le_bytes());
                }
            }
        }
        let mut block = GAME_MAGIC.to_vec();
        block.extend((body.len() as u16).to_le_bytes());
        block.extend(checksum(&body).to_le_bytes());
        block.extend(body);
        block
    }

    fn from_body(body: &[u8]) -> Option<Game> {
        let mut reader = Reader { rest: body };
        let number = u32::from_le_bytes(reader.array()?);
        let [code, width, height, winner] = reader.array()?;
        let rule = rule_of(code)?;
        let size = Size::new(width.into(), height.into()).ok()?;
        let winner = match winner {
            0 => None,
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => return None,
        };
        let mut steps = Vec::new();
        while !reader.rest.is_empty() {
            steps.push(reader.step(size)?);
        }
        Some(Game { number, rule, size, winner, steps })
    }
}

impl Dataset {
    /// Reads the bytes of a file. Damage anywhere but in the last block is an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Dataset, DatasetError> {
        let header = Header::from_bytes(bytes)?;
        let mut dataset = Dataset { header, games: Vec::new(), whole_bytes: HEADER_BYTES };
        while dataset.whole_bytes < bytes.len() {
            let offset = dataset.whole_bytes;
            let fail = |fault| Err(DatasetError { offset, fault });
            match next_block(&bytes[offset..]) {
                Block::Whole(game, _) if game.rule != header.rule => {
                    return fail(DatasetFault::OtherRule(game.rule));
                }
                Block::Whole(game, length) => {
                    dataset.games.push(game);
                    dataset.whole_bytes += length;
                }
                // The length of a block is not covered by its checksum.
                Block::Cut if has_whole_block(&bytes[offset + 1..]) => {
                    return fail(DatasetFault::Damaged);
                }
                Block::Cut => break,
                Block::Damaged => return fail(DatasetFault::Damaged),
            }
        }
        Ok(dataset)
    }
}

/// The games of several files, all of this rule.
pub fn read_files(rule: Rule, paths: &[PathBuf]) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for path in paths {
        let name = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("{name}"))?;
        let dataset = Dataset::from_bytes(&bytes).with_context(|| format!("{name}"))?;
        let found = dataset.header.rule;
        ensure!(found == rule, "{name}: games of {found}, not of {rule}");
        let tail = bytes.len() - dataset.whole_bytes;
        if tail > 0 {
            let from = dataset.whole_bytes;
            report::show(format_args!("{name}: {tail} bytes from {from} on are no whole game\n"));
        }
        games.extend(dataset.games);
    }
    Ok(games)
}

enum Block {
    /// A game and the bytes it takes.
    Whole(Game, usize),
    /// The file ends within the block.
    Cut,
    Damaged,
}

fn next_block(bytes: &[u8]) -> Block {
    let mut reader = Reader { rest: bytes };
    let Some(prefix) = reader.array::<PREFIX_BYTES>() else { return Block::Cut };
    let [a, b, low, high, sum @ ..] = prefix;
    if [a, b] != *GAME_MAGIC {
        return Block::Damaged;
    }
    let length = usize::from(u16::from_le_bytes([low, high]));
    let Some(body) = reader.rest.get(..length) else { return Block::Cut };
    let is_last = reader.rest.len() == length;
    if checksum(body) != u32::from_le_bytes(sum) {
        return if is_last { Block::Cut } else { Block::Damaged };
    }
    match Game::from_body(body) {
        Some(game) => Block::Whole(game, PREFIX_BYTES + length),
        None => Block::Damaged,
    }
}

fn has_whole_block(bytes: &[u8]) -> bool {
    let begins = |&at: &usize| bytes[at..].starts_with(GAME_MAGIC);
    (0..bytes.len()).filter(begins).any(|at| matches!(next_block(&bytes[at..]), Block::Whole(..)))
}

fn rule_of(code: u8) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.code() == code)
}

/// Bytes yet to be read.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&array, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(array)
    }

    fn step(&mut self, size: Size) -> Option<Step> {
        let word = u16::from_le_bytes(self.array()?);
        let played = point_of(word & !(SEARCHED | DEVIATES), size)?;
        if word & SEARCHED == 0 {
            return Some(Step { played, searched: None });
        }
        let score = Score::from_raw(i16::from_le_bytes(self.array()?).into());
        let best = match word & DEVIATES {
            0 => played,
            _ => point_of(u16::from_le_bytes(self.array()?), size)?,
        };
        Some(Step { played, searched: Some(Searched { best, score }) })
    }
}

fn point_of(index: u16, size: Size) -> Option<Point> {
    let index = usize::from(index);
    let point = Point::from_index(index);
    (index < Point::COUNT && size.contains(point)).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header { rule: Rule::Renju, size: None, nodes: 1_000, seed: 7 }
    }

    fn game(number: u32) -> Game {
        let [a, b, c] = [(7, 7), (8, 7), (9, 9)].map(|(x, y)| Point::new(x, y));
        let searched = |best, raw| Some(Searched { best, score: Score::from_raw(raw) });
        let steps = vec![
            Step { played: a, searched: None },
            Step { played: b, searched: searched(b, -29_990) },
            Step { played: c, searched: searched(Point::new(0, 14), 31) },
        ];
        let size = Size::square(15).unwrap();
        Game { number, rule: Rule::Renju, size, winner: Some(Color::White), steps }
    }

    fn file() -> Vec<u8> {
        let mut bytes = header().to_bytes();
        (0..3).for_each(|number| bytes.extend(game(number).to_bytes()));
        bytes
    }

    #[test]
    fn files_read_back() {
        let dataset = Dataset::from_bytes(&file()).unwrap();
        assert_eq!(dataset.header, header());
        assert_eq!(dataset.games, [game(0), game(1), game(2)]);
        assert_eq!(dataset.whole_bytes, file().len());
    }

    #[test]
    fn a_cut_or_broken_tail_is_dropped() {
        let bytes = file();
        let block = game(2).to_bytes().len();
        for cut in 1..block {
            let dataset = Dataset::from_bytes(&bytes[..bytes.len() - cut]).unwrap();
            assert_eq!(dataset.games.len(), 2, "{cut} bytes cut off");
            assert_eq!(dataset.whole_bytes, bytes.len() - block);
        }
        let mut broken = bytes.clone();
        *broken.last_mut().unwrap() ^= 1;
        assert_eq!(Dataset::from_bytes(&broken).unwrap().games.len(), 2);
    }

    #[test]
    fn damage_further_up_is_told_with_its_place() {
        let mut bytes = file();
        let second = HEADER_BYTES + game(0).to_bytes().len();
        bytes[second + 12] ^= 0x40;
        let error = Dataset::from_bytes(&bytes).unwrap_err();
        assert_eq!(error, DatasetError { offset: second, fault: DatasetFault::Damaged });
        let mut too_long = file();
        too_long[HEADER_BYTES + 3] = 0xff;
        let error = Dataset::from_bytes(&too_long).unwrap_err();
        assert_eq!(error, DatasetError { offset: HEADER_BYTES, fault: DatasetFault::Damaged });
    }

    #[test]
    fn foreign_and_mixed_files_are_refused() {
        let fault = |bytes: &[u8]| Dataset::from_bytes(bytes).unwrap_err().fault;
        assert_eq!(fault(b""), DatasetFault::NotGames);
        assert_eq!(fault(b"a text file of some length"), DatasetFault::NotGames);
        assert_eq!(fault(&file()[..20]), DatasetFault::BadHeader);
        let mut mixed = Header { rule: Rule::Standard, ..header() }.to_bytes();
        mixed.extend(game(0).to_bytes());
        assert_eq!(fault(&mixed), DatasetFault::OtherRule(Rule::Renju));
    }
}
