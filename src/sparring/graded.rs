//! The three-grade player: the shapes a stone would make, split ones included, and a table of what
//! their combinations are worth to attack and to defense.

use super::Taste;
use super::axis::{Axis, Cell};
use super::view::{View, best};
use crate::board::{Color, Point};
use crate::rng::Rng;

/// Plays by a table of shape combinations.
pub struct Graded {
    grade: Grade,
    rng: Rng,
}

/// How well the player weighs what it sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// The greater of its best attack and its best defense.
    One,
    /// The greatest sum of attack and defense.
    Two,
    /// As two, with split shapes and defense worth more.
    Three,
}

/// What a stone makes on one axis. Drawn with X the stone, O own, S empty, W blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Five,
    /// `S O O O X S`
    OpenFour,
    /// `W O O O X S`
    ClosedFour,
    /// `O O S O X`, with the number of empty cells that complete such a four
    NearFour(usize),
    /// `S O O X S`
    OpenThree,
    /// `S O S O X S`
    NearOpenThree,
    /// `W O O X S`
    ClosedThree,
    /// `W O S O X S`
    NearClosedThree,
    /// `S O X S`
    OpenTwo,
    /// `W O X S`
    ClosedTwo,
    /// `W X S`
    ClosedOne,
}

const NEAR_FOURS: &[&[u8]] = &[b"OOOSX", b"OOXSO", b"OXOSO", b"XOOSO", b"OOSOX", b"OOSXO"];
const NEAR_OPEN_THREES: &[&[u8]] = &[b"SOOSXS", b"SXOSOS", b"SOXSOS"];
const NEAR_CLOSED_THREES: &[&[u8]] =
    &[b"WOOSXS", b"WXOSOS", b"WOXSOS", b"SOOSXW", b"SXOSOW", b"SOXSOW"];

/// How often each shape occurs over the four axes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    five: usize,
    open_four: usize,
    closed_four: usize,
    near_four: usize,
    open_three: usize,
    near_open_three: usize,
    closed_three: usize,
    near_closed_three: usize,
    open_two: usize,
    closed_two: usize,
    closed_one: usize,
}

/// What a combination of shapes on one point is worth.
struct Combination {
    holds: fn(&Counts) -> bool,
    /// To the side that makes it: in grades one and two, and in grade three.
    own: [i64; 2],
    /// To the side that takes the point away from it.
    theirs: [i64; 2],
    /// Adds a random 0 to 4, so that small shapes don't always rank the same way.
    varies: bool,
}

const fn fixed(holds: fn(&Counts) -> bool, own: [i64; 2], theirs: [i64; 2]) -> Combination {
    Combination { holds, own, theirs, varies: false }
}

const fn varied(holds: fn(&Counts) -> bool, own: i64, theirs: i64) -> Combination {
    Combination { holds, own: [own; 2], theirs: [theirs; 2], varies: true }
}

/// Every combination that holds on a point adds its value once.
const TABLE: [Combination; 17] = [
    fixed(|c| c.five >= 1, [5_000_000; 2], [1_000_000; 2]),
    fixed(|c| c.wins_next_move(), [200_000; 2], [40_000; 2]),
    fixed(|c| c.threes() >= 2, [8_000; 2], [1_900; 2]),
    fixed(|c| c.closed_four >= 1, [505; 2], [350; 2]),
    fixed(|c| c.near_four >= 1, [503, 507], [349, 352]),
    fixed(|c| c.open_three >= 1, [500; 2], [450, 500]),
    fixed(|c| c.near_open_three >= 1, [495; 2], [445, 495]),
    fixed(|c| c.open_two >= 2, [200; 2], [150; 2]),
    fixed(|c| c.open_two >= 1 && c.closed_three >= 1, [120; 2], [110; 2]),
    fixed(|c| c.closed_three + c.near_closed_three >= 2, [70; 2], [60, 70]),
    varied(|c| c.open_two >= 1, 22, 16),
    varied(|c| c.closed_three >= 1, 20, 15),
    varied(|c| c.near_closed_three >= 1, 17, 12),
    varied(|c| c.closed_two >= 2, 15, 10),
    varied(|c| c.closed_two >= 1, 9, 8),
    fixed(|c| c.closed_one >= 1, [3; 2], [2; 2]),
    // Every point is worth something.
    fixed(|_| true, [1; 2], [1; 2]),
];

/// Farther from every stone no combination holds but a closed one at the edge.
const NEAR: usize = 2;

impl Graded {
    pub fn new(grade: Grade, seed: u64) -> Graded {
        Graded { grade, rng: Rng::new(seed) }
    }

    /// What the point is worth to the side to move if `color` would play there.
    fn value(&mut self, view: &View, point: Point, color: Color) -> i64 {
        let Some(axes) = view.axes(point, color) else { return 0 };
        let counts = Counts::of(&axes);
        let column = usize::from(self.grade == Grade::Three);
        let mut value = 0;
        for combination in TABLE.iter().filter(|combination| (combination.holds)(&counts)) {
            let worth = if color == view.own() { combination.own } else { combination.theirs };
            value += worth[column];
            if combination.varies {
                value += self.rng.below(5) as i64;
            }
        }
        value
    }
}

impl Taste for Graded {
    fn pick(&mut self, view: &View) -> Option<Point> {
        let points = view.near_stones(NEAR);
        let mut own = [0; Point::COUNT];
        let mut theirs = [0; Point::COUNT];
        for point in &points {
            own[point.index()] = self.value(view, point, view.own());
            theirs[point.index()] = self.value(view, point, !view.own());
        }
        let both = |point: Point| own[point.index()] + theirs[point.index()];
        let (_, point) = match self.grade {
            Grade::One => {
                let attack = best(&points, &mut self.rng, |point| own[point.index()])?;
                let defense = best(&points, &mut self.rng, |point| theirs[point.index()])?;
                if attack.0 >= defense.0 { attack } else { defense }
            }
            Grade::Two | Grade::Three => best(&points, &mut self.rng, both)?,
        };
        Some(point)
    }
}

impl Counts {
    fn of(axes: &[Axis]) -> Counts {
        let mut counts = Counts::default();
        for shape in axes.iter().filter_map(shape) {
            match shape {
                Shape::Five => counts.five += 1,
                Shape::OpenFour => counts.open_four += 1,
                Shape::ClosedFour => counts.closed_four += 1,
                Shape::NearFour(completions) => counts.near_four += completions,
                Shape::OpenThree => counts.open_three += 1,
                Shape::NearOpenThree => counts.near_open_three += 1,
                Shape::ClosedThree => counts.closed_three += 1,
                Shape::NearClosedThree => counts.near_closed_three += 1,
                Shape::OpenTwo => counts.open_two += 1,
                Shape::ClosedTwo => counts.closed_two += 1,
                Shape::ClosedOne => counts.closed_one += 1,
            }
        }
        counts
    }

    /// Open threes, near or not.
    fn threes(&self) -> usize {
        self.open_three + self.near_open_three
    }

    /// Fours with one completion, near or not.
    fn fours(&self) -> usize {
        self.closed_four + self.near_four
    }

    /// An open four, a four with a three, or two fours.
    fn wins_next_move(&self) -> bool {
        self.open_four >= 1 || (self.threes() >= 1 && self.fours() >= 1) || self.fours() >= 2
    }
}

/// The strongest shape on an axis.
fn shape(axis: &Axis) -> Option<Shape> {
    if axis.wins {
        return Some(Shape::Five);
    }
    if axis.is_void() {
        return None;
    }
    if axis.length == 4 {
        return Some(if axis.open_ends == 2 { Shape::OpenFour } else { Shape::ClosedFour });
    }
    let completions = near_fours(axis);
    if completions > 0 {
        return Some(Shape::NearFour(completions));
    }
    match (axis.length, axis.open_ends) {
        (3, 2) => Some(Shape::OpenThree),
        _ if shows_any(axis, NEAR_OPEN_THREES) => Some(Shape::NearOpenThree),
        (3, _) => Some(Shape::ClosedThree),
        _ if shows_any(axis, NEAR_CLOSED_THREES) => Some(Shape::NearClosedThree),
        (2, 2) => Some(Shape::OpenTwo),
        (2, 1) => Some(Shape::ClosedTwo),
        (1, 1) => Some(Shape::ClosedOne),
        _ => None,
    }
}

/// How many different empty cells complete a split four.
fn near_fours(axis: &Axis) -> usize {
    let gap = |picture: &[u8]| picture.iter().position(|&cell| cell == b'S');
    let mut gaps: Vec<i32> = NEAR_FOURS
        .iter()
        .flat_map(|&picture| [-1, 1].map(|sign| (picture, sign)))
        .filter(|&(picture, sign)| shows(axis, picture, sign))
        .filter_map(|(picture, sign)| Some(sign * (gap(picture)? as i32 - origin(picture))))
        .collect();
    gaps.sort_unstable();
    gaps.dedup();
    gaps.len()
}

/// Whether the axis shows one of the pictures or its mirror image.
fn shows_any(axis: &Axis, pictures: &[&[u8]]) -> bool {
    pictures.iter().any(|picture| [-1, 1].into_iter().any(|sign| shows(axis, picture, sign)))
}

fn shows(axis: &Axis, picture: &[u8], sign: i32) -> bool {
    let origin = origin(picture);
    picture.iter().zip(0..).all(|(&cell, at)| {
        let seen = axis.at(sign * (at - origin));
        match cell {
            b'S' => seen == Cell::Empty,
            b'W' => seen.is_blocked(),
            _ => seen == Cell::Own,
        }
    })
}

/// Where in the picture the new stone is.
fn origin(picture: &[u8]) -> i32 {
    picture.iter().position(|&cell| cell == b'X').unwrap_or(0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Direction;
    use crate::rules::Rule;
    use crate::sparring::Kind;
    use crate::sparring::tests::{assert_plays, read};

    /// The shape that black makes on the point marked `*` in a single row.
    fn shape_at(diagram: &str, rule: Rule) -> Option<Shape> {
        let wanted = rule.winning_row(Color::Black);
        let (board, marked) = read(diagram);
        let point = marked.first().unwrap();
        shape(&Axis::new(&board, point, Direction::Horizontal, Color::Black, wanted))
    }

    #[test]
    fn shapes_are_seen_in_both_directions() {
        for (diagram, expected) in [
            ("o x x * x x o .", Shape::Five),
            (". x x x * . . .", Shape::OpenFour),
            ("o x x x * . . .", Shape::ClosedFour),
            ("x x x * . . . o", Shape::ClosedFour),
            ("o x x x . * . .", Shape::NearFour(1)),
            ("o x . x * x . .", Shape::NearFour(1)),
            ("o x x . * x . .", Shape::NearFour(1)),
            ("x x x . * . x x x", Shape::NearFour(2)),
            (". . x x * . . .", Shape::OpenThree),
            ("o . x x . * . .", Shape::NearOpenThree),
            (". * x . x . . .", Shape::NearOpenThree),
            (". x * . x . . .", Shape::NearOpenThree),
            ("o x x * . . . .", Shape::ClosedThree),
            ("o x x . * . . .", Shape::NearClosedThree),
            ("x * . x . . . .", Shape::NearClosedThree),
            (". . . x * . . .", Shape::OpenTwo),
            ("o x * . . . . .", Shape::ClosedTwo),
            ("o * . . . . . .", Shape::ClosedOne),
        ] {
            let mirror: String = diagram.chars().rev().collect();
            assert_eq!(shape_at(diagram, Rule::Freestyle), Some(expected), "{diagram}");
            assert_eq!(shape_at(&mirror, Rule::Freestyle), Some(expected), "{mirror}");
        }
        assert_eq!(shape_at("o x x * . o . .", Rule::Freestyle), None);
        assert_eq!(shape_at("x x x * x x . .", Rule::Standard), None);
    }

    #[test]
    fn no_sum_of_lesser_combinations_outweighs_a_winning_one() {
        for column in [0, 1] {
            let rest: i64 = TABLE[2..].iter().map(|row| row.own[column] + 4).sum();
            assert!(TABLE[0].own[column] > TABLE[0].theirs[column] + TABLE[1].own[column] + rest);
            assert!(TABLE[0].theirs[column] > TABLE[1].own[column] + rest);
            assert!(TABLE[1].theirs[column] > rest);
        }
        assert!(TABLE.iter().all(|row| row.own[0] >= row.theirs[0]));
    }

    #[test]
    fn grade_three_differs_in_split_shapes_and_defense() {
        let changed: Vec<([i64; 2], [i64; 2])> = TABLE
            .iter()
            .filter(|row| row.own[0] != row.own[1] || row.theirs[0] != row.theirs[1])
            .map(|row| (row.own, row.theirs))
            .collect();
        assert_eq!(
            changed,
            [
                ([503, 507], [349, 352]),
                ([500, 500], [450, 500]),
                ([495, 495], [445, 495]),
                ([70, 70], [60, 70]),
            ]
        );
    }

    #[test]
    fn every_grade_wins_blocks_and_makes_double_threes() {
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
        let double_three = ". . . . . . . . .
             . . . . . . . . .
             . . . . o . . . .
             . . . . o . . . .
             . . o o * . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .";
        for kind in [Kind::Graded1, Kind::Graded2, Kind::Graded3] {
            assert_plays(kind, Rule::Freestyle, Color::White, take);
            assert_plays(kind, Rule::Freestyle, Color::Black, block);
            assert_plays(kind, Rule::Freestyle, Color::White, double_three);
            assert_plays(kind, Rule::Standard, Color::Black, double_three);
        }
    }
}
