//! The only randomness in the crate: a seeded generator, so that everything can be repeated.
//!
//! See: G. L. Steele, D. Lea, C. H. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.

const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scrambles a number; different inputs give unrelated outputs.
pub const fn mix(input: u64) -> u64 {
    let mut z = input.wrapping_mul(GOLDEN_GAMMA);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// 32 bits that change with any byte, for files.
pub fn checksum(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(bytes.len() as u64, |sum, &byte| mix(sum ^ u64::from(byte)));
    (sum >> 32) as u32
}

/// A SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    pub const fn new(seed: u64) -> Rng {
        Rng { state: mix(seed.wrapping_add(1)) }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(1);
        mix(self.state)
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// True with the given chance.
    pub fn chance(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// One of the items, all equally likely; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_reaches_every_number_and_no_more() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 7];
        for _ in 0..500 {
            seen[rng.below(7)] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn checksums_see_every_byte_and_the_length() {
        let sums = [&b""[..], b"a", b"b", b"ab", b"ba", b"a\0"].map(checksum);
        for (at, sum) in sums.iter().enumerate() {
            assert!(!sums[..at].contains(sum));
        }
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<u32>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<u32>>());
    }
}
