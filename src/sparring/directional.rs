//! The directional player: neighbors of one color in each direction, valued for the side that
//! moves first from here and for the side that moves second.

use super::Taste;
use super::axis::Axis;
use super::view::{View, best};
use crate::board::{Color, Point};
use crate::rng::Rng;

/// Plays the point with the greatest sum of both sides' values.
pub struct Directional {
    rng: Rng,
}

/// Values of an axis by the number of adjacent stones on it, 0 to 4.
struct Values {
    /// One end is free.
    closed: [i64; 5],
    /// Both ends are free.
    open: [i64; 5],
}

/// For the side to move.
const FIRST: Values = Values { closed: [0, 2, 5, 50, 16_000], open: [0, 10, 30, 750, 16_000] };

/// For the other side.
const SECOND: Values = Values { closed: [0, 1, 5, 50, 3_750], open: [0, 10, 30, 150, 4_000] };

/// Points farther than this from every stone are worth nothing anyway.
const NEAR: usize = 1;

impl Directional {
    pub fn new(seed: u64) -> Directional {
        Directional { rng: Rng::new(seed) }
    }
}

impl Taste for Directional {
    fn pick(&mut self, view: &View) -> Option<Point> {
        let own = view.own();
        let points = view.near_stones(NEAR);
        let (_, point) = best(&points, &mut self.rng, |point| {
            value(view, point, own, &FIRST) + value(view, point, !own, &SECOND)
        })?;
        Some(point)
    }
}

fn value(view: &View, point: Point, color: Color, values: &Values) -> i64 {
    let Some(axes) = view.axes(point, color) else { return 0 };
    axes.iter().map(|axis| value_on_axis(axis, values)).sum()
}

fn value_on_axis(axis: &Axis, values: &Values) -> i64 {
    if axis.is_void() {
        return 0;
    }
    let adjacent = (axis.length - 1).min(4);
    if axis.open_ends == 2 { values.open[adjacent] } else { values.closed[adjacent] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::sparring::tests::{assert_plays, read};
    use crate::sparring::{Kind, Situation};

    /// So that blocking a four beats all threes, and so on down.
    #[test]
    fn no_four_axes_of_lesser_value_outweigh_one_of_greater() {
        assert!(4 * FIRST.open[3] < SECOND.closed[4]);
        assert!(4 * FIRST.open[2] < SECOND.open[3]);
        assert!(4 * SECOND.open[3] < FIRST.open[3]);
        assert!(4 * SECOND.open[4] <= FIRST.closed[4]);
    }

    #[test]
    fn takes_a_five_before_blocking_one() {
        assert_plays(
            Kind::Directional,
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
    fn blocks_a_closed_four_before_making_an_open_four() {
        assert_plays(
            Kind::Directional,
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
    fn makes_an_open_four_before_blocking_an_open_three() {
        assert_plays(
            Kind::Directional,
            Rule::Freestyle,
            Color::White,
            ". . . . . . . . . .
             . . . x x x . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             . . . * o o o * . .
             . . . . . . . . . .",
        );
    }

    #[test]
    fn values_follow_the_table_and_a_row_without_room_for_five_is_worth_nothing() {
        for (diagram, first, second) in [
            (". . x x x * . .", 750, 150),
            ("o x x x * . .", 50, 50),
            ("o x x x * o .", 0, 0),
            (". o x x x x *", 16_000, 3_750),
            (". x x x x * .", 16_000, 4_000),
            (". . x * . . .", 10, 10),
        ] {
            let (board, marked) = read(diagram);
            let point = marked.first().unwrap();
            for (color, values, expected) in
                [(Color::Black, &FIRST, first), (Color::Black, &SECOND, second)]
            {
                let situation = Situation::new(&board, Rule::Standard, color);
                assert_eq!(value(&View::new(&situation), point, color, values), expected);
            }
        }
    }
}
