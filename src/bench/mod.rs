//! The bench: a fixed set of searches whose number of nodes is the signature of search and
//! evaluation, and how fast the parts run on this machine.
//!
//! The signature depends on nothing but the code: one thread, a small table, limits by depth and
//! nodes. An unintended change of it is a bug; an intended one is told with the commit that makes
//! it.

pub mod perft;
mod positions;
mod proofs;
mod speed;

use crate::board::PointSet;
use crate::clock::{Limits, StopSignal};
use crate::search::{Found, Searcher, Task};
use positions::{POSITIONS, Setup};
use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The size of the table, small so that replacement is part of what is measured.
const TABLE_BYTES: usize = 8 << 20;
/// Every position is searched to this depth unless the limit of nodes comes first.
const DEPTH: u32 = 12;
const NODE_LIMIT: u64 = 500_000;

/// The sum over all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total {
    /// The signature.
    pub nodes: u64,
    pub elapsed: Duration,
}

/// `1234567 nodes 500000 nps`.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, per_second(self.nodes, self.elapsed))
    }
}

/// Searches all positions, measures the parts, and writes what comes out, the total as the last
/// line.
pub fn run(out: &mut impl Write) -> io::Result<Total> {
    writeln!(out, "rule       size   stones  depth  score  best     nodes      ms")?;
    let mut total = Total::default();
    for setup in &POSITIONS {
        let position = setup.position();
        let start = Instant::now();
        let task = Task {
            position,
            limits: Limits { depth: Some(DEPTH), nodes: Some(NODE_LIMIT), budget: None },
            multi: 1,
            excluded: PointSet::EMPTY,
        };
        let found = Searcher::new(TABLE_BYTES, 1).search(&task, &StopSignal::default(), &());
        let elapsed = start.elapsed();
        write_line(out, setup, &task, &found, elapsed)?;
        total.nodes += found.nodes;
        total.elapsed += elapsed;
    }
    let speed = speed::measure();
    writeln!(out, "play and undo: {} pairs/s", speed.pairs)?;
    writeln!(out, "four-solver: {} fours/s", speed.fours)?;
    writeln!(out, "{}", proofs::measure())?;
    writeln!(out, "{total}")?;
    Ok(total)
}

fn write_line(
    out: &mut impl Write,
    setup: &Setup,
    task: &Task,
    found: &Found,
    elapsed: Duration,
) -> io::Result<()> {
    let (score, best) = match found.lines.first() {
        Some(line) => (
            line.score.to_string(),
            line.moves.first().map(ToString::to_string).unwrap_or_default(),
        ),
        None => Default::default(),
    };
    writeln!(
        out,
        "{:<10} {:<6} {:>6} {:>6} {:>6}  {:<4} {:>9} {:>7}",
        setup.rule,
        task.position.size().to_string(),
        task.position.stone_count(),
        found.depth,
        score,
        best,
        found.nodes,
        elapsed.as_millis(),
    )
}

/// How many of `count` were done in a second.
fn per_second(count: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_per_second_and_never_divide_by_zero() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2_000);
        assert_eq!(per_second(7, Duration::ZERO), 7_000_000);
        let total = Total { nodes: 1_000, elapsed: Duration::from_millis(500) };
        assert_eq!(total.to_string(), "1000 nodes 2000 nps");
    }
}
