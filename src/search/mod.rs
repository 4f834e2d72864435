//! The search for the best move: iterative deepening over an alpha-beta tree that lives by threats.
//!
//! Does not print and does not know any protocol: it reports to an [`Observer`].

mod history;
mod iterate;
mod moves;
mod node;
pub mod params;
mod picker;
mod pool;
mod proof;
mod quiescence;
mod report;
mod root;
mod tt;
mod window;
mod worker;

pub use params::Params;
pub use report::{Observer, Report};

use crate::board::{Point, PointSet};
use crate::clock::{Limits, StopSignal};
use crate::position::Position;
use crate::score::Score;
use crate::solver::Vct;
use root::root_moves;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use tt::Table;
use worker::{Shared, Worker};

/// Stack of a thread that searches: the search recurses once per ply, and boards have up to 1024
/// points.
pub const STACK_BYTES: usize = 64 << 20;
/// Memory of the solver that looks for wins by threes at the root.
const VCT_BYTES: usize = 8 << 20;

/// What to search.
#[derive(Clone)]
pub struct Task {
    pub position: Position,
    pub limits: Limits,
    /// How many lines are wanted, best first.
    pub multi: usize,
    /// Moves that are not to be played at the root.
    pub excluded: PointSet,
}

/// A line of play with its value to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub score: Score,
    /// The first of these is the move.
    pub moves: Vec<Point>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best lines; none only if there is no empty point outside the excluded ones.
    pub lines: Vec<Line>,
    /// Plies searched completely.
    pub depth: u32,
    pub selective_depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// Searches positions, remembering across searches what it learned about a game.
pub struct Searcher {
    table: Table,
    /// Keeps what it proved, so that the next move follows the same proof.
    vct: Mutex<Vct>,
    threads: usize,
    /// Instead of the rule's own.
    params: Option<Params>,
}

impl Searcher {
    /// A searcher with a transposition table of at most this size.
    pub fn new(table_bytes: usize, threads: usize) -> Searcher {
        Searcher {
            table: Table::new(table_bytes),
            vct: Mutex::new(Vct::new(VCT_BYTES)),
            threads: threads.max(1),
            params: None,
        }
    }

    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Searches with these numbers from now on, whatever the rule.
    pub fn set_params(&mut self, params: Params) {
        self.params = Some(params);
    }

    /// Forgets everything, so that what follows is as in a new searcher.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vct.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How full the table is, in thousandths.
    pub fn usage(&self) -> usize {
        self.table.usage()
    }

    /// Searches until a limit is reached, the case is clear, or `stop` is raised. With one thread
    /// the result depends on nothing but the task and what was searched since [`Searcher::clear`].
    pub fn search(&self, task: &Task, stop: &StopSignal, observer: &dyn Observer) -> Found {
        self.table.age();
        let own = Params::of(task.position.rule());
        let shared = Shared {
            table: &self.table,
            vct: &self.vct,
            params: self.params.as_ref().unwrap_or(&own),
            limits: &task.limits,
            stop,
            helper_nodes: &AtomicU64::new(0),
        };
        pool::run(task, &shared, self.threads, observer)
    }

    /// A sensible legal move at once, without search; none only on a full board.
    pub fn static_move(position: &Position) -> Option<Point> {
        let shared = Shared {
            table: &Table::new(Table::MIN_BYTES),
            vct: &Mutex::new(Vct::new(0)),
            params: &Params::of(position.rule()),
            limits: &Limits::default(),
            stop: &StopSignal::default(),
            helper_nodes: &AtomicU64::new(0),
        };
        let mut worker = Worker::new(position, &shared, true);
        root_moves(&mut worker, &PointSet::EMPTY).first().map(|root| root.point)
    }
}
