//! Several threads on one search: they share the table and disagree usefully.
//!
//! See: the idea of lazy SMP, Chess Programming Wiki, after D. Homan and others, 2013.

use super::iterate::Iteration;
use super::report::Observer;
use super::worker::{Shared, Worker};
use super::{Found, STACK_BYTES, Task};
use crate::clock::{Limits, StopSignal};
use crate::score::Score;
use std::thread;

/// Added to every vote, so that the lowest score counts too.
const VOTE_BASE: i64 = 15;

/// Runs the search on this many threads, or fewer if the system has no more; only the first obeys
/// clock and nodes and reports, and the others end with it.
pub fn run(task: &Task, shared: &Shared, threads: usize, observer: &dyn Observer) -> Found {
    let halt = StopSignal::default();
    let limits = Limits { depth: task.limits.depth, ..Limits::default() };
    let helpers_share = Shared { limits: &limits, stop: &halt, ..*shared };
    thread::scope(|scope| {
        let helpers_share = &helpers_share;
        let help = |number| {
            let think = move || think(task, helpers_share, number, &());
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, think)
        };
        let mut helpers = Vec::new();
        let mut all = {
            let _halt = HaltAtEnd(&halt);
            for number in 1..threads {
                match help(number) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        log::warn!("{number} threads instead of {threads}: {error}");
                        break;
                    }
                }
            }
            vec![think(task, shared, 0, observer)]
        };
        all.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        let nodes = all.iter().map(|found| found.nodes).sum();
        let best = if task.multi > 1 { 0 } else { elect(&all) };
        Found { nodes, ..all.swap_remove(best) }
    })
}

/// Ends the helpers when the main thread is done, even if it panics: they would think on.
struct HaltAtEnd<'a>(&'a StopSignal);

impl Drop for HaltAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

fn think(task: &Task, shared: &Shared, number: usize, observer: &dyn Observer) -> Found {
    let mut worker = Worker::new(&task.position, shared, number == 0);
    Iteration::new(&mut worker, task, observer).run(number as u32 % 2)
}

/// The thread whose move has the most support: each votes for its move by depth and score, and a
/// proven win needs no support.
fn elect(all: &[Found]) -> usize {
    let score = |found: &Found| found.lines.first().map_or(-Score::INFINITE, |line| line.score);
    let choice = |found: &Found| found.lines.first().and_then(|line| line.moves.first().copied());
    let best = (0..all.len()).rev().max_by_key(|&at| score(&all[at])).unwrap_or(0);
    if score(&all[best]).is_win() {
        return best;
    }
    let lowest = all.iter().map(|found| score(found).raw()).min().unwrap_or(0);
    let weight = |found: &Found| {
        (i64::from(score(found).raw() - lowest) + VOTE_BASE) * i64::from(found.depth)
    };
    let support = |at: usize| -> i64 {
        all.iter().filter(|found| choice(found) == choice(&all[at])).map(weight).sum()
    };
    (0..all.len()).rev().max_by_key(|&at| (support(at), weight(&all[at]))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, PointSet, Size};
    use crate::position::Position;
    use crate::rules::Rule;
    use crate::search::tt::Table;
    use crate::search::{Line, Params, Report};
    use crate::solver::Vct;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn found(x: usize, score: Score, depth: u32) -> Found {
        let lines = vec![Line { score, moves: vec![Point::new(x, 0)] }];
        Found { lines, depth, selective_depth: depth, nodes: 1 }
    }

    struct Panicking;

    impl Observer for Panicking {
        fn report(&self, _: &Report) {
            panic!("on purpose");
        }
    }

    fn with_shared<T>(limits: &Limits, stop: &StopSignal, ask: impl FnOnce(&Shared) -> T) -> T {
        ask(&Shared {
            table: &Table::new(Table::MIN_BYTES),
            vct: &Mutex::new(Vct::new(0)),
            params: &Params::of(Rule::Freestyle),
            limits,
            stop,
            helper_nodes: &AtomicU64::new(0),
        })
    }

    fn task(limits: Limits) -> Task {
        let position = Position::new(Size::square(9).unwrap(), Rule::Freestyle);
        Task { position, limits, multi: 1, excluded: PointSet::EMPTY }
    }

    /// If one were left, the search would never end.
    #[test]
    fn a_panic_leaves_no_helper_thinking() {
        let (limits, stop) = (Limits::default(), StopSignal::default());
        with_shared(&limits, &stop, |shared| {
            let search = || run(&task(limits.clone()), shared, 2, &Panicking);
            assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
        });
    }

    #[test]
    fn helpers_think_as_long_as_the_main_thread_and_their_nodes_are_told() {
        struct Count(Mutex<u64>);
        impl Observer for Count {
            fn report(&self, report: &Report) {
                *self.0.lock().unwrap() = report.nodes;
            }
        }
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let told = Count(Mutex::new(0));
        with_shared(&limits, &StopSignal::default(), |shared| {
            let found = run(&task(limits.clone()), shared, 4, &told);
            assert!(found.nodes > 60_000, "{found:?}");
            assert!(shared.helper_nodes.load(Ordering::Relaxed) > 0);
            assert!((1..=found.nodes).contains(&*told.0.lock().unwrap()));
        });
    }

    #[test]
    fn agreement_beats_a_lone_voice_unless_it_has_a_proof() {
        let points = |points| Score::points(points);
        let agreed = [found(1, points(10), 9), found(2, points(5), 9), found(2, points(8), 9)];
        assert_eq!(agreed[elect(&agreed)].lines[0].moves[0].x(), 2);
        let proven = [found(1, points(10), 9), found(2, Score::win_in(9), 5)];
        assert_eq!(elect(&proven), 1);
        let alike = [found(1, points(10), 9), found(3, points(10), 9)];
        assert_eq!(elect(&alike), 0);
    }
}
