//! Monte-Carlo tree search: a tree grown where it pays, judged by random games to the end.
//!
//! See: L. Kocsis, C. Szepesvari, *Bandit Based Monte-Carlo Planning*, 2006 (selection by upper
//! confidence bounds).

use super::view::{View, near_stones};
use super::{Situation, Taste};
use crate::board::{Board, Color, Content, Point, PointSet};
use crate::rng::Rng;
use crate::rules::{Rule, wins};

/// Searches until its iterations, or the time, are used up.
pub struct Mcts {
    /// Where the situation doesn't say how many.
    iterations: u64,
    rng: Rng,
}

/// How strongly selection prefers what was tried little.
const EXPLORATION: f64 = 1.96;

/// Moves farther than this from every stone are not tried.
const NEAR: usize = 2;

/// The tree stops growing here, and iterations only sharpen what is there; bounds the memory.
const NODE_LIMIT: usize = 1 << 20;

/// What a game is worth to its winner, and to both in a draw.
const WIN: u64 = 2;
const DRAW: u64 = 1;

/// A move in the tree.
struct Node {
    /// The point played to get here.
    point: Point,
    children: Vec<usize>,
    /// Moves without a child yet; `None` until the node is reached a second time.
    untried: Option<Vec<Point>>,
    visits: u64,
    /// Sum of results as seen by the side that played the point.
    score: u64,
    /// The move ended the game.
    wins: bool,
}

struct Tree<'a> {
    situation: &'a Situation<'a>,
    /// The root comes first.
    nodes: Vec<Node>,
    rng: &'a mut Rng,
}

impl Mcts {
    pub const ITERATIONS: u64 = 10_000;

    pub fn new(iterations: u64, seed: u64) -> Mcts {
        Mcts { iterations, rng: Rng::new(seed) }
    }
}

impl Taste for Mcts {
    fn pick(&mut self, view: &View) -> Option<Point> {
        let situation = view.situation;
        let urgent = urgent_moves(situation.rule, situation.board, &view.playable, situation.color);
        let moves = if urgent.is_empty() { view.near_stones(NEAR) } else { urgent };
        if moves.len() == 1 {
            return moves.first();
        }
        let mut tree = Tree::new(situation, &moves, &mut self.rng);
        let iterations = situation.limits.nodes.unwrap_or(self.iterations);
        // One is enough to have a move.
        for _ in 0..iterations.max(1) {
            tree.iterate();
            if situation.is_over() {
                break;
            }
        }
        tree.best_move()
    }
}

/// One point among `points` that wins, or else all where the opponent would.
fn urgent_moves(rule: Rule, board: &Board, points: &PointSet, color: Color) -> PointSet {
    let winning = |color| points.iter().filter(move |&point| wins(rule, board, point, color));
    match winning(color).next() {
        Some(point) => [point].into_iter().collect(),
        None => winning(!color).collect(),
    }
}

impl<'a> Tree<'a> {
    /// A tree that tries only `moves` at its root.
    fn new(situation: &'a Situation<'a>, moves: &PointSet, rng: &'a mut Rng) -> Tree<'a> {
        let mut root = Node::new(situation.board.size().center(), false);
        root.untried = Some(shuffled(moves, rng));
        Tree { situation, nodes: vec![root], rng }
    }

    /// Selection, expansion, playout and back-up.
    fn iterate(&mut self) {
        let mut board = self.situation.board.clone();
        let mut color = self.situation.color;
        let mut path = vec![0];
        let mut at = 0;
        let mut is_new = false;
        while !is_new && !self.nodes[at].wins {
            let child = self.expand(at, &board, color);
            is_new = child.is_some();
            let Some(next) = child.or_else(|| self.select(at)) else { break };
            board.set(self.nodes[next].point, Content::Stone(color));
            color = !color;
            path.push(next);
            at = next;
        }
        let winner = if self.nodes[at].wins { Some(!color) } else { self.play_out(board, color) };
        self.back_up(&path, !color, winner);
    }

    /// Adds a child for the next untried move; `None` if there is no such move.
    fn expand(&mut self, parent: usize, board: &Board, color: Color) -> Option<usize> {
        if self.nodes.len() >= NODE_LIMIT {
            return None;
        }
        let rule = self.situation.rule;
        let rng = &mut *self.rng;
        let untried = self.nodes[parent]
            .untried
            .get_or_insert_with(|| shuffled(&moves(rule, board, color), rng));
        let point = untried.pop()?;
        let child = self.nodes.len();
        self.nodes.push(Node::new(point, wins(rule, board, point, color)));
        self.nodes[parent].children.push(child);
        Some(child)
    }

    /// The child with the highest upper confidence bound.
    fn select(&self, parent: usize) -> Option<usize> {
        let parent = &self.nodes[parent];
        let log_visits = (parent.visits as f64).ln();
        let bound = |child: &usize| {
            let child = &self.nodes[*child];
            let visits = child.visits as f64;
            child.score as f64 / (WIN as f64 * visits) + EXPLORATION * (log_visits / visits).sqrt()
        };
        parent.children.iter().copied().max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }

    /// The winner of a random game from here. Fouls are not looked for: they are rare in random
    /// games, and the moves at the root are legal anyway.
    fn play_out(&mut self, mut board: Board, mut color: Color) -> Option<Color> {
        let mut empties: Vec<Point> = board.empties().collect();
        while !empties.is_empty() {
            let point = empties.swap_remove(self.rng.below(empties.len()));
            if wins(self.situation.rule, &board, point, color) {
                return Some(color);
            }
            board.set(point, Content::Stone(color));
            color = !color;
        }
        None
    }

    fn back_up(&mut self, path: &[usize], last_mover: Color, winner: Option<Color>) {
        let mut mover = last_mover;
        for &at in path.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].score += match winner {
                Some(winner) if winner == mover => WIN,
                Some(_) => 0,
                None => DRAW,
            };
            mover = !mover;
        }
    }

    /// The move with the best win rate. Children come in the random order in which their moves
    /// were tried, so equals are chosen between by the seed.
    fn best_move(&self) -> Option<Point> {
        let win_rate = |child: &&usize| {
            let child = &self.nodes[**child];
            (child.score << 24) / child.visits
        };
        let child = self.nodes[0].children.iter().max_by_key(win_rate)?;
        Some(self.nodes[*child].point)
    }
}

impl Node {
    fn new(point: Point, wins: bool) -> Node {
        Node { point, children: Vec::new(), untried: None, visits: 0, score: 0, wins }
    }
}

/// The moves worth trying in the tree.
fn moves(rule: Rule, board: &Board, color: Color) -> PointSet {
    let near: PointSet =
        near_stones(board, NEAR).iter().filter(|&point| board.is_empty(point)).collect();
    let near = if near.is_empty() { board.empties().collect() } else { near };
    let urgent = urgent_moves(rule, board, &near, color);
    if urgent.is_empty() { near } else { urgent }
}

fn shuffled(points: &PointSet, rng: &mut Rng) -> Vec<Point> {
    let mut points: Vec<Point> = points.iter().collect();
    rng.shuffle(&mut points);
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Budget, Spans};
    use crate::sparring::tests::{assert_plays, read};
    use crate::sparring::{Kind, Player};
    use std::time::{Duration, Instant};

    #[test]
    fn takes_a_five_before_blocking_one() {
        assert_plays(
            Kind::Mcts,
            Rule::Freestyle,
            Color::White,
            ". . . . . . . . .
             . x o o * o o x .
             . . . . . . . . .
             . . x x x x . . .
             . . . . . . . . .",
        );
    }

    #[test]
    fn blocks_a_five_before_making_an_open_four() {
        assert_plays(
            Kind::Mcts,
            Rule::Freestyle,
            Color::Black,
            ". . . . . . . . . .
             . . . x x x . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             x o o o o * . . . .
             . . . . . . . . . .",
        );
    }

    #[test]
    fn finds_the_open_four_by_search() {
        let diagram = ". . . . . . . . .
             . . . . x . . . .
             . . * o o o * . .
             . . . . x . . . .
             . . x . . . . . .
             . . . . . . . . .";
        let (board, expected) = read(diagram);
        for seed in 0..2 {
            let mut player = Mcts::new(Mcts::ITERATIONS, seed);
            let situation = Situation::new(&board, Rule::Freestyle, Color::White);
            let point = player.choose(&situation).unwrap();
            assert!(expected.contains(point), "{point:?}");
        }
    }

    #[test]
    fn each_iteration_visits_the_root_and_grows_the_tree_by_one() {
        let (board, _) = read("x o . . . . .");
        let situation = Situation::new(&board, Rule::Freestyle, Color::Black);
        let mut rng = Rng::new(4);
        let mut tree = Tree::new(&situation, &board.empties().collect(), &mut rng);
        for _ in 0..300 {
            tree.iterate();
        }
        assert_eq!((tree.nodes.len(), tree.nodes[0].visits), (301, 300));
        let children = tree.nodes[0].children.iter().map(|&child| tree.nodes[child].visits);
        assert_eq!(children.sum::<u64>(), 300);
        assert!(tree.nodes.iter().all(|node| node.score <= WIN * node.visits));
    }

    #[test]
    fn every_limit_ends_the_search() {
        let board = Board::new(crate::board::Size::square(32).unwrap());
        let mut player = Mcts::new(u64::MAX, 1);
        let start = Instant::now();
        let spans = Spans { soft: Duration::from_millis(50), hard: Duration::from_millis(90) };
        let mut situation = Situation::new(&board, Rule::Renju, Color::White);
        situation.limits.budget = Some(Budget::with_spans(start, spans));
        assert!(player.choose(&situation).is_some());
        assert!(start.elapsed() < Duration::from_secs(2));
        situation.limits.budget = None;
        situation.limits.nodes = Some(30);
        assert!(player.choose(&situation).is_some());
        situation.limits.nodes = None;
        situation.stop.raise();
        assert!(player.choose(&situation).is_some());
    }
}
