//! The transposition table: what was found in positions that may come up again.
//!
//! Shared by all threads without locks: an entry is two words, the second one combined with the key
//! by exclusive or, so that a torn entry fits no key.
//! See: R. M. Hyatt, T. Mann, *A Lock-less Transposition-Table Implementation for Parallel Search*,
//! 2002.

use crate::board::Point;
use crate::score::{Bound, Score};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub point: Option<Point>,
    pub score: Score,
    pub bound: Bound,
    /// In the search's fractions of a ply; 0 for a quiescence result.
    pub depth: i32,
    /// The static evaluation, if it was made.
    pub eval: Option<Score>,
    /// The position was once in a principal variation.
    pub principal: bool,
}

impl Known {
    /// Whether the score is a win or a loss, which holds whatever the depth.
    pub fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Lower => self.score.is_win(),
            Bound::Upper => self.score.is_loss(),
            Bound::Exact => self.score.is_decided(),
        }
    }

    /// Whether this is not worth to replace what was known before, perhaps in this search. A proof
    /// gives way only to a shorter one: it would have to be found again.
    fn says_less_than(&self, before: &Known, is_current: bool) -> bool {
        match (self.is_proof(), before.is_proof()) {
            (true, true) => self.score.raw().abs() < before.score.raw().abs(),
            (false, false) => {
                is_current && self.bound != Bound::Exact && self.depth + 32 < before.depth
            }
            (_, was_proof) => was_proof,
        }
    }
}

/// What is known of one position, and the check of its key.
type Entry = [AtomicU64; 2];
/// Entries that share a cache line.
type Bucket = [Entry; ENTRIES];

const ENTRIES: usize = 4;
/// From this size on, in bytes, a table is worth large pages: hardly a probe finds the address of a
/// small page cached, but a large one takes a while to be zeroed, which short searches cannot
/// spare.
const LARGE_TABLE: usize = 16 << 20;
/// Up to this size, in bytes, a table is resident before it is used, and is cleared where it
/// stands. A larger one is meant for long searches, where it matters less, and to write all of it
/// would keep a command to stop waiting.
const READY_TABLE: usize = 65 << 20;

/// A table of fixed size.
pub struct Table {
    memory: Box<[Entry]>,
    /// Where in the memory the first cache line begins.
    start: usize,
    /// How many buckets there are.
    len: usize,
    generation: AtomicU8,
}

const GENERATIONS: u8 = 1 << 6;
const NO_EVAL: i16 = i16::MIN;

impl Table {
    /// The smallest table there is, in bytes.
    pub const MIN_BYTES: usize = 1 << 16;

    /// A table of at most this size.
    pub fn new(bytes: usize) -> Table {
        // Only memory without a special alignment comes from the allocator zeroed and untouched, so
        // the cache lines are found in a piece that is one bucket longer.
        let len = bytes.max(Table::MIN_BYTES) / size_of::<Bucket>() - 1;
        let memory = zeroed((len + 1) * ENTRIES);
        if size_of_val(&*memory) >= LARGE_TABLE {
            ask_for_large_pages(&memory);
        }
        if size_of_val(&*memory) <= READY_TABLE {
            make_resident(&memory);
        }
        let misplaced = memory.as_ptr() as usize / size_of::<Entry>() % ENTRIES;
        let start = (ENTRIES - misplaced) % ENTRIES;
        Table { memory, start, len, generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let bytes = size_of_val(&*self.memory);
        if bytes <= READY_TABLE {
            self.memory.fill_with(Default::default);
            *self.generation.get_mut() = 0;
        } else {
            // The old memory is given back only after the new one is there.
            *self = Table::new(bytes);
        }
    }

    /// Marks entries so far as old.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How much of the table this generation has filled, in thousandths.
    pub fn usage(&self) -> usize {
        let sample = &self.memory[..self.memory.len().min(1_000 * ENTRIES)];
        let generation = self.generation.load(Ordering::Relaxed);
        let used = sample
            .iter()
            .map(|entry| entry[0].load(Ordering::Relaxed))
            .filter(|&data| data != 0 && Packed(data).generation() == generation);
        used.count() * 1_000 / sample.len()
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: u32) -> Option<Known> {
        for entry in self.bucket(key) {
            let data = entry[0].load(Ordering::Relaxed);
            if entry[1].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(Packed(data).unpack(ply));
            }
        }
        None
    }

    /// Stores what is known; shallow and old entries give way first.
    pub fn store(&self, key: u64, ply: u32, known: &Known) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut known = *known;
        let mut slot = 0;
        let mut least = i32::MAX;
        for (at, entry) in self.bucket(key).iter().enumerate() {
            let data = entry[0].load(Ordering::Relaxed);
            let old = Packed(data);
            if data != 0 && entry[1].load(Ordering::Relaxed) ^ data == key {
                let before = old.unpack(ply);
                if known.says_less_than(&before, old.generation() == generation) {
                    return;
                }
                known.point = known.point.or(before.point);
                slot = at;
                break;
            }
            let worth = if data == 0 { i32::MIN } else { old.worth(generation) };
            if worth < least {
                least = worth;
                slot = at;
            }
        }
        let data = Packed::pack(&known, ply, generation).0;
        let entry = &self.bucket(key)[slot];
        entry[0].store(data, Ordering::Relaxed);
        entry[1].store(data ^ key, Ordering::Relaxed);
    }

    /// Brings the place of a key into the cache, ahead of a probe.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let at = ((u128::from(key) * self.len as u128) >> 64) as usize;
        &self.memory[self.start..].as_chunks().0[at]
    }
}

/// From the lowest bit: point 11 (the highest set if there is one), bound 2, principal 1, depth 12,
/// generation 6, score 16, evaluation 16.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn pack(known: &Known, ply: u32, generation: u8) -> Packed {
        let point = known.point.map_or(0, |point| point.index() as u64 | 1 << 10);
        let bound = match known.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let depth = known.depth.clamp(0, (1 << 12) - 1) as u64;
        let score = known.score.seen_at(ply).raw() as i16 as u16;
        let eval = known.eval.map_or(NO_EVAL, |eval| eval.raw() as i16) as u16;
        Packed(
            point
                | bound << 11
                | u64::from(known.principal) << 13
                | depth << 14
                | u64::from(generation) << 26
                | u64::from(score) << 32
                | u64::from(eval) << 48,
        )
    }

    fn unpack(self, ply: u32) -> Known {
        let eval = (self.0 >> 48) as u16 as i16;
        let score = Score::from_raw(i32::from((self.0 >> 32) as u16 as i16));
        Known {
            point: (self.0 >> 10 & 1 != 0).then(|| Point::from_index(self.0 as usize & 1023)),
            score: score.seen_from(ply),
            bound: match self.0 >> 11 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: (self.0 >> 14 & 0xfff) as i32,
            eval: (eval != NO_EVAL).then(|| Score::from_raw(i32::from(eval))),
            principal: self.0 >> 13 & 1 != 0,
        }
    }

    fn generation(self) -> u8 {
        (self.0 >> 26) as u8 % GENERATIONS
    }

    /// How much is lost when this entry gives way.
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation()) % GENERATIONS;
        (self.0 >> 14 & 0xfff) as i32 - 64 * i32::from(age)
    }
}

#[allow(unsafe_code)]
#[inline]
fn prefetch(bucket: &Bucket) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching is a hint that reads nothing, and every x86-64 processor has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(bucket).cast(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bucket;
}

/// Tells the system to use large pages if it can. Only Linux hands them out without a privilege.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(memory: &[Entry]) {
    const LARGE_PAGE: usize = 2 << 20;
    let range = memory.as_ptr_range();
    let first = range.start.map_addr(|address| address.next_multiple_of(LARGE_PAGE));
    let len = range.end.addr().saturating_sub(first.addr()) / LARGE_PAGE * LARGE_PAGE;
    // SAFETY: the pages are wholly within the slice, and the advice leaves what is in them alone.
    let _ = unsafe {
        rustix::mm::madvise(first.cast_mut().cast(), len, rustix::mm::Advice::LinuxHugepage)
    };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &[Entry]) {}

/// Writes to every page. Left to the search, each would be mapped twice, by its first probe and
/// then by its first store, at the cost of nearly half the nodes of a game's first move.
fn make_resident(memory: &[Entry]) {
    const SMALL_PAGE: usize = 4096;
    for entry in memory.iter().step_by(SMALL_PAGE / size_of::<Entry>()) {
        entry[0].store(0, Ordering::Relaxed);
    }
}

/// Fresh entries straight from the allocator, which knows that new pages are zero.
#[allow(unsafe_code)]
fn zeroed(entries: usize) -> Box<[Entry]> {
    let entries = Box::<[Entry]>::new_zeroed_slice(entries);
    // SAFETY: an entry is only atomic integers, for which all bits zero is a valid value.
    unsafe { entries.assume_init() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32, score: Score) -> Known {
        let point = Some(Point::new(3, 4));
        let eval = Some(Score::points(-7));
        Known { point, score, bound: Bound::Lower, depth, eval, principal: true }
    }

    #[test]
    fn gives_back_what_was_stored() {
        let table = Table::new(1 << 16);
        for (key, depth) in [(1 << 60, 0), (2 << 60, 160), (3 << 60, 4_000)] {
            let known = known(depth, Score::points(-1_234));
            table.store(key, 7, &known);
            assert_eq!(table.probe(key, 7), Some(known));
            assert_eq!(table.probe(key ^ 1, 7), None);
        }
    }

    #[test]
    fn wins_keep_their_distance_from_the_position() {
        let table = Table::new(1 << 16);
        table.store(9, 4, &known(16, Score::win_in(9)));
        assert_eq!(table.probe(9, 10).unwrap().score, Score::win_in(15));
        table.store(8, 4, &known(16, Score::loss_in(8)));
        assert_eq!(table.probe(8, 0).unwrap().score, Score::loss_in(4));
    }

    #[test]
    fn a_proof_gives_way_only_to_a_shorter_one() {
        let table = Table::new(1 << 16);
        let proof = known(16, Score::win_in(9));
        table.store(9, 0, &proof);
        for score in [Score::points(50), Score::win_in(11)] {
            table.store(9, 0, &known(160, score));
            table.age();
            table.store(9, 0, &Known { bound: Bound::Upper, ..known(160, score) });
            assert_eq!(table.probe(9, 0), Some(proof), "after {score:?}");
        }
        let shorter = known(0, Score::win_in(7));
        table.store(9, 0, &shorter);
        assert_eq!(table.probe(9, 0), Some(shorter));
    }

    #[test]
    fn a_cleared_table_is_as_new() {
        for bytes in [1 << 16, 2 * READY_TABLE] {
            let mut table = Table::new(bytes);
            let len = table.len;
            table.age();
            table.store(5, 0, &known(16, Score::ZERO));
            table.clear();
            assert_eq!((table.probe(5, 0), table.usage(), table.len), (None, 0, len));
            assert_eq!(table.generation.into_inner(), 0);
        }
    }

    #[test]
    fn a_large_table_is_usable_from_end_to_end() {
        let table = Table::new(LARGE_TABLE);
        for key in [0, u64::MAX / 2, u64::MAX] {
            assert_eq!(table.probe(key, 0), None);
            table.store(key, 0, &known(16, Score::ZERO));
            assert!(table.probe(key, 0).is_some());
        }
    }

    #[test]
    fn deep_entries_survive_shallow_ones() {
        let table = Table::new(1 << 16);
        table.store(0, 0, &known(500, Score::ZERO));
        for key in 1..=20 {
            table.store(key, 0, &known(16, Score::ZERO));
        }
        assert_eq!(table.probe(0, 0).unwrap().depth, 500);
    }
}
