//! What the commands of Yixin-Board do.

use super::{Manner, Session};
use crate::board::{Point, PointSet};
use crate::engine::{Answer, Goal, MAX_THREADS};
use crate::protocol::yixin::Request;
use crate::protocol::{Coordinates, Reply};
use std::io::{self, Write};
use std::time::Instant;

/// The most lines that one search compares.
const MOST_LINES: usize = 64;
/// The binary logarithm of the largest table in KiB.
const MAX_HASH: u32 = 22;

/// Whether a request makes the answer of a running search useless.
pub(super) fn supersedes(request: &Request) -> bool {
    matches!(
        request,
        Request::Board(_)
            | Request::Best(_)
            | Request::SearchDefend
            | Request::BalanceOne(_)
            | Request::BalanceTwo(_)
            | Request::Swap2Step(_)
    )
}

/// An answer as a step of the swap2 dialogue, where blanks separate coordinates.
pub(super) fn swap2_replies(answer: &Answer, step: u8) -> Vec<Reply> {
    let numbered = |points: &[Point], first: usize| -> Vec<String> {
        let lines = points.iter().zip(first..);
        lines.map(|(point, n)| format!("SWAP2 MOVE{n} {} {}", point.x(), point.y())).collect()
    };
    let lines = match (step, answer) {
        (1, Answer::Play(points)) => numbered(points, 1),
        (2, Answer::Play(points)) if points.len() == 2 => numbered(points, 4),
        (2, Answer::Swap) => vec!["SWAP2 SWAP1 YES".to_owned()],
        (2, _) => vec!["SWAP2 SWAP1 NO".to_owned()],
        (_, Answer::Swap) => vec!["SWAP2 SWAP2 YES".to_owned()],
        _ => vec!["SWAP2 SWAP2 NO".to_owned()],
    };
    lines.into_iter().map(Reply::Message).collect()
}

impl<W: Write> Session<W> {
    pub(super) fn answer_yixin(&mut self, request: Request, at: Instant) -> io::Result<()> {
        match request {
            Request::Board(listing) => self.set_position(&listing)?,
            Request::ShowForbidden => {
                let points = self.engine.forbidden_points();
                let points = points.iter().map(Coordinates::from).collect();
                self.output.say(&Reply::Forbid(points))?;
            }
            Request::ShowInfo => self.show_info()?,
            Request::HashClear => self.engine.forget(),
            Request::ShowHashUsage => {
                let mebibytes = self.engine.options().table_size(None).most >> 20;
                self.output.say(&Reply::Message(format!("hash table {mebibytes} MiB")))?;
            }
            Request::Best(count) => {
                let count = usize::try_from(count).unwrap_or(1).clamp(1, MOST_LINES);
                self.think(Goal::Lines(count), Manner::Gomocup, at);
            }
            Request::SearchDefend => self.think(Goal::Lines(MOST_LINES), Manner::Gomocup, at),
            Request::BalanceOne(bias) => self.balance(1, bias, at),
            Request::BalanceTwo(bias) => self.balance(2, bias, at),
            Request::Block(points) => self.block(&points, true),
            Request::BlockUndo(points) => self.block(&points, false),
            Request::BlockReset => *self.engine.excluded() = PointSet::EMPTY,
            Request::Draw => self.output.say(&Reply::Message("DRAW REJECT".into()))?,
            Request::Swap2Step(step) => self.swap2_step(step, at)?,
            Request::Ignored => {}
        }
        Ok(())
    }

    fn show_info(&mut self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        for text in [
            format!("INFO MAX_THREAD_NUM {MAX_THREADS}"),
            format!("INFO MAX_HASH_SIZE {MAX_HASH}"),
            format!("Fukumi {version}"),
        ] {
            self.output.say(&Reply::Message(text))?;
        }
        Ok(())
    }

    fn balance(&mut self, stones: usize, bias: i64, at: Instant) {
        let limit = i64::from(crate::score::Score::MAX_POINTS);
        let bias = bias.clamp(-limit, limit) as i32;
        self.think(Goal::Balance { stones, bias }, Manner::Gomocup, at);
    }

    fn block(&mut self, points: &[Coordinates], blocked: bool) {
        let size = self.engine.game().size();
        for point in points.iter().filter_map(|at| at.on(size)) {
            if blocked {
                self.engine.excluded().insert(point);
            } else {
                self.engine.excluded().remove(point);
            }
        }
    }

    /// The stones, if any, have been set by YXBOARD before.
    fn swap2_step(&mut self, step: u8, at: Instant) -> io::Result<()> {
        match self.swap2_step_goal(step) {
            Ok(goal) => {
                self.think(goal, Manner::YixinSwap2(step), at);
                Ok(())
            }
            Err(text) => self.error(&text).map(|_| ()),
        }
    }

    /// What a step asks for, or why it cannot.
    pub(super) fn swap2_step_goal(&self, step: u8) -> Result<Goal, String> {
        let stones = self.engine.game().stone_count();
        let (goal, needed) = match step {
            1 => (Goal::Open, 0),
            2 => (Goal::AnswerThree, 3),
            _ => (Goal::AnswerFive, 5),
        };
        if stones == needed {
            return Ok(goal);
        }
        Err(format!("yxswap2step{step} needs {needed} stones on the board, not {stones}"))
    }
}
