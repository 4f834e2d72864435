//! Iterative deepening: one depth after the other, from where the last one left off.

use super::params::PLY;
use super::report::{Observer, Report};
use super::root::{RootMove, restore, root_moves, sort};
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use super::{Found, Line, Task};
use crate::clock::Progress;
use crate::score::Score;
use crate::solver::Aborted;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Iterations after a win was found, in search of a shorter one.
const ITERATIONS_AFTER_WIN: u32 = 2;
/// Iterations after a loss was found, in search of a longer defense.
const ITERATIONS_AFTER_LOSS: u32 = 6;
/// The first iteration that the aspiration window is used in.
const ASPIRATION_MIN_DEPTH: u32 = 4;
/// Beyond this, in points, there is no window any more.
const WIDEST_MARGIN: i32 = 500;

/// One run of iterative deepening.
pub struct Iteration<'w, 'a> {
    worker: &'w mut Worker<'a>,
    task: &'w Task,
    observer: &'w dyn Observer,
    start: Instant,
    moves: Vec<RootMove>,
    /// The last completed depth.
    depth: u32,
    instability: u32,
}

impl<'w, 'a> Iteration<'w, 'a> {
    pub fn new(
        worker: &'w mut Worker<'a>,
        task: &'w Task,
        observer: &'w dyn Observer,
    ) -> Iteration<'w, 'a> {
        let start = Instant::now();
        let moves = root_moves(worker, &task.excluded);
        Iteration { worker, task, observer, start, moves, depth: 0, instability: 0 }
    }

    /// Runs until a limit is reached or the case is clear. `skip` lets helper threads begin deeper.
    pub fn run(mut self, skip: u32) -> Found {
        if self.moves.is_empty() {
            return self.found();
        }
        // Whoever asks for several lines wants to know what the other moves are worth too.
        if self.task.multi <= 1 {
            if self.is_proven() {
                return self.found();
            }
            self.worker.drop_refuted(&mut self.moves);
        }
        let most = self.worker.shared.limits.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        let mut decided_at = None;
        for depth in 1 + skip.min(most - 1)..=most {
            let before = (self.moves[0].point, self.moves[0].score);
            if self.one_depth(depth).is_err() {
                break;
            }
            self.depth = depth;
            let best = &self.moves[0];
            self.instability = self.instability / 2 + if best.point == before.0 { 0 } else { 100 };
            if best.score.is_decided() {
                let since = *decided_at.get_or_insert(depth);
                let patience = match best.score.is_win() {
                    true => ITERATIONS_AFTER_WIN,
                    false => ITERATIONS_AFTER_LOSS,
                };
                if depth >= since + patience && self.worker.shared.limits.depth.is_none() {
                    break;
                }
            } else {
                decided_at = None;
            }
            if self.is_enough(before.1) {
                break;
            }
        }
        self.found()
    }

    fn is_enough(&self, score_before: Score) -> bool {
        let Some(budget) = &self.worker.shared.limits.budget else { return false };
        let score = self.moves[0].score;
        let is_known = score_before > -Score::INFINITE && !score.is_decided();
        let progress = Progress {
            instability: self.instability,
            score_drop: if is_known { score_before.raw() - score.raw() } else { 0 },
            forced: self.moves.len() == 1,
        };
        budget.enough(&progress)
    }

    /// Whether a win is proven before any search; then its line is the best one.
    fn is_proven(&mut self) -> bool {
        // What is forced is not worth a long proof while the clock runs.
        let is_forced = self.moves.len() == 1 && self.worker.shared.limits.budget.is_some();
        let proven = self.worker.proven_win(!is_forced);
        let Some((score, line)) = proven else { return false };
        let Some(at) = self.moves.iter().position(|root| line.first() == Some(&root.point)) else {
            return false;
        };
        self.moves.swap(0, at);
        self.moves[0].score = score;
        self.depth = 1;
        self.worker.selective_depth = line.len() as u32;
        self.moves[0].line = line;
        self.report(0);
        true
    }

    fn one_depth(&mut self, depth: u32) -> Result<(), Aborted> {
        for root in &mut self.moves {
            root.previous = root.score;
            root.score = -Score::INFINITE;
        }
        let lines = self.task.multi.clamp(1, self.moves.len());
        for rank in 0..lines {
            self.worker.selective_depth = 0;
            let result = self.aspire(depth, rank);
            sort(&mut self.moves, rank);
            if result.is_err() {
                restore(&mut self.moves[rank..]);
                return result;
            }
            self.depth = self.depth.max(depth);
            self.report(rank);
        }
        Ok(())
    }

    /// Searches with a narrow window around the last score, and widens it until the score fits.
    fn aspire(&mut self, depth: u32, rank: usize) -> Result<(), Aborted> {
        let center = self.moves[rank].previous;
        let mut margin = self.worker.shared.params.aspiration_margin;
        let is_narrow =
            depth >= ASPIRATION_MIN_DEPTH && center > -Score::INFINITE && !center.is_decided();
        let mut window = if is_narrow { Window::around(center, margin) } else { Window::full() };
        loop {
            let asked = depth as i32 * PLY;
            let score = self.worker.root(&mut self.moves, rank, window, asked)?;
            margin *= 2;
            let is_wide = margin > WIDEST_MARGIN;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                window.alpha = if is_wide { -Score::INFINITE } else { score - margin };
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = if is_wide { Score::INFINITE } else { score + margin };
                sort(&mut self.moves, rank);
            } else {
                return Ok(());
            }
        }
    }

    fn report(&self, rank: usize) {
        let root = &self.moves[rank];
        self.observer.report(&Report {
            rank,
            depth: self.depth,
            selective_depth: self.worker.selective_depth.max(self.depth),
            score: root.score,
            nodes: self.worker.nodes() + self.worker.shared.helper_nodes.load(Ordering::Relaxed),
            elapsed: self.start.elapsed(),
            line: root.line.clone(),
        });
    }

    fn found(self) -> Found {
        let lines = self.moves.into_iter().take(self.task.multi.max(1));
        Found {
            lines: lines.map(|root| Line { score: root.score, moves: root.line }).collect(),
            depth: self.depth,
            selective_depth: self.worker.selective_depth.max(self.depth),
            nodes: self.worker.nodes(),
        }
    }
}
