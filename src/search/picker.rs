//! The order in which moves are tried: what worked here before, then by promise.

use crate::board::{Point, PointSet};

/// Hands out the points of a set, best first; equal ones in the order of their index.
///
/// A move is kept as one number, its promise above the mirrored index of its point, so that all are
/// different and the next one is a plain maximum below the last. Few nodes try more than a handful
/// of their moves, so nothing is sorted, and many are done with the first, so nothing is ranked
/// before that has been tried.
pub struct Picker {
    /// Known to be good; tried before the others are ranked.
    first: Option<Point>,
    set: PointSet,
    moves: Vec<i32>,
    is_ranked: bool,
    /// The entry handed out last.
    last: i32,
}

const POINT_BITS: u32 = Point::COUNT.ilog2();
const POINT_MASK: i32 = Point::COUNT as i32 - 1;
/// Promises are cut off at plus and minus this.
const PROMISE_LIMIT: i32 = 1 << 19;

impl Picker {
    /// `first` comes first if it is in the set. The buffer is reused to save allocations.
    #[inline]
    pub fn new(set: &PointSet, first: Option<Point>, buffer: Vec<i32>) -> Picker {
        Picker {
            first: first.filter(|&first| set.contains(first)),
            set: *set,
            moves: buffer,
            is_ranked: false,
            last: i32::MAX,
        }
    }

    /// Gives the buffer back.
    pub fn into_buffer(self) -> Vec<i32> {
        self.moves
    }

    /// The next move.
    #[inline]
    pub fn next_move(&mut self, promise: impl Fn(Point) -> i32) -> Option<Point> {
        if let Some(first) = self.first.take() {
            self.set.remove(first);
            return Some(first);
        }
        if !self.is_ranked {
            self.rank(promise);
        }
        // Written so that it is computed for several moves at once.
        let below = |entry: i32| if entry < self.last { entry } else { -1 };
        let best = self.moves.iter().fold(-1, |best, &entry| best.max(below(entry)));
        if best < 0 {
            return None;
        }
        self.last = best;
        Some(point_of(best))
    }

    fn rank(&mut self, promise: impl Fn(Point) -> i32) {
        self.is_ranked = true;
        self.moves.clear();
        for point in self.set.iter() {
            let promise = promise(point).clamp(-PROMISE_LIMIT, PROMISE_LIMIT - 1) + PROMISE_LIMIT;
            self.moves.push(promise << POINT_BITS | (POINT_MASK - point.index() as i32));
        }
    }
}

fn point_of(entry: i32) -> Point {
    Point::from_index((POINT_MASK - (entry & POINT_MASK)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_first_and_ties_by_index() {
        let points = [Point::new(1, 1), Point::new(2, 1), Point::new(3, 1), Point::new(31, 31)];
        let set: PointSet = points.into_iter().collect();
        let promise = |point: Point| if point == points[2] { -1 } else { -5 };
        let mut picker = Picker::new(&set, Some(points[3]), Vec::new());
        let order = std::iter::from_fn(|| picker.next_move(promise)).collect::<Vec<_>>();
        assert_eq!(order, [points[3], points[2], points[0], points[1]]);
    }

    #[test]
    fn a_first_move_outside_the_set_is_left_out() {
        let set: PointSet = [Point::new(1, 1)].into_iter().collect();
        let mut picker = Picker::new(&set, Some(Point::new(9, 9)), Vec::new());
        assert_eq!(picker.next_move(|_| 0), Some(Point::new(1, 1)));
        assert_eq!(picker.next_move(|_| 0), None);
    }

    #[test]
    fn extreme_promises_keep_their_order() {
        let points = [Point::new(0, 0), Point::new(5, 7), Point::new(31, 31)];
        let promises = [i32::MIN, i32::MAX, 0];
        let set: PointSet = points.into_iter().collect();
        let promise = |point| promises[points.iter().position(|&other| other == point).unwrap()];
        let mut picker = Picker::new(&set, None, Vec::new());
        let order: Vec<Point> = std::iter::from_fn(|| picker.next_move(promise)).collect();
        assert_eq!(order, [points[1], points[2], points[0]]);
    }
}
