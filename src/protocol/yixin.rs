//! The extension of Yixin-Board: commands that begin with `yx`.
//!
//! Many of them bring a list or a line with them that has to be taken off the input even where
//! the command itself means nothing to this engine.

use super::coordinates::number;
use super::{Coordinates, Listing};
use std::fmt;

/// What Yixin-Board asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Set the position, do not think.
    Board(Listing),
    /// Tell where the side to move must not play.
    ShowForbidden,
    ShowInfo,
    HashClear,
    ShowHashUsage,
    /// Search this many best lines, then answer a move.
    Best(i64),
    /// Search all replies.
    SearchDefend,
    /// Find one stone that makes the value equal this.
    BalanceOne(i64),
    /// Find two stones that make the value equal this.
    BalanceTwo(i64),
    /// Never play these first.
    Block(Vec<Coordinates>),
    BlockUndo(Vec<Coordinates>),
    BlockReset,
    Draw,
    /// The steps of its own swap2 dialogue: 1 opens, 2 answers three stones, 3 answers five.
    Swap2Step(u8),
    /// Understood, with everything that belonged to it, and without any effect.
    Ignored,
}

/// What has to be read before a command is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rest {
    /// Lines up to DONE.
    List(List),
    /// One line, whatever it says.
    Line,
    /// Perhaps a list: the command is not known.
    Unclear,
}

/// Whom a list belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    Board,
    Block,
    BlockUndo,
    Ignored,
}

const LISTS: [&str; 19] = [
    "yxblockpath",
    "yxblockpathundo",
    "yxsoosorvstep2",
    "yxsoosorvstep3",
    "yxsoosorvstep4",
    "yxsoosorvstep5",
    "yxsoosorvstep6",
    "yxquerydatabaseall",
    "yxquerydatabaseallt",
    "yxquerydatabaseone",
    "yxquerydatabasetext",
    "yxedittvddatabase",
    "yxedittextdatabase",
    "yxeditlabeldatabase",
    "yxdeletedatabaseone",
    "yxsetbestmovedatabase",
    "yxclearbestmovedatabase",
    "yxdeletebestmovedatabase",
    "yxquerydatabase",
];

const LINES: [&str; 11] = [
    "yxhashdump",
    "yxhashload",
    "yxsetdatabase",
    "yxdbmerge",
    "yxdbsplit",
    "yxdbtotxt",
    "yxdbtotxtall",
    "yxtxttodb",
    "yxdbtopos",
    "yxlibtodb",
    "yxdbtolib",
];

const BARE: [&str; 9] = [
    "yxblockpathreset",
    "yxforbid",
    "yxresign",
    "yxprintfeature",
    "yxsoosorvstep1",
    "yxsavedatabase",
    "yxdeletedatabaseall",
    "yxdbcheck",
    "yxdbfix",
];

/// Whether a word belongs to the extension.
pub(super) fn is_yixin(word: &str) -> bool {
    word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx"))
}

/// Reads a command line of the extension, without what may follow on later lines.
pub(super) fn parse(word: &str, argument: &str) -> Result<Request, Rest> {
    let word = word.to_ascii_lowercase();
    let first = argument.split_whitespace().next().unwrap_or("");
    let value = number(first);
    Ok(match word.as_str() {
        "yxboard" => return Err(Rest::List(List::Board)),
        "yxblock" => return Err(Rest::List(List::Block)),
        "yxblockundo" => return Err(Rest::List(List::BlockUndo)),
        "yxshowforbid" => Request::ShowForbidden,
        "yxshowinfo" => Request::ShowInfo,
        "yxhashclear" => Request::HashClear,
        "yxshowhashusage" => Request::ShowHashUsage,
        "yxnbest" => Request::Best(value.unwrap_or(1)),
        "yxsearchdefend" => Request::SearchDefend,
        "yxbalanceone" => Request::BalanceOne(value.unwrap_or(0)),
        "yxbalancetwo" => Request::BalanceTwo(value.unwrap_or(0)),
        "yxblockreset" => Request::BlockReset,
        "yxdraw" => Request::Draw,
        "yxswap2step1" => Request::Swap2Step(1),
        "yxswap2step2" => Request::Swap2Step(2),
        "yxswap2step3" => Request::Swap2Step(3),
        known if LISTS.contains(&known) => return Err(Rest::List(List::Ignored)),
        known if LINES.contains(&known) => return Err(Rest::Line),
        known if BARE.contains(&known) => Request::Ignored,
        _ => return Err(Rest::Unclear),
    })
}

impl List {
    /// The request that this list completes.
    pub(super) fn complete(self, listing: Listing) -> Request {
        match self {
            List::Board => Request::Board(listing),
            List::Block => Request::Block(listing.coordinates().collect()),
            List::BlockUndo => Request::BlockUndo(listing.coordinates().collect()),
            List::Ignored => Request::Ignored,
        }
    }
}

/// The command as Yixin-Board sends it.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let list = |points: &[Coordinates]| points.iter().copied().collect::<Listing>();
        match self {
            Request::Board(listing) => write!(f, "yxboard\n{listing}"),
            Request::ShowForbidden => f.write_str("yxshowforbid"),
            Request::ShowInfo => f.write_str("yxshowinfo"),
            Request::HashClear => f.write_str("yxhashclear"),
            Request::ShowHashUsage => f.write_str("yxshowhashusage"),
            Request::Best(lines) => write!(f, "yxnbest {lines}"),
            Request::SearchDefend => f.write_str("yxsearchdefend"),
            Request::BalanceOne(bias) => write!(f, "yxbalanceone {bias}"),
            Request::BalanceTwo(bias) => write!(f, "yxbalancetwo {bias}"),
            Request::Block(points) => write!(f, "yxblock\n{}", list(points)),
            Request::BlockUndo(points) => write!(f, "yxblockundo\n{}", list(points)),
            Request::BlockReset => f.write_str("yxblockreset"),
            Request::Draw => f.write_str("yxdraw"),
            Request::Swap2Step(step) => write!(f, "yxswap2step{step}"),
            Request::Ignored => f.write_str("yxblockpathreset"),
        }
    }
}
