//! How long the four-solver takes for positions that have a win by fours, or look as if they had.

use super::positions::Setup;
use crate::rules::Rule;
use crate::solver::{Vcf, VcfLimits};
use std::fmt;
use std::time::{Duration, Instant};

/// The times for all positions, each from an empty memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofTimes {
    pub median: Duration,
    pub slowest: Duration,
}

/// `proofs by fours: median 12 us, slowest 9000 us`.
impl fmt::Display for ProofTimes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (median, slowest) = (self.median.as_micros(), self.slowest.as_micros());
        write!(f, "proofs by fours: median {median} us, slowest {slowest} us")
    }
}

const CACHE_BYTES: usize = 1 << 20;
/// Each position is solved this often, and the shortest time counts.
const REPEATS: usize = 3;

pub fn measure() -> ProofTimes {
    let mut times = POSITIONS.each_ref().map(time);
    times.sort_unstable();
    ProofTimes { median: times[times.len() / 2], slowest: times[times.len() - 1] }
}

fn time(setup: &Setup) -> Duration {
    let mut position = setup.position();
    let mut vcf = Vcf::new(CACHE_BYTES);
    let mut solve = || {
        vcf.clear();
        let start = Instant::now();
        vcf.solve(&mut position, VcfLimits::exhaustive(u64::MAX));
        start.elapsed()
    };
    (0..REPEATS).map(|_| solve()).min().unwrap_or_default()
}

/// The slowest ones known, and a choice of usual ones.
#[rustfmt::skip]
const POSITIONS: [Setup; 17] = [
    Setup::new(Rule::Freestyle, (15, 15),
        "e5c2g3f4g5d6d3f5g2g4e6h4i4e3f6g7j5h3h5g6h7g8g9e7f8d7c7f9h8i7h9h6k6d8d5c5k5i5d4b4a3c10 \
         d10e8g10d9f7k8e11b5c6j1i2a12b11h11"),
    Setup::new(Rule::Renju, (15, 15),
        "h11k12i14i9k11m13l14j12h12i11i12h10g9g10f10g11j8h8f12g12h14h13j14k14h6f11e11g13g14f14 \
         i7g5g7j13i13j11i10i8j7j9j10e12h9h7d12c13k10g8k9l10e10f5g6j5k7k8i6i5h5f6e7e9f8i4d9d13 \
         c14d6c8e13f13f7f4h4d10b8g4f3d5i3j2l7k6j6j3l13m12b7b10c10m6l6l8g3f2k5n6"),
    Setup::new(Rule::Freestyle, (15, 15),
        "n9k12k10n12m12m9o10l12m10j10k11n10l8j11j9l11l13k8h9g9k6j12h12h10l7m8i11l6f10g11g8i8 \
         f12f11j13k13j14g12e10i7f7i10i6e8h6m11o9g13g10g15g14e6"),
    Setup::new(Rule::Renju, (15, 15),
        "k8m10k12f7j10m9m5g4l11f12c4l4i9i6e7l5m4e6d4g5k7c12j4f9e12l7c9e9d7j7e13i13l6g12h10c13 \
         l8e5f6k10"),
    Setup::new(Rule::Renju, (15, 15),
        "g8f13g13j8l9g15i15h10c15c14m9l8e8h13i8c9m12c13d8k11l11g10h14m10m11m13h8j12k13d10i9d15"),
    Setup::new(Rule::Freestyle, (20, 20),
        "j4i4k5k6m5l4h4m7j7j5l7g6i5h6g3f2i6h5f7f5h7k7g5f6e6g7k8l9g8h9i9e4f3m6i8i7i10j9h10c2d3 \
         h3g2k2j3k9i11i12j8h8g11f12e10f9g10f10g9g12"),
    Setup::new(Rule::Freestyle, (15, 15),
        "f4i8g10f7h6h5d6m7g4d11j11m10h9i5i15k5n4l8l10m6h15g9g5"),
    Setup::new(Rule::Freestyle, (15, 15),
        "m3j7h1h10b3g3m1a3n9f14d3e10e7f13d8h11h8f5h13h6k14i8b8f9a11e15c4g13f15n8h5g5n6e11a9h4 \
         c7a7f8f6i2"),
    Setup::new(Rule::Freestyle, (20, 20),
        "d17n17p10m13r8n6s2l9r12k6k10j12r11p5l12l5r4m6q5m3r5m5t2k16o2k13n14r6q6q7n9p11"),
    Setup::new(Rule::Freestyle, (20, 20),
        "j11l15k11o16n12l11m15m14k12n13o12n15p17m16k14k13m12l12l13j15p12q12p13n11p14k16j17p11 \
         m11o13l17n16l16r13i10h9s14n17n14"),
    Setup::new(Rule::Standard, (15, 15),
        "m11b8d2g13f14l4g11d12k6a14o10f15f1e8a6a10j10g8j1j4e13f11a1m12g12a7n5j8h5j5j14f12e4g10 \
         h14k10g7i5i6e3i7l3k12c8a9c11i3"),
    Setup::new(Rule::Standard, (15, 15),
        "e15f11f12d12f10g9f15f9g14a12g15d15g11e9g13g12d9e11h12h13i11f14i14i9h9i13j11k12k14j12 \
         k11h11j10k9m11l11j14h14"),
    Setup::new(Rule::Standard, (15, 15),
        "h10g3e1e6g9h11h2e10k14k11f5k1j7k9i2f2f1h9i10o15g6k3k7i11k5o2f10k8"),
    Setup::new(Rule::Renju, (15, 15),
        "k9o8f14l6a1g8f5k11k13a10i3f10m14h11h13c14g3g10k10k7g4g7h4h10n9l10l13m5f11i2h6h12b1n12 \
         i6k4c1m6"),
    Setup::new(Rule::Renju, (15, 15),
        "i9i2i3l5j9l7h5e7i5d10f6n4i11h7i7d2k5g9j13d15"),
    Setup::new(Rule::Renju, (15, 15),
        "g3h3f2j7c3f12g11d3i3k5a6i15g1j8b9n1h13b6e3a3c7m2f9k3e9n13c2g5g12h9k6c8d1m6"),
    Setup::new(Rule::Renju, (15, 15),
        "i7j8k5j6i5i6j4h6k6j7j9k4h7k8l9i8h8l6i9k9k10l5m8n7m6j5l7g7g6j10i11i12f5g10e6h10f10f11 \
         h9e4g4d7f4h4e5l3m2l4l2e8"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Answer;

    #[test]
    fn most_positions_are_won() {
        let won = POSITIONS.iter().filter(|setup| {
            let answer =
                Vcf::new(CACHE_BYTES).solve(&mut setup.position(), VcfLimits::exhaustive(u64::MAX));
            matches!(answer, Answer::Win(_))
        });
        assert_eq!(won.count(), POSITIONS.len() - 2);
    }
}
