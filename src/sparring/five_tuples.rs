//! The winning-combination player: every run of five cells that could become a five, and how many
//! stones each side already has in it.

use super::Taste;
use super::view::{View, best};
use crate::board::{Board, Color, Content, Direction, Point, Size};
use crate::rng::Rng;
use crate::rules::WinningRow;
use crate::rules::five::Row;

/// Plays where its runs of five, or the opponent's, hold most stones.
pub struct FiveTuples {
    rng: Rng,
    /// All runs of the board last seen; enumerated again only when the size changes.
    runs: Vec<Run>,
    size: Option<Size>,
}

/// Five consecutive cells, and the cells just beyond them if they are on the board.
struct Run {
    cells: [Point; 5],
    direction: Direction,
    beyond: [Option<Point>; 2],
}

/// What a run with so many stones of one side is worth to a point in it. A point lies in at most
/// 20 runs, so each weight exceeds any sum of lesser ones.
const WEIGHTS: [i64; 5] = [1, 21, 21 * 21, 21 * 21 * 21, 21 * 21 * 21 * 21];

type Values = [i64; Point::COUNT];

impl FiveTuples {
    pub fn new(seed: u64) -> FiveTuples {
        FiveTuples { rng: Rng::new(seed), runs: Vec::new(), size: None }
    }
}

impl Taste for FiveTuples {
    fn pick(&mut self, view: &View) -> Option<Point> {
        let size = view.board().size();
        if self.size != Some(size) {
            self.runs = runs(size);
            self.size = Some(size);
        }
        let own = values(&self.runs, view, view.own());
        let theirs = values(&self.runs, view, !view.own());
        let attack = best(&view.playable, &mut self.rng, |point| own[point.index()])?;
        let defense = best(&view.playable, &mut self.rng, |point| theirs[point.index()])?;
        let (_, point) = if attack.0 >= defense.0 { attack } else { defense };
        Some(point)
    }
}

/// The value of every empty point for one color.
fn values(runs: &[Run], view: &View, color: Color) -> Values {
    let wanted = view.situation.rule.winning_row(color);
    let mut values = [0; Point::COUNT];
    for run in runs {
        let Some(stones) = run.stones(view.board(), color, wanted) else { continue };
        for &cell in &run.cells {
            if view.board().is_empty(cell) && !view.is_forbidden(cell, color) {
                values[cell.index()] += WEIGHTS[stones.min(4)];
            }
        }
    }
    values
}

/// Every run of five cells on a board.
fn runs(size: Size) -> Vec<Run> {
    let run = |start: Point, direction| {
        let at = |distance| start.step(direction, distance, size);
        let cells = [start, at(1)?, at(2)?, at(3)?, at(4)?];
        Some(Run { cells, direction, beyond: [at(-1), at(5)] })
    };
    size.points()
        .flat_map(|start| Direction::ALL.into_iter().filter_map(move |way| run(start, way)))
        .collect()
}

impl Run {
    /// How many stones of `color` the run holds; `None` if it is dead: something else stands in
    /// it, or filling it would make a row that doesn't win by the rule.
    fn stones(&self, board: &Board, color: Color, wanted: WinningRow) -> Option<usize> {
        let own = Content::Stone(color);
        let mut stones = 0;
        for &cell in &self.cells {
            match board.content(cell) {
                Content::Empty => {}
                content if content == own => stones += 1,
                _ => return None,
            }
        }
        let ends = self.beyond.map(|cell| cell.map(|cell| board.content(cell)));
        let filled = Row {
            first: self.cells[0],
            last: self.cells[4],
            direction: self.direction,
            length: 5 + ends.iter().filter(|&&end| end == Some(own)).count(),
            ends,
        };
        filled.wins(wanted, color).then_some(stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::sparring::Kind;
    use crate::sparring::tests::assert_plays;

    #[test]
    fn every_run_is_enumerated_once() {
        for (width, height, count) in [(10, 10, 192), (15, 15, 572), (5, 5, 12), (5, 7, 28)] {
            let runs = runs(Size::new(width, height).unwrap());
            assert_eq!(runs.len(), count, "{width}x{height}");
            let mut cells: Vec<[Point; 5]> = runs.iter().map(|run| run.cells).collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), count);
        }
    }

    #[test]
    fn each_weight_beats_any_sum_of_lesser_ones() {
        let most = runs(Size::square(20).unwrap())
            .iter()
            .flat_map(|run| run.cells)
            .filter(|&cell| cell == Point::new(10, 10))
            .count() as i64;
        assert_eq!(most, 20);
        assert!(WEIGHTS.windows(2).all(|pair| pair[1] > most * pair[0]));
    }

    #[test]
    fn attacks_where_both_sides_have_as_much() {
        assert_plays(
            Kind::FiveTuples,
            Rule::Freestyle,
            Color::Black,
            ". . . . . . . . .
             o x x x x * . . .
             . . . . . . . . .
             . . . . . . . . .
             x o o o o . . . .
             . . . . . . . . .",
        );
    }

    #[test]
    fn defends_where_the_opponent_has_more() {
        assert_plays(
            Kind::FiveTuples,
            Rule::Freestyle,
            Color::Black,
            ". . . . . . . . .
             . . . x x . . . .
             . . . . . . . . .
             . . * o o o * . .
             . . . . . . . . .
             . . . . . . . . .",
        );
    }

    #[test]
    fn a_run_that_can_only_become_six_is_dead_in_standard() {
        let diagram = ". . . . . . . . .
             . * x x x x . x .
             . . . . . . . . .
             . . . . o . . . .
             . . o o . o . . .
             . . . . . . . . .";
        assert_plays(Kind::FiveTuples, Rule::Standard, Color::Black, diagram);
    }
}
