//! What is proven at the root before the search begins: a win by fours, or by fours and threes, and
//! the moves that lose to fours.

use super::root::RootMove;
use super::tt::Known;
use super::worker::Worker;
use crate::board::Point;
use crate::clock::Limits;
use crate::movegen;
use crate::score::Score;
use crate::solver::{Answer, Danger, Interrupt, VcfLimits, VctLimits};
use std::sync::PoisonError;

/// Fours that an attempt to win by fours may play ...
const FOURS: u64 = 20_000;
/// ... and at most one of so many parts of all nodes.
const FOURS_PART: u64 = 8;
/// Nodes of the attempt to win by threes where nothing but depth limits the search.
const THREES: u64 = 20_000;

impl Worker<'_> {
    /// A win of the side to move with the begin of its line, the shortest of those that are known
    /// or found with little effort. Threes are tried only where `tries_threes` says so.
    pub fn proven_win(&mut self, tries_threes: bool) -> Option<(Score, Vec<Point>)> {
        [self.win_by_many_fours(), self.win_on_the_board(), self.win_in_the_table()]
            .into_iter()
            .flatten()
            .max_by_key(|(score, line)| (*score, line.len()))
            .or_else(|| if tries_threes { self.win_by_threes() } else { None })
    }

    /// What was proven in an earlier search, with its line as far as the table has it. To find it
    /// again might take longer than there is time.
    fn win_in_the_table(&mut self) -> Option<(Score, Vec<Point>)> {
        let score = self.proof_in_the_table(0).filter(|known| known.score.is_win())?.score;
        let mut line = Vec::new();
        while let Some(Known { point: Some(point), .. }) = self.proof_in_the_table(line.len()) {
            if !self.position.is_empty(point) || self.position.is_forbidden(point) {
                break;
            }
            self.play(point);
            line.push(point);
        }
        line.iter().for_each(|_| self.undo());
        (!line.is_empty()).then_some((score, line))
    }

    fn proof_in_the_table(&self, ply: usize) -> Option<Known> {
        self.shared.table.probe(self.position.key(), ply as u32).filter(Known::is_proof)
    }

    fn win_on_the_board(&mut self) -> Option<(Score, Vec<Point>)> {
        self.level(0).line.clear();
        let score = self.decided(0)?;
        Some((score, self.level(0).line.clone()))
    }

    /// Leaves out the moves after which the other side wins by fours, unless all are such.
    pub fn drop_refuted(&mut self, moves: &mut Vec<RootMove>) {
        let fours = fours_within(self.shared.limits);
        let interrupt = self.interrupt();
        let danger = self.vcf.danger(&mut self.position, fours, &interrupt);
        let Danger::Fours { points, .. } = danger else { return };
        let own = self.position.to_move();
        let defenses = points.union(&movegen::fours(&mut self.position, own));
        if moves.iter().any(|root| defenses.contains(root.point)) {
            moves.retain(|root| defenses.contains(root.point));
        }
    }

    /// The shortest, so that a win announced is never put off.
    fn win_by_many_fours(&mut self) -> Option<(Score, Vec<Point>)> {
        let (fours, interrupt) = (fours_within(self.shared.limits), self.interrupt());
        won(self.vcf.solve_shortest(&mut self.position, fours, &interrupt))
    }

    fn interrupt(&self) -> Interrupt {
        let budget = self.shared.limits.budget.clone();
        Interrupt { stop: Some(self.shared.stop.clone()), budget }
    }

    /// Only the main thread tries, for all would find the same.
    fn win_by_threes(&mut self) -> Option<(Score, Vec<Point>)> {
        let limits = self.shared.limits;
        let part = self.shared.params.root_proof_part as u32;
        if !self.is_main {
            return None;
        }
        let nodes = match (limits.nodes, &limits.budget) {
            (Some(nodes), _) => nodes / u64::from(part),
            (None, Some(_)) => u64::MAX,
            (None, None) => THREES,
        };
        let budget = limits.budget.as_ref().map(|budget| budget.part(part));
        let limits = VctLimits { budget, ..VctLimits::nodes(nodes) };
        let mut vct = self.shared.vct.lock().unwrap_or_else(PoisonError::into_inner);
        let before = vct.nodes();
        let answer = vct.solve(&mut self.position, &limits, self.shared.stop);
        self.proof_nodes += vct.nodes() - before;
        won(answer)
    }
}

fn fours_within(limits: &Limits) -> VcfLimits {
    VcfLimits::exhaustive(limits.nodes.map_or(FOURS, |nodes| (nodes / FOURS_PART).min(FOURS)))
}

fn won(answer: Answer) -> Option<(Score, Vec<Point>)> {
    match answer {
        Answer::Win(line) => Some((Score::win_in(line.len() as u32), line)),
        Answer::NoWin | Answer::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Rows, parse_moves};
    use crate::board::{Color, PointSet, Size};
    use crate::clock::StopSignal;
    use crate::position::Position;
    use crate::rng::Rng;
    use crate::rules::Rule;
    use crate::score::Bound;
    use crate::search::root::root_moves;
    use crate::search::tt::Table;
    use crate::search::worker::Shared;
    use crate::search::{Found, Params, Searcher, Task};
    use crate::solver::{Vcf, Vct};
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    fn search(position: &Position, nodes: u64) -> Found {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let position = position.clone();
        let task = Task { position, limits, multi: 1, excluded: PointSet::EMPTY };
        Searcher::new(1 << 20, 1).search(&task, &StopSignal::default(), &())
    }

    fn position(size: usize, moves: &str) -> Position {
        let size = Size::square(size).unwrap();
        let mut position = Position::new(size, Rule::Freestyle);
        for point in parse_moves(moves, size, Rows::FromTop).unwrap() {
            position.play(point);
        }
        position
    }

    fn with_worker<T>(position: &Position, table: &Table, ask: impl FnOnce(&mut Worker) -> T) -> T {
        let shared = Shared {
            table,
            vct: &Mutex::new(Vct::new(0)),
            params: &Params::of(Rule::Freestyle),
            limits: &Limits::default(),
            stop: &StopSignal::default(),
            helper_nodes: &AtomicU64::new(0),
        };
        ask(&mut Worker::new(position, &shared, true))
    }

    #[test]
    fn a_win_that_was_proven_before_is_followed() {
        let position = position(15, "h8g7j9");
        let line = parse_moves("k5l5m6", position.size(), Rows::FromTop).unwrap();
        let (table, mut after) = (Table::new(Table::MIN_BYTES), position.clone());
        for (&point, score) in line.iter().zip([Score::win_in(9), Score::loss_in(8)]) {
            let bound = if score.is_win() { Bound::Lower } else { Bound::Upper };
            let known =
                Known { point: Some(point), score, bound, depth: 0, eval: None, principal: false };
            table.store(after.key(), 0, &known);
            after.play(point);
        }
        let proven = || with_worker(&position, &table, |it| it.proven_win(false));
        assert_eq!(proven(), Some((Score::win_in(9), line[..2].to_vec())));
    }

    #[test]
    fn a_win_by_threes_ends_the_search() {
        let position = position(20, "n8k9p6l10p7m11j8m9p8p9p5p4m8o8n7l9n9o13");
        let found = search(&position, 100_000);
        assert!(found.lines[0].score.is_win() && found.nodes < 20_000, "{found:?}");
    }

    #[test]
    fn a_fork_is_preferred_to_longer_fours() {
        let before = "n15l14n17m13k16n18p15o17k10o11k15n12p10p16q15o15n14m19l20n16k13k14o16m18l18m14m15\
            l16q14r13q13q12p11p12o12l13l15j15m12l11l10q17m10j14i14h17i16n10n11p13m9n13o13s19r18l9";
        let position = position(20, &format!("{before}n8k11"));
        let fours = Vcf::new(1 << 16).solve_shortest(
            &mut position.clone(),
            VcfLimits::exhaustive(100_000),
            &Interrupt::NEVER,
        );
        assert!(matches!(fours, Answer::Win(line) if line.len() == 7));
        assert_eq!(search(&position, 100_000).lines[0].score, Score::win_in(5));
    }

    #[test]
    fn few_nodes_give_a_score_all_the_same() {
        let position = position(15, "h8i9i8g8h9h10j7g10");
        for nodes in [1, 2, 10, 100] {
            let score = search(&position, nodes).lines[0].score;
            assert!(score.raw().abs() < Score::INFINITE.raw(), "{nodes} nodes: {score}");
        }
    }

    #[test]
    fn whoever_asks_for_every_line_gets_the_refuted_ones_too() {
        let position = position(15, "h8g8i8a1j8a15k9o1k10");
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let lines = |multi| {
            let (position, limits) = (position.clone(), limits.clone());
            let task = Task { position, limits, multi, excluded: PointSet::EMPTY };
            Searcher::new(1 << 20, 1).search(&task, &StopSignal::default(), &()).lines.len()
        };
        assert_eq!((lines(1), lines(60)), (1, 60));
    }

    #[test]
    fn what_is_dropped_is_refuted_by_fours() {
        let mut dropped = 0;
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut position = Position::new(Size::square(9).unwrap(), Rule::ALL[rng.below(5)]);
            for _ in 0..14 + rng.below(8) {
                let empties: Vec<Point> = position.empties().iter().collect();
                let point = empties[rng.below(empties.len())];
                if !position.is_forbidden(point) {
                    position.play(point);
                }
            }
            if Color::ALL.into_iter().any(|color| position.has_five(color)) {
                continue;
            }
            let (all, kept) = with_worker(&position, &Table::new(Table::MIN_BYTES), |worker| {
                let all = root_moves(worker, &PointSet::EMPTY);
                let mut kept = all.clone();
                worker.drop_refuted(&mut kept);
                (all, kept)
            });
            for root in all {
                if kept.iter().any(|other| other.point == root.point) {
                    continue;
                }
                dropped += 1;
                position.play(root.point);
                let answer = Vcf::new(1 << 16).solve(&mut position, VcfLimits::exhaustive(100_000));
                assert!(matches!(answer, Answer::Win(_)), "seed {seed}: {}", root.point);
                position.undo();
            }
        }
        assert!(dropped > 500, "{dropped}");
    }
}
