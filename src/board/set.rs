//! Sets of points as bits.

use super::Point;

const WORDS: usize = Point::COUNT / 64;

/// A set of points; iteration is in index order, so everything built on it is reproducible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSet {
    words: [u64; WORDS],
}

impl PointSet {
    pub const EMPTY: PointSet = PointSet { words: [0; WORDS] };

    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.words[point.index() / 64] |= 1 << (point.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.words[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The member with the lowest index.
    pub fn first(&self) -> Option<Point> {
        let at = self.words.iter().position(|&word| word != 0)?;
        Some(Point::from_index(at * 64 + self.words[at].trailing_zeros() as usize))
    }

    #[inline]
    pub fn union(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }

    /// The members that are not in `other`.
    #[inline]
    pub fn difference(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Adds the members of row `y` whose columns are set in `columns`.
    #[inline]
    pub fn insert_row(&mut self, y: usize, columns: u32) {
        self.words[y / 2] |= u64::from(columns) << (32 * (y % 2));
    }

    pub fn iter(&self) -> Points<'_> {
        Points { set: self, at: 0, word: self.words[0] }
    }

    #[inline]
    fn zip(&self, other: &PointSet, op: impl Fn(u64, u64) -> u64) -> PointSet {
        let mut words = [0; WORDS];
        for (word, (&a, &b)) in words.iter_mut().zip(self.words.iter().zip(&other.words)) {
            *word = op(a, b);
        }
        PointSet { words }
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::EMPTY
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

/// The members of a set in index order.
pub struct Points<'a> {
    set: &'a PointSet,
    at: usize,
    word: u64,
}

impl Iterator for Points<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.set.words.get(self.at)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Point::from_index(self.at * 64 + bit))
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Points<'a>;

    fn into_iter(self) -> Points<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_in_index_order_over_all_words() {
        let points = [Point::new(0, 0), Point::new(31, 0), Point::new(3, 7), Point::new(31, 31)];
        let set: PointSet = points.into_iter().rev().collect();
        assert!(set.iter().eq(points));
        assert_eq!(set.len(), 4);
        assert_eq!(set.first(), Some(points[0]));
    }

    #[test]
    fn rows_and_points_agree() {
        let mut set = PointSet::EMPTY;
        set.insert_row(9, 0b101);
        assert!(set.iter().eq([Point::new(0, 9), Point::new(2, 9)]));
    }

    #[test]
    fn set_algebra() {
        let a: PointSet = [Point::new(1, 1), Point::new(2, 2)].into_iter().collect();
        let b: PointSet = [Point::new(2, 2), Point::new(3, 3)].into_iter().collect();
        assert_eq!(a.union(&b).len(), 3);
        assert!(a.intersection(&b).iter().eq([Point::new(2, 2)]));
        assert!(a.difference(&b).iter().eq([Point::new(1, 1)]));
        assert!(a.difference(&a).is_empty());
    }
}
