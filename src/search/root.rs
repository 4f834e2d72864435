//! The moves at the root: their order, their lines, and the search over them.

use super::moves::worthwhile;
use super::params::PLY;
use super::window::Window;
use super::worker::Worker;
use crate::board::{Point, PointSet};
use crate::position::Position;
use crate::score::Score;
use crate::solver::Aborted;

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub point: Point,
    /// The score in this iteration; minus infinity where it was not better than the best.
    pub score: Score,
    /// The score in the last iteration.
    pub previous: Score,
    /// The line it begins.
    pub line: Vec<Point>,
}

/// The moves worth searching at the root, the most promising first: legal ones outside `excluded`.
///
/// Where no move meets the threats on the board, every legal move is there; where all points are
/// forbidden, one of those. Empty only if nothing outside `excluded` is empty.
pub fn root_moves(worker: &mut Worker, excluded: &PointSet) -> Vec<RootMove> {
    let points = root_points(&mut worker.position, excluded);
    let mut ranked: Vec<(i32, Point)> = points
        .into_iter()
        .map(|point| (-worker.evaluator.promise(&worker.position, point), point))
        .collect();
    ranked.sort_unstable();
    // Until one is searched, what is known of it is what is known of the position.
    let eval = worker.evaluate();
    let root_move = |(_, point)| RootMove { point, score: eval, previous: eval, line: vec![point] };
    ranked.into_iter().map(root_move).collect()
}

fn root_points(position: &mut Position, excluded: &PointSet) -> Vec<Point> {
    let own = position.to_move();
    let fives = *position.points(own, crate::pattern::Threat::Five);
    let (set, _) = worthwhile(position);
    let empties = position.empties();
    for set in [fives, set, empties] {
        let allowed = set.difference(excluded);
        let legal: Vec<Point> =
            allowed.iter().filter(|&point| !position.is_forbidden(point)).collect();
        if !legal.is_empty() {
            return legal;
        }
    }
    empties.difference(excluded).first().into_iter().collect()
}

impl Worker<'_> {
    /// Searches the root moves from number `rank` on, and leaves the best one there.
    pub fn root(
        &mut self,
        moves: &mut [RootMove],
        rank: usize,
        mut window: Window,
        depth: i32,
    ) -> Result<Score, Aborted> {
        self.levels[0].eval = Some(self.evaluator.evaluate(&self.position));
        let mut best = -Score::INFINITE;
        for (number, root) in moves[rank..].iter_mut().enumerate() {
            self.play(root.point);
            let score = self.root_move(window, depth, number + 1);
            self.undo();
            let score = score?;
            if number == 0 || score > window.alpha {
                self.extend_line(0, root.point);
                root.score = score;
                root.line.clone_from(&self.levels[0].line);
            } else {
                root.score = -Score::INFINITE;
            }
            best = best.max(score);
            window = window.raised(score);
            if window.is_empty() {
                break;
            }
        }
        Ok(best)
    }

    fn root_move(&mut self, window: Window, depth: i32, number: usize) -> Result<Score, Aborted> {
        let depth = depth - PLY;
        if number == 1 {
            return Ok(-self.node(window.flipped(), depth, 1, false)?);
        }
        let scout = Window::null_at(window.alpha);
        let reduction = match number {
            0..=3 => 0,
            _ => self.shared.params.late_move_reduction(depth, number) / 2,
        };
        let reduced = (depth - reduction).max(depth.min(PLY));
        let mut score = -self.node(scout.flipped(), reduced, 1, true)?;
        if score > window.alpha && reduced < depth {
            score = -self.node(scout.flipped(), depth, 1, true)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(window.flipped(), depth, 1, false)?;
        }
        Ok(score)
    }
}

/// Puts the moves from number `from` on into order: by this iteration, then by the last one; equal
/// ones stay as they are.
pub fn sort(moves: &mut [RootMove], from: usize) {
    moves[from..].sort_by_key(|root| (-root.score.raw(), -root.previous.raw()));
}

/// After an iteration that was cut short: a move that it did not score keeps its last score, but
/// stays behind those that it did score, which were looked at deeper.
pub fn restore(moves: &mut [RootMove]) {
    for root in moves {
        if root.score == -Score::INFINITE {
            root.score = root.previous;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_unfinished_iteration_scored_stays_ahead() {
        let root_move = |x, score, previous| {
            let point = Point::new(x, 0);
            RootMove { point, score, previous: Score::points(previous), line: vec![point] }
        };
        // The last iteration's best dropped below the new best before the abort, the second was
        // not better than that, and the others were not reached.
        let unknown = -Score::INFINITE;
        let mut moves = [
            root_move(1, Score::points(5), 50),
            root_move(2, unknown, 40),
            root_move(3, Score::points(20), 10),
            root_move(4, unknown, 30),
        ];
        sort(&mut moves, 0);
        restore(&mut moves);
        let order = moves.map(|root| (root.point.x(), root.score));
        assert_eq!(order, [(3, 20), (1, 5), (2, 40), (4, 30)].map(|(x, s)| (x, Score::points(s))));
    }
}
