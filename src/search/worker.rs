//! One thread's search: its own position, histories and four-solver; the table is shared.

use super::history::History;
use super::params::Params;
use super::tt::Table;
use crate::board::Point;
use crate::clock::{Limits, StopSignal};
use crate::eval::Evaluator;
use crate::position::Position;
use crate::score::Score;
use crate::solver::{Aborted, Vcf, Vct};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lines longer than this are cut off.
pub const MAX_PLY: u32 = 200;

/// Memory of one worker's four-solver, in bytes.
const VCF_CACHE_BYTES: usize = 1 << 20;

/// How often the clock is read, in nodes; a power of two.
const CLOCK_INTERVAL: u64 = 512;

/// What all threads of a search have in common, and whom they obey.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    pub table: &'a Table,
    /// Finds wins by threes.
    pub vct: &'a Mutex<Vct>,
    pub params: &'a Params,
    /// Helpers obey no clock and no number of nodes, but the main thread.
    pub limits: &'a Limits,
    /// Raised from outside, for helpers by the main thread.
    pub stop: &'a StopSignal,
    /// Nodes of the helpers, counted now and then.
    pub helper_nodes: &'a AtomicU64,
}

/// What a worker remembers of one ply of the line it is in.
#[derive(Clone, Default)]
pub struct Level {
    /// The static evaluation; none where the other side threatens five.
    pub eval: Option<Score>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Point>,
    /// The best line from here.
    pub line: Vec<Point>,
    pub buffer: Vec<i32>,
}

pub struct Worker<'a> {
    pub position: Position,
    pub evaluator: Evaluator,
    pub vcf: Vcf,
    pub history: History,
    pub shared: &'a Shared<'a>,
    pub levels: Vec<Level>,
    pub selective_depth: u32,
    /// Others are its helpers.
    pub is_main: bool,
    /// Nodes visited, without the solvers'.
    visited: u64,
    /// Nodes of the attempts to win by threes.
    pub proof_nodes: u64,
    /// How many nodes of a helper the main thread knows of.
    counted: u64,
}

impl<'a> Worker<'a> {
    pub fn new(position: &Position, shared: &'a Shared<'a>, is_main: bool) -> Worker<'a> {
        Worker {
            evaluator: Evaluator::new(position),
            vcf: Vcf::new(VCF_CACHE_BYTES),
            history: History::default(),
            shared,
            levels: vec![Level::default(); MAX_PLY as usize + 2],
            selective_depth: 0,
            is_main,
            visited: 0,
            proof_nodes: 0,
            counted: 0,
            position: position.clone(),
        }
    }

    /// Nodes so far, the solvers' included.
    pub fn nodes(&self) -> u64 {
        self.visited + self.vcf.nodes() + self.proof_nodes
    }

    /// Counts a node, and gives up where a limit is reached.
    #[inline]
    pub fn visit(&mut self, ply: u32) -> Result<(), Aborted> {
        self.visited += 1;
        self.selective_depth = self.selective_depth.max(ply);
        let limits = self.shared.limits;
        if limits.nodes.is_some_and(|nodes| self.nodes() >= nodes) || self.shared.stop.is_raised() {
            return Err(Aborted);
        }
        if self.visited.is_multiple_of(CLOCK_INTERVAL) {
            self.count_nodes();
            if limits.budget.as_ref().is_some_and(|budget| budget.is_spent()) {
                return Err(Aborted);
            }
        }
        Ok(())
    }

    /// Lets the main thread know of a helper's nodes.
    fn count_nodes(&mut self) {
        if !self.is_main {
            let more = self.nodes() - self.counted;
            self.shared.helper_nodes.fetch_add(more, Ordering::Relaxed);
            self.counted += more;
        }
    }

    #[inline]
    pub fn play(&mut self, point: Point) {
        self.position.play(point);
        self.shared.table.prefetch(self.position.key());
    }

    #[inline]
    pub fn undo(&mut self) {
        self.position.undo();
        self.evaluator.retreat(&self.position);
    }

    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position)
    }

    /// Makes `point`, followed by the next level's best line, the best line of this level.
    pub fn extend_line(&mut self, ply: u32, point: Point) {
        let (levels, deeper) = self.levels.split_at_mut(ply as usize + 1);
        let line = &mut levels[ply as usize].line;
        line.clear();
        line.push(point);
        line.extend_from_slice(&deeper[0].line);
    }

    #[inline]
    pub fn level(&mut self, ply: u32) -> &mut Level {
        &mut self.levels[ply as usize]
    }
}
