//! Proof and disproof numbers of the positions met.

/// How far a position is from being proven, seen by the side to move.
///
/// See: A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The least number of positions to be decided for the side to move to reach its goal; 0 if it
    /// does.
    pub phi: u32,
    /// The same for its opponent.
    pub delta: u32,
    /// If the attacker wins: an upper bound on the plies to the five.
    pub plies: u16,
}

impl Numbers {
    pub const INFINITE: u32 = 1 << 30;
    /// Nothing is known.
    pub const FRESH: Numbers = Numbers { phi: 1, delta: 1, plies: 0 };

    /// The side to move reaches its goal.
    pub const fn reached(plies: u16) -> Numbers {
        Numbers { phi: 0, delta: Numbers::INFINITE, plies }
    }

    /// The opponent reaches his goal.
    pub const fn failed(plies: u16) -> Numbers {
        Numbers { phi: Numbers::INFINITE, delta: 0, plies }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// The generation it was made in; older ones are as good as empty.
    generation: u16,
    /// Nodes spent, which says what forgetting it would cost.
    work: u32,
}

const WAYS: usize = 4;

/// A table that forgets what was cheap to find first.
pub struct Table {
    buckets: Vec<[Entry; WAYS]>,
    generation: u16,
}

impl Table {
    /// A table of at most about this size.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<[Entry; WAYS]>()).max(1);
        let empty = Entry { key: 0, numbers: Numbers::FRESH, generation: 0, work: 0 };
        Table { buckets: vec![[empty; WAYS]; 1 << buckets.ilog2()], generation: 1 }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        let mut entries = self.buckets[self.slot(key)].iter();
        let is_it = |entry: &&Entry| entry.key == key && entry.generation == self.generation;
        entries.find(is_it).map(|entry| entry.numbers)
    }

    /// Keeps numbers that took this many nodes to find.
    pub fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        let (slot, generation) = (self.slot(key), self.generation);
        let bucket = &mut self.buckets[slot];
        let work_in = |entry: &Entry| if entry.generation == generation { entry.work } else { 0 };
        let is_it = |entry: &Entry| entry.key == key && entry.generation == generation;
        let cheapest = || (0..WAYS).min_by_key(|&way| work_in(&bucket[way])).unwrap_or(0);
        let way = bucket.iter().position(is_it).unwrap_or_else(cheapest);
        let known = if is_it(&bucket[way]) { bucket[way].work } else { 0 };
        let work = u32::try_from(work).unwrap_or(u32::MAX).saturating_add(known);
        bucket[way] = Entry { key, numbers, generation, work };
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.generation = 1;
            self.buckets.as_flattened_mut().iter_mut().for_each(|entry| entry.generation = 0);
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_expensive_entries_stay() {
        let mut table = Table::new(1);
        for key in 0..20 {
            table.put(key, Numbers { phi: key as u32, ..Numbers::FRESH }, 100 - key);
        }
        assert_eq!(table.get(0).map(|numbers| numbers.phi), Some(0));
        assert_eq!(table.get(2).map(|numbers| numbers.phi), Some(2));
        assert_eq!(table.get(10), None);
        table.clear();
        assert_eq!(table.get(0), None);
    }
}
