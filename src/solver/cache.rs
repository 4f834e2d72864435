//! What the four-solver knows about positions it has seen.

use crate::board::Point;

/// A table of positions in which the side to move has no win by fours, or has one.
///
/// Proofs of absence carry how hard was looked: an exhausted search holds for ever, a restricted
/// one only for searches that are restricted at least as much. Of a win only the first move is
/// kept, to be tried first: a hint that costs nothing if it should be wrong.
#[derive(Clone)]
pub struct Cache {
    entries: Vec<u64>,
}

/// What the cache knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// A search with this effort found nothing.
    Hopeless(u8),
    /// This move wins.
    Win(Point),
    Nothing,
}

/// The low bits of an entry: a point, or an effort and a mark; the others hold the key, whose low
/// bits are known from the place of the entry.
const DATA_BITS: u64 = 0x7ff;
const HOPELESS: u64 = 0x400;

impl Cache {
    /// The effort of a search without any restriction.
    pub const EXHAUSTIVE: u8 = u8::MAX;

    /// A cache of at least 2048 entries, rounded down to a power of two.
    pub fn new(bytes: usize) -> Cache {
        let entries = (bytes / size_of::<u64>()).max(DATA_BITS as usize + 1);
        let entries = 1 << entries.ilog2();
        Cache { entries: vec![0; entries] }
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Memory {
        let entry = self.entries[self.slot(key)];
        match entry & DATA_BITS {
            _ if (entry ^ key) & !DATA_BITS != 0 || entry == 0 => Memory::Nothing,
            data if data & HOPELESS != 0 => Memory::Hopeless(data as u8),
            data => Memory::Win(Point::from_index(data as usize)),
        }
    }

    /// Notes that a search with this effort found nothing.
    #[inline]
    pub fn note_hopeless(&mut self, key: u64, effort: u8) {
        let slot = self.slot(key);
        self.entries[slot] = key & !DATA_BITS | HOPELESS | u64::from(effort);
    }

    /// Notes that this move wins.
    #[inline]
    pub fn note_win(&mut self, key: u64, point: Point) {
        let slot = self.slot(key);
        self.entries[slot] = key & !DATA_BITS | point.index() as u64;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_positions_and_efforts_apart() {
        let mut cache = Cache::new(1 << 10);
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(cache.probe(key), Memory::Nothing);
        cache.note_hopeless(key, 3);
        assert_eq!(cache.probe(key), Memory::Hopeless(3));
        assert_eq!(cache.probe(key ^ 1 << 60), Memory::Nothing);
        assert_eq!(cache.probe(key ^ 1), Memory::Nothing);
        cache.note_win(key, Point::new(31, 31));
        assert_eq!(cache.probe(key), Memory::Win(Point::new(31, 31)));
        cache.note_hopeless(key, Cache::EXHAUSTIVE);
        assert_eq!(cache.probe(key), Memory::Hopeless(Cache::EXHAUSTIVE));
        cache.clear();
        assert_eq!(cache.probe(key), Memory::Nothing);
    }
}
