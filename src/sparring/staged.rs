//! The staged-analysis player: counts per point and axis, shapes per point, and a fixed order of
//! classes of shapes, the first of which that has a point decides.

use super::Taste;
use super::axis::Axis;
use super::view::{View, best};
use crate::board::{Board, Color, Point, PointSet};
use crate::rng::Rng;

/// Plays by going through classes of points in a fixed order.
pub struct Staged {
    preference: Preference,
    rng: Rng,
}

/// Which side's shapes come first within each pair of classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    Attack,
    Defense,
}

/// The shapes that a stone on a point makes over its four axes, in the order that ranks points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Counts {
    five: usize,
    open_four: usize,
    half_four: usize,
    open_three: usize,
    open_two: usize,
    half_three: usize,
}

/// A property of a point by its counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Five,
    OpenFour,
    HalfFour,
    DoubleThree,
    Three,
    DoubleTwo,
    Two,
    HalfThree,
}

/// Whose stone makes the shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Own,
    Theirs,
}

type Order = [(Side, Class)];

/// What is played or blocked at once, whatever the preference.
const URGENT: &Order = &[
    (Side::Own, Class::Five),
    (Side::Theirs, Class::Five),
    (Side::Own, Class::OpenFour),
    (Side::Own, Class::HalfFour),
    (Side::Theirs, Class::OpenFour),
];

const ATTACK_FIRST: &Order = &[
    (Side::Own, Class::DoubleThree),
    (Side::Own, Class::Three),
    (Side::Theirs, Class::DoubleThree),
    (Side::Theirs, Class::Three),
    (Side::Own, Class::DoubleTwo),
    (Side::Own, Class::Two),
    (Side::Own, Class::HalfThree),
    (Side::Theirs, Class::HalfFour),
    (Side::Theirs, Class::DoubleTwo),
    (Side::Theirs, Class::Two),
    (Side::Theirs, Class::HalfThree),
];

/// Attack first with the sides of each pair of classes swapped.
const DEFENSE_FIRST: &Order = &[
    (Side::Theirs, Class::DoubleThree),
    (Side::Theirs, Class::Three),
    (Side::Own, Class::DoubleThree),
    (Side::Own, Class::Three),
    (Side::Theirs, Class::DoubleTwo),
    (Side::Theirs, Class::Two),
    (Side::Theirs, Class::HalfThree),
    (Side::Theirs, Class::HalfFour),
    (Side::Own, Class::DoubleTwo),
    (Side::Own, Class::Two),
    (Side::Own, Class::HalfThree),
];

impl Staged {
    pub fn new(preference: Preference, seed: u64) -> Staged {
        Staged { preference, rng: Rng::new(seed) }
    }
}

impl Taste for Staged {
    fn pick(&mut self, view: &View) -> Option<Point> {
        let answer = answer_to_first_stone(view.board());
        if let Some(answer) = answer.filter(|&answer| view.playable.contains(answer)) {
            return Some(answer);
        }
        let range = range(view);
        let own = counts(view, &range, view.own());
        let theirs = counts(view, &range, !view.own());
        let of = |side, point: Point| match side {
            Side::Own => own[point.index()],
            Side::Theirs => theirs[point.index()],
        };
        let preferred = match self.preference {
            Preference::Attack => ATTACK_FIRST,
            Preference::Defense => DEFENSE_FIRST,
        };
        for &(side, class) in URGENT.iter().chain(preferred) {
            let members: PointSet =
                range.iter().filter(|&point| class.has(&of(side, point))).collect();
            let choice = best(&members, &mut self.rng, |point| of(side.other(), point));
            if let Some((_, point)) = choice {
                return Some(point);
            }
        }
        best(&range, &mut self.rng, |point| of(Side::Own, point)).map(|(_, point)| point)
    }
}

/// The point left of the only stone, or the center if that stone is in a corner.
fn answer_to_first_stone(board: &Board) -> Option<Point> {
    let size = board.size();
    let stones = board.stones(Color::Black).union(board.stones(Color::White));
    let stone = stones.first().filter(|_| stones.len() == 1)?;
    let at_side = [0, size.width() - 1].contains(&stone.x());
    if at_side && [0, size.height() - 1].contains(&stone.y()) {
        return Some(size.center());
    }
    size.point(stone.x() as i64 - 1, stone.y() as i64)
}

/// The playable points in the bounding box of all stones grown by one; all playable points if
/// there are none, and the center on an empty board.
fn range(view: &View) -> PointSet {
    let near = view.near_stones(1);
    let span = |coordinate: fn(Point) -> usize| {
        let least = near.iter().map(coordinate).min().unwrap_or(0);
        let greatest = near.iter().map(coordinate).max().unwrap_or(0);
        least..=greatest
    };
    let (columns, rows) = (span(Point::x), span(Point::y));
    let inside = |point: &Point| columns.contains(&point.x()) && rows.contains(&point.y());
    view.playable.iter().filter(inside).collect()
}

fn counts(view: &View, range: &PointSet, color: Color) -> Vec<Counts> {
    let mut counts = vec![Counts::default(); Point::COUNT];
    for point in range {
        if let Some(axes) = view.axes(point, color) {
            counts[point.index()] = Counts::of(&axes);
        }
    }
    counts
}

impl Counts {
    fn of(axes: &[Axis]) -> Counts {
        let mut counts = Counts::default();
        for axis in axes.iter().filter(|axis| !axis.is_void()) {
            let open = axis.open_ends == 2 && axis.room() >= 6;
            match (axis.length, open) {
                _ if axis.wins => counts.five += 1,
                (4, true) => counts.open_four += 1,
                (4, false) => counts.half_four += 1,
                (3, true) => counts.open_three += 1,
                (3, false) => counts.half_three += 1,
                (2, true) => counts.open_two += 1,
                _ => {}
            }
        }
        counts
    }
}

impl Class {
    fn has(self, counts: &Counts) -> bool {
        match self {
            Class::Five => counts.five >= 1,
            Class::OpenFour => counts.open_four >= 1,
            Class::HalfFour => counts.half_four >= 1,
            Class::DoubleThree => counts.open_three >= 2,
            Class::Three => counts.open_three >= 1,
            Class::DoubleTwo => counts.open_two >= 2,
            Class::Two => counts.open_two >= 1,
            Class::HalfThree => counts.half_three >= 1,
        }
    }
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Own => Side::Theirs,
            Side::Theirs => Side::Own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::sparring::Kind;
    use crate::sparring::tests::assert_plays;

    #[test]
    fn defense_first_is_attack_first_with_the_sides_swapped() {
        let swapped = ATTACK_FIRST.iter().map(|&(side, class)| match class {
            // It has no counterpart: the own half four is played before.
            Class::HalfFour => (side, class),
            _ => (side.other(), class),
        });
        assert!(swapped.eq(DEFENSE_FIRST.iter().copied()));
    }

    #[test]
    fn the_first_stone_is_answered_at_its_left_or_from_the_center() {
        let beside = ". . . . . . .
             . . . . . . .
             . . . . * x .
             . . . . . . .
             . . . . . . .";
        let center = ". . . . . . x
             . . . . . . .
             . . . * . . .
             . . . . . . .
             . . . . . . .";
        for kind in [Kind::StagedAttack, Kind::StagedDefense] {
            assert_plays(kind, Rule::Renju, Color::White, beside);
            assert_plays(kind, Rule::Renju, Color::White, center);
        }
    }

    #[test]
    fn open_needs_six_cells() {
        let kinds = [Kind::StagedAttack, Kind::StagedDefense];
        // The upper three can become a half four only, the lower one an open four.
        let diagram = ". . . . . . . . .
             o . x x x . o . .
             . . . . . . . . .
             . . . . . . . . .
             . * x x x * . . .
             . . . . . . . . .
             . . . . . . . . .";
        for kind in kinds {
            assert_plays(kind, Rule::Freestyle, Color::Black, diagram);
        }
    }

    #[test]
    fn both_take_and_block_fives() {
        let take = ". . . . . . . . .
             . x o o o * o . .
             . . . . . . . . .
             . . x x x x . . .
             . . . . . . . . .";
        let block = ". . . . . . . . . .
             . . . x x x . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             x o o o o * . . . .
             . . . . . . . . . .";
        for kind in [Kind::StagedAttack, Kind::StagedDefense] {
            assert_plays(kind, Rule::Freestyle, Color::White, take);
            assert_plays(kind, Rule::Freestyle, Color::Black, block);
        }
    }

    #[test]
    fn attack_extends_its_two_and_defense_stops_the_other() {
        let attack = ". . . . . . . . . .
             . . . . . . . . . .
             . . . . . o . . . .
             . . . . . o . . . .
             . . . . . . . . . .
             . * x x * . . . . .
             . . . . . . . . . .
             . . . . . . . . . .";
        let defense = ". . . . . . . . . .
             . . . . . * . . . .
             . . . . . o . . . .
             . . . . . o . . . .
             . . . . . * . . . .
             . . x x . . . . . .
             . . . . . . . . . .
             . . . . . . . . . .";
        assert_plays(Kind::StagedAttack, Rule::Freestyle, Color::Black, attack);
        assert_plays(Kind::StagedDefense, Rule::Freestyle, Color::Black, defense);
    }
}
