//! The moves at the root: their order, their lines, and the search over them.

use super::moves::worthwhile;
use super::params::PLY;
use super::window::Window;
use super::worker::Worker;
use crate::board::{Point, PointSet};
use crate::pattern::Threat;
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
    /// Proven to lose, at whatever depth.
    pub is_lost: bool,
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
    let root_move = |(_, point)| RootMove {
        point,
        score: eval,
        previous: eval,
        line: vec![point],
        is_lost: false,
    };
    ranked.into_iter().map(root_move).collect()
}

fn root_points(position: &mut Position, excluded: &PointSet) -> Vec<Point> {
    let own = position.to_move();
    let fives = *position.points(own, Threat::Five);
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
            root.is_lost |= score.is_loss() && score < window.beta;
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
/// ones stay as they are. Those that are lost come last.
pub fn sort(moves: &mut [RootMove], from: usize) {
    let key = |root: &RootMove| (root.is_lost, -root.score.raw(), -root.previous.raw());
    moves[from..].sort_by_key(key);
}

/// After an iteration that was cut short, with the moves in order: a move that it did not score
/// keeps its last score, but stays behind those that it did score, which were looked at deeper. If
/// all of these are lost, the first of the others, of which nothing may be known but that it was
/// not better than the best, counts as what that was worth.
pub fn restore(moves: &mut [RootMove]) {
    let best_before = moves.iter().map(|root| root.previous).max();
    for root in moves.iter_mut() {
        if root.score == -Score::INFINITE {
            root.score = root.previous;
        }
    }
    if let (Some(first), Some(best_before)) = (moves.first_mut(), best_before)
        && first.score == -Score::INFINITE
    {
        first.score = best_before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_move(x: usize, score: Score, previous: Score) -> RootMove {
        let point = Point::new(x, 0);
        let is_lost = score.is_loss() && score > -Score::INFINITE;
        RootMove { point, score, previous, line: vec![point], is_lost }
    }

    fn after_an_abort(mut moves: [RootMove; 4]) -> [(usize, Score); 4] {
        sort(&mut moves, 0);
        restore(&mut moves);
        moves.map(|root| (root.point.x(), root.score))
    }

    #[test]
    fn what_an_unfinished_iteration_scored_stays_ahead() {
        let root_move = |x, score, previous| root_move(x, score, Score::points(previous));
        // The last iteration's best dropped below the new best before the abort, the second was
        // not better than that, and the others were not reached.
        let unknown = -Score::INFINITE;
        let order = after_an_abort([
            root_move(1, Score::points(5), 50),
            root_move(2, unknown, 40),
            root_move(3, Score::points(20), 10),
            root_move(4, unknown, 30),
        ]);
        assert_eq!(order, [(3, 20), (1, 5), (2, 40), (4, 30)].map(|(x, s)| (x, Score::points(s))));
    }

    #[test]
    fn what_is_lost_is_not_played_while_something_is_unknown() {
        let unknown = -Score::INFINITE;
        let lost = Score::loss_in(10);
        let order = after_an_abort([
            root_move(1, lost, Score::points(50)),
            root_move(2, unknown, unknown),
            root_move(3, unknown, Score::points(-20)),
            root_move(4, unknown, unknown),
        ]);
        assert_eq!(order.map(|(x, _)| x), [3, 2, 4, 1]);
        let order = after_an_abort([
            root_move(1, lost, Score::points(50)),
            root_move(2, unknown, unknown),
            root_move(3, Score::loss_in(12), unknown),
            root_move(4, unknown, unknown),
        ]);
        let expected = [(2, Score::points(50)), (4, unknown), (3, Score::loss_in(12)), (1, lost)];
        assert_eq!(order, expected);
    }
}
