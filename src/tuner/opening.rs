//! Random beginnings of games that neither side has won yet.

use crate::board::{Point, PointSet, Size};
use crate::clock::{Limits, StopSignal};
use crate::pattern::Threat;
use crate::position::Position;
use crate::rng::Rng;
use crate::rules::Rule;
use crate::score::Score;
use crate::search::{Found, Searcher, Task};

/// Scores up to this count as balanced, in points.
const BALANCED: i32 = 150;
/// How often a beginning is drawn before the last one is taken as it is.
const DRAWS: usize = 60;
/// A search that does not reach its first ply, because its proof attempt took all nodes, is
/// repeated with this many times as many ...
const PATIENCE: u64 = 4;
/// ... this often at most.
const REPETITIONS: usize = 4;

/// Plays 2 to 10 stones at random within a small square anywhere on the board, drawn anew until a
/// search calls the result balanced.
pub fn play_opening(
    rng: &mut Rng,
    size: Size,
    rule: Rule,
    nodes: u64,
    with: &Searcher,
) -> Position {
    let mut position = Position::new(size, rule);
    for _ in 0..DRAWS {
        position = draw(rng, size, rule);
        if let Some((_, score)) = search(with, &position, nodes)
            && !score.is_decided()
            && score.raw().abs() <= BALANCED
        {
            break;
        }
    }
    position
}

/// The best move and its score by a search of about `nodes` nodes; `None` on a full board.
pub fn search(searcher: &Searcher, position: &Position, mut nodes: u64) -> Option<(Point, Score)> {
    let mut found = search_once(searcher, position, nodes);
    for _ in 0..REPETITIONS {
        if found.depth > 0 {
            break;
        }
        nodes *= PATIENCE;
        found = search_once(searcher, position, nodes);
    }
    let line = found.lines.into_iter().next()?;
    Some((*line.moves.first()?, line.score))
}

fn search_once(searcher: &Searcher, position: &Position, nodes: u64) -> Found {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let position = position.clone();
    let task = Task { position, limits, multi: 1, excluded: PointSet::EMPTY };
    searcher.search(&task, &StopSignal::default(), &())
}

fn draw(rng: &mut Rng, size: Size, rule: Rule) -> Position {
    let mut position = Position::new(size, rule);
    let stones = 2 + rng.below(9);
    let side = (4 + rng.below(3)).min(size.width()).min(size.height());
    let left = rng.below(size.width() - side + 1);
    let top = rng.below(size.height() - side + 1);
    let mut points: Vec<Point> =
        (0..side * side).map(|at| Point::new(left + at % side, top + at / side)).collect();
    rng.shuffle(&mut points);
    for point in points {
        if position.stone_count() == stones {
            break;
        }
        if position.is_forbidden(point) {
            continue;
        }
        position.play(point);
        if is_won(&position) {
            position.undo();
        }
    }
    position
}

/// Whether a stone on the board decides the game next.
fn is_won(position: &Position) -> bool {
    let own = position.to_move();
    position.has_five(own) || position.has_five(!own) || position.count(own, Threat::OpenFour) > 0
}
