//! Which moves have proved good elsewhere in the tree.

use crate::board::{Color, Point};

/// How a move was meant, which decides where its merits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Makes a three or more.
    Attack,
    Quiet,
}

/// Merits of moves, learned during one search.
pub struct History {
    /// By color, intent and point.
    merits: Box<[[[i16; Point::COUNT]; 2]; 2]>,
    /// By color of the answer and the point answered.
    counters: Box<[[Option<Point>; Point::COUNT]; 2]>,
}

impl Default for History {
    fn default() -> History {
        History {
            merits: Box::new([[[0; Point::COUNT]; 2]; 2]),
            counters: Box::new([[None; Point::COUNT]; 2]),
        }
    }
}

impl History {
    /// Merits stay within this, both ways.
    pub const MAX: i32 = 10_000;

    #[inline]
    pub fn merit(&self, color: Color, intent: Intent, point: Point) -> i32 {
        i32::from(self.merits[color.index()][intent as usize][point.index()])
    }

    /// Rewards (or with a negative amount, punishes) a move; the nearer a merit is to its maximum,
    /// the less a reward adds.
    pub fn reward(&mut self, color: Color, intent: Intent, point: Point, amount: i32) {
        let merit = &mut self.merits[color.index()][intent as usize][point.index()];
        let now = i32::from(*merit);
        *merit = (now + amount - now * amount.abs() / History::MAX) as i16;
    }

    /// The move that last refuted the other side's stone on `answered`.
    #[inline]
    pub fn counter(&self, color: Color, answered: Point) -> Option<Point> {
        self.counters[color.index()][answered.index()]
    }

    pub fn set_counter(&mut self, color: Color, answered: Point, point: Point) {
        self.counters[color.index()][answered.index()] = Some(point);
    }

    /// The reward for a cut-off at a depth in plies.
    pub fn bonus(plies: i32) -> i32 {
        (20 * plies * plies + 60 * plies).clamp(0, 4_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merits_stay_bounded() {
        let mut history = History::default();
        let point = Point::new(7, 7);
        for _ in 0..1_000 {
            history.reward(Color::Black, Intent::Quiet, point, 4_000);
        }
        let merit = history.merit(Color::Black, Intent::Quiet, point);
        assert!((9_000..=History::MAX).contains(&merit), "{merit}");
        assert_eq!(history.merit(Color::White, Intent::Quiet, point), 0);
        assert_eq!(history.merit(Color::Black, Intent::Attack, point), 0);
    }
}
