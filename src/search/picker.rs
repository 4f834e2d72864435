//! The order in which moves are tried: what worked here before, then by promise.

use crate::board::{Point, PointSet};

/// A move with the number it is ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    pub point: Point,
    pub promise: i32,
}

/// Hands out the points of a set, best first; equal ones in the order of their index.
pub struct Picker {
    first: Option<Point>,
    moves: Vec<Ranked>,
    next: usize,
}

impl Picker {
    /// `first` comes first if it is in the set. The buffer is reused to save allocations.
    pub fn new(
        set: &PointSet,
        first: Option<Point>,
        mut buffer: Vec<Ranked>,
        promise: impl Fn(Point) -> i32,
    ) -> Picker {
        buffer.clear();
        let first = first.filter(|&point| set.contains(point));
        for point in set.iter() {
            let promise = if first == Some(point) { i32::MAX } else { promise(point) };
            buffer.push(Ranked { point, promise });
        }
        Picker { first, moves: buffer, next: 0 }
    }

    /// Whether this move comes from earlier knowledge and not from promise.
    pub fn is_first(&self, point: Point) -> bool {
        self.first == Some(point)
    }

    /// Gives the buffer back.
    pub fn into_buffer(self) -> Vec<Ranked> {
        self.moves
    }

    pub fn next_move(&mut self) -> Option<Ranked> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for at in 1..rest.len() {
            let (ahead, behind) = (rest[at], rest[best]);
            if (ahead.promise, behind.point) > (behind.promise, ahead.point) {
                best = at;
            }
        }
        let picked = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(picked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_first_and_ties_by_index() {
        let points = [Point::new(1, 1), Point::new(2, 1), Point::new(3, 1), Point::new(4, 1)];
        let set: PointSet = points.into_iter().collect();
        let promise = |point: Point| if point == points[2] { 9 } else { 5 };
        let mut picker = Picker::new(&set, Some(points[3]), Vec::new(), promise);
        let order: Vec<Point> =
            std::iter::from_fn(|| picker.next_move()).map(|m| m.point).collect();
        assert_eq!(order, [points[3], points[2], points[0], points[1]]);
    }
}
