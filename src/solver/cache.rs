//! What the four-solver knows about positions it has seen.

/// A table of positions in which the side to move has no win by fours.
///
/// Proofs of absence carry how hard was looked: an exhausted search holds for ever, a restricted
/// one only for searches that are restricted at least as much.
#[derive(Clone)]
pub struct Cache {
    entries: Vec<u64>,
}

/// Bits of an entry that hold the effort; the others hold the key.
const EFFORT_BITS: u64 = 0xff;

impl Cache {
    /// The effort of a search without any restriction.
    pub const EXHAUSTIVE: u8 = u8::MAX;

    /// A cache of at least 16 entries, rounded down to a power of two.
    pub fn new(bytes: usize) -> Cache {
        let entries = (bytes / size_of::<u64>()).max(16);
        let entries = 1 << entries.ilog2();
        Cache { entries: vec![0; entries] }
    }

    /// Whether a search with this effort is known to find nothing.
    #[inline]
    pub fn is_hopeless(&self, key: u64, effort: u8) -> bool {
        let entry = self.entries[self.slot(key)];
        (entry ^ key) & !EFFORT_BITS == 0 && (entry & EFFORT_BITS) as u8 >= effort
    }

    /// Notes that a search with this effort (at least 1) found nothing.
    #[inline]
    pub fn note_hopeless(&mut self, key: u64, effort: u8) {
        let slot = self.slot(key);
        self.entries[slot] = key & !EFFORT_BITS | u64::from(effort);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key >> 8) as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_only_as_much_as_was_tried() {
        let mut cache = Cache::new(1 << 10);
        let key = 0x1234_5678_9abc_def0;
        assert!(!cache.is_hopeless(key, 1));
        cache.note_hopeless(key, 3);
        assert!(cache.is_hopeless(key, 3));
        assert!(!cache.is_hopeless(key, 4));
        cache.note_hopeless(key, Cache::EXHAUSTIVE);
        assert!(cache.is_hopeless(key, 200));
        assert!(!cache.is_hopeless(key ^ 1 << 60, 1));
    }
}
