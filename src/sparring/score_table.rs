//! The score-table player: twelve windows of four cells around each point, looked up in a table.
//!
//! A *centered* window is the two cells before and the two after the point on one axis; an
//! *outward* window is the four cells from the point in one of the eight directions.

use super::Taste;
use super::axis::{Axis, Cell};
use super::view::{View, best};
use crate::board::{Color, Point};
use crate::rng::Rng;

/// Plays the point whose windows have the highest sum of scores.
pub struct ScoreTable {
    rng: Rng,
}

/// A shape, what it scores, and the windows that show it: 1 is a stone of the color considered, 2
/// one of the other, 0 an empty cell.
struct Entry {
    points: i64,
    /// Added if the shape is the mover's own.
    own_bonus: i64,
    centered: &'static [&'static [u8; 4]],
    outward: &'static [&'static [u8; 4]],
}

const FIVE: Entry =
    Entry { points: 100_000, own_bonus: 10_000_000, centered: &[b"1111"], outward: &[b"1111"] };

const OPEN_FOUR: Entry =
    Entry { points: 10_000, own_bonus: 50_000, centered: &[b"1110", b"0111"], outward: &[b"1110"] };

const CLOSED_FOUR: Entry =
    Entry { points: 5_000, own_bonus: 0, centered: &[b"1112", b"2111"], outward: &[b"1112"] };

const OPEN_THREE: Entry = Entry {
    points: 1_000,
    own_bonus: 3_000,
    centered: &[b"1100", b"0011", b"0110"],
    outward: &[b"1100", b"1101", b"1102"],
};

const CLOSED_THREE: Entry = Entry {
    points: 500,
    own_bonus: 0,
    centered: &[b"1120", b"1121", b"0211", b"1211", b"2110", b"0112"],
    outward: &[b"1120", b"1121", b"1122"],
};

const OPEN_TWO: Entry =
    Entry { points: 100, own_bonus: 0, centered: &[b"0100", b"0010"], outward: &[] };

const CLOSED_TWO: Entry =
    Entry { points: 50, own_bonus: 0, centered: &[b"2100", b"0012"], outward: &[] };

const TABLE: [&Entry; 7] =
    [&FIVE, &OPEN_FOUR, &CLOSED_FOUR, &OPEN_THREE, &CLOSED_THREE, &OPEN_TWO, &CLOSED_TWO];

/// What a centered window scores that shows nothing to either color.
const NOTHING: i64 = 1;

const CENTERED: [i32; 4] = [-2, -1, 1, 2];
const OUTWARD: [[i32; 4]; 2] = [[-1, -2, -3, -4], [1, 2, 3, 4]];

impl ScoreTable {
    pub fn new(seed: u64) -> ScoreTable {
        ScoreTable { rng: Rng::new(seed) }
    }
}

impl Taste for ScoreTable {
    fn pick(&mut self, view: &View) -> Option<Point> {
        let points = view.near_stones(2);
        best(&points, &mut self.rng, |point| sum_of_windows(view, point)).map(|(_, point)| point)
    }
}

/// The scores of the twelve windows around a point, for both colors.
fn sum_of_windows(view: &View, point: Point) -> i64 {
    let axes = Color::ALL.map(|color| view.axes(point, color));
    (0..4)
        .map(|direction| {
            let seen = Color::ALL.map(|color| {
                let axis = axes[color.index()].as_ref().map(|axes| &axes[direction]);
                axis.map_or((0, 0), |axis| score_axis(axis, color == view.own()))
            });
            let [(centered_a, outward_a), (centered_b, outward_b)] = seen;
            outward_a
                + outward_b
                + match centered_a + centered_b {
                    0 => NOTHING,
                    shown => shown,
                }
        })
        .sum()
}

/// What the centered window and the two outward windows of an axis score for one color.
///
/// The windows alone would miss fives that lie unevenly around the point and believe in rows that
/// the rule doesn't count, so a five is where the rule sees one.
fn score_axis(axis: &Axis, own: bool) -> (i64, i64) {
    if axis.length >= 5 && !axis.wins {
        return (0, 0);
    }
    let score = |entry: Option<&Entry>| match entry {
        Some(entry) if own => entry.points + entry.own_bonus,
        Some(entry) => entry.points,
        None => 0,
    };
    let centered = if axis.wins {
        Some(&FIVE)
    } else {
        look_up(axis.window(CENTERED), |entry| entry.centered)
    };
    let outward =
        OUTWARD.map(|distances| score(look_up(axis.window(distances), |entry| entry.outward)));
    (score(centered), outward.iter().sum())
}

fn look_up(
    window: [Cell; 4],
    column: impl Fn(&Entry) -> &'static [&'static [u8; 4]],
) -> Option<&'static Entry> {
    let digits = window.map(|cell| match cell {
        // The edge of the board blocks nothing here.
        Cell::Empty | Cell::OffBoard => b'0',
        Cell::Own => b'1',
        Cell::Other => b'2',
    });
    TABLE.into_iter().find(|entry| column(entry).contains(&&digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::sparring::Kind;
    use crate::sparring::tests::assert_plays;

    #[test]
    fn every_centered_window_has_its_mirror_and_one_meaning() {
        let windows = || TABLE.into_iter().flat_map(|entry| entry.centered);
        for window in windows() {
            assert_eq!(windows().filter(|other| *other == window).count(), 1);
        }
        for entry in TABLE {
            for window in entry.centered {
                let mut mirror = **window;
                mirror.reverse();
                assert!(entry.centered.contains(&&mirror), "{:?}", str::from_utf8(*window));
            }
        }
    }

    #[test]
    fn scores_are_those_of_the_original() {
        let scores = TABLE.map(|entry| (entry.points, entry.points + entry.own_bonus));
        assert_eq!(
            scores,
            [
                (100_000, 10_100_000),
                (10_000, 60_000),
                (5_000, 5_000),
                (1_000, 4_000),
                (500, 500),
                (100, 100),
                (50, 50),
            ]
        );
        let mut all: Vec<&[u8; 4]> =
            TABLE.into_iter().flat_map(|entry| entry.centered).copied().collect();
        all.extend(TABLE.into_iter().flat_map(|entry| entry.outward));
        assert_eq!(all.len(), 18 + 9);
    }

    #[test]
    fn takes_a_five_that_lies_unevenly_before_blocking_one() {
        assert_plays(
            Kind::ScoreTable,
            Rule::Freestyle,
            Color::Black,
            ". . . . . . . . .
             . . x * x x x o .
             . . . . . . . . .
             . . o o o o . . .
             . . . . . . . . .
             . . . . . . . . .",
        );
    }

    #[test]
    fn blocks_a_five_before_making_an_open_four() {
        assert_plays(
            Kind::ScoreTable,
            Rule::Freestyle,
            Color::Black,
            ". . . . . . . . . .
             . . . x x x . . . .
             . . . . . . . . . .
             x o o o o * . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             . . . . . . . . . .",
        );
    }

    #[test]
    fn makes_an_open_four_before_blocking_an_open_three() {
        assert_plays(
            Kind::ScoreTable,
            Rule::Freestyle,
            Color::White,
            ". . . . . . . . . .
             . . . . . . . . . .
             . . x x x . . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             . . * o o o * . . .
             . . . . . . . . . .
             . . . . . . . . . .",
        );
    }
}
