//! Work on several threads, sums over many samples above all, the same to the last bit whatever
//! their number.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Samples are always cut into this many pieces, so that the order of additions is fixed.
const PIECES: usize = 32;

/// Does `work` on each piece of `0..count` and returns the results in order.
pub fn in_pieces<R: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    in_order(
        PIECES,
        threads,
        || (),
        |(), piece| work(count * piece / PIECES..count * (piece + 1) / PIECES),
    )
}

/// Does `work` for each number of `0..count` and returns the results in order; each thread `brings`
/// what it works with.
pub fn in_order<T, R: Send>(
    count: usize,
    threads: usize,
    brings: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, usize) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(count).max(1) {
            scope.spawn(|| {
                let mut tools = brings();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(slot) = results.get(number) else { return };
                    let result = work(&mut tools, number);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    results.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect()
}

/// Does both, at the same time if there are two threads, and returns the results.
pub fn both<A: Send, B>(
    threads: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
    if threads < 2 {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        (first.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), second)
    })
}

/// The sum of a number over `0..count`, and of what `work` adds to a vector of `width`.
pub fn sum(
    count: usize,
    width: usize,
    threads: usize,
    work: impl Fn(usize, &mut [f64]) -> f64 + Sync,
) -> (f64, Vec<f64>) {
    let pieces = in_pieces(count, threads, |range| {
        let mut vector = vec![0.0; width];
        let number = range.map(|at| work(at, &mut vector)).sum::<f64>();
        (number, vector)
    });
    let mut total = (0.0, vec![0.0; width]);
    for (number, vector) in pieces {
        total.0 += number;
        total.1.iter_mut().zip(vector).for_each(|(total, part)| *total += part);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_the_number_of_threads() {
        let work = |at: usize, vector: &mut [f64]| {
            vector[at % 3] += 1.0 / (at as f64 + 1.0);
            0.1
        };
        let one = sum(1_000, 3, 1, work);
        assert_eq!(one, sum(1_000, 3, 4, work));
        assert!((one.0 - 100.0).abs() < 1e-9);
    }
}
