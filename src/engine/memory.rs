//! How much memory the system hands out.
//!
//! A program that is refused memory is ended on the spot, so what is large is asked for on trial
//! before it is needed.

use super::fault;

/// Below this a table is of no use.
const LEAST: usize = 1 << 16;

/// The most bytes that can be had beside `others`: what is wanted, or a half of it, a quarter and
/// so on; `None` if hardly any.
pub(super) fn obtainable(wanted: usize, others: usize) -> Option<usize> {
    if fault::refuses_memory() {
        return None;
    }
    std::iter::successors(Some(wanted), |bytes| Some(bytes / 2))
        .take_while(|&bytes| bytes >= LEAST)
        .find(|&bytes| {
            let mut trial: Vec<u8> = Vec::new();
            let granted = trial.try_reserve_exact(bytes.saturating_add(others)).is_ok();
            // Nothing is written, so nothing becomes resident; but memory that nobody looks at
            // would not even be asked for.
            std::hint::black_box(&trial);
            granted
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_halved() {
        assert_eq!(obtainable(LEAST, 0), Some(LEAST));
        assert_eq!(obtainable(LEAST, usize::MAX), None);
        let half = obtainable(usize::MAX, 0).expect("something");
        assert!(half <= usize::MAX / 2);
    }
}
