//! The order in which moves are tried: what worked here before, then by promise.

use crate::board::{Point, PointSet};

/// Hands out the points of a set, best first; equal ones in the order of their index.
///
/// A move is kept as one number, its promise above the mirrored index of its point, so that
/// picking the best is a plain maximum. Few nodes try more than a handful of their moves, so
/// nothing is sorted.
pub struct Picker {
    moves: Vec<u32>,
    next: usize,
    /// The greatest promise of all.
    top: i32,
}

const POINT_BITS: u32 = Point::COUNT.ilog2();
const POINT_MASK: u32 = Point::COUNT as u32 - 1;
/// Promises are cut off at plus and minus this.
const PROMISE_LIMIT: i32 = 1 << 20;

impl Picker {
    /// `first` comes first if it is in the set. The buffer is reused to save allocations.
    #[inline]
    pub fn new(
        set: &PointSet,
        first: Option<Point>,
        mut buffer: Vec<u32>,
        promise: impl Fn(Point) -> i32,
    ) -> Picker {
        buffer.clear();
        let mut top = 0;
        for point in set.iter() {
            let promise = promise(point).clamp(-PROMISE_LIMIT, PROMISE_LIMIT) + PROMISE_LIMIT;
            top = top.max(promise);
            buffer.push((promise as u32) << POINT_BITS | (POINT_MASK - point.index() as u32));
        }
        if let Some(first) = first
            && let Some(entry) = buffer.iter_mut().find(|entry| point_of(**entry) == first)
        {
            *entry |= !POINT_MASK;
        }
        Picker { moves: buffer, next: 0, top }
    }

    /// Gives the buffer back.
    pub fn into_buffer(self) -> Vec<u32> {
        self.moves
    }

    /// The next move, and by how much it promises less than the most promising one; nothing for
    /// the one that came first for other reasons.
    #[inline]
    pub fn next_move(&mut self) -> Option<(Point, i32)> {
        let rest = &mut self.moves[self.next..];
        let best = *rest.iter().max()?;
        let at = rest.iter().position(|&entry| entry == best)?;
        rest.swap(0, at);
        self.next += 1;
        Some((point_of(best), (self.top - (best >> POINT_BITS) as i32).max(0)))
    }
}

fn point_of(entry: u32) -> Point {
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
        let mut picker = Picker::new(&set, Some(points[3]), Vec::new(), promise);
        let order = std::iter::from_fn(|| picker.next_move()).collect::<Vec<_>>();
        assert_eq!(order, [(points[3], 0), (points[2], 0), (points[0], 4), (points[1], 4)]);
    }

    #[test]
    fn a_first_move_outside_the_set_is_left_out() {
        let set: PointSet = [Point::new(1, 1)].into_iter().collect();
        let mut picker = Picker::new(&set, Some(Point::new(9, 9)), Vec::new(), |_| 0);
        assert_eq!(picker.next_move(), Some((Point::new(1, 1), 0)));
        assert_eq!(picker.next_move(), None);
    }
}
