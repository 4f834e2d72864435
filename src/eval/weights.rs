//! The numbers of the evaluation and of move promise, per rule.

use super::{Facts, Network, Pair, WeightsFile};
use crate::board::Color;
use crate::pattern::Code;
use crate::rules::Rule;
use once_cell::sync::Lazy;

/// All weights of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Per color and code: the value to that color when it is to move, and when it is not, in
    /// fractions of a point.
    pub values: [Vec<[i16; 2]>; 2],
    /// Per color to move and pair, in fractions of a point.
    pub pair_values: [Vec<i16>; 2],
    /// Per color to move and combination of facts, in points.
    pub facts: [Vec<i16>; 2],
    /// Per color and code: the promise of a move there for that color, and for denying it.
    pub promises: [Vec<[i16; 2]>; 2],
    /// Per color to move and pair: the promise of a move there.
    pub pair_promises: [Vec<i16>; 2],
    pub network: Network,
}

impl Weights {
    /// Values of codes and pairs are in this fraction of a point.
    pub const SCALE: i32 = 8;

    /// The weights of a rule, as the tuner fitted them.
    pub fn of(rule: Rule) -> &'static Weights {
        static EMBEDDED: Lazy<WeightsFile> = Lazy::new(|| {
            let bytes = include_bytes!("weights.bin");
            WeightsFile::from_bytes(bytes).unwrap_or_else(|error| unreachable!("embedded: {error}"))
        });
        static NONE: Lazy<Weights> = Lazy::new(Weights::zero);
        EMBEDDED.get(rule).unwrap_or(&NONE)
    }

    /// What a point with these codes (black's, white's) adds to the sum of `mover`, beside what the
    /// pair of its threats adds.
    #[inline]
    pub fn value(&self, mover: Color, codes: [Code; 2]) -> i32 {
        let own = self.values[mover.index()][codes[mover.index()].index()][0];
        let other = self.values[(!mover).index()][codes[(!mover).index()].index()][1];
        i32::from(own) - i32::from(other)
    }

    /// The points that the facts add for `mover`.
    #[inline]
    pub fn facts(&self, mover: Color, facts: Facts) -> i32 {
        i32::from(self.facts[mover.index()][facts.index()])
    }

    /// What a point with this pair of threats adds to the sum of `mover`.
    #[inline]
    pub fn pair_value(&self, mover: Color, pair: Pair) -> i32 {
        i32::from(self.pair_values[mover.index()][pair.index()])
    }

    /// How good a move of `mover` looks on a point with these codes (black's, white's) and this
    /// pair.
    #[inline]
    pub fn promise(&self, mover: Color, codes: [Code; 2], pair: Pair) -> i32 {
        let own = self.promises[mover.index()][codes[mover.index()].index()][0];
        let other = self.promises[(!mover).index()][codes[(!mover).index()].index()][1];
        let pair = self.pair_promises[mover.index()][pair.index()];
        i32::from(own) + i32::from(other) + i32::from(pair)
    }

    /// Knows nothing: where the training of a new rule starts.
    fn zero() -> Weights {
        Weights {
            values: Color::ALL.map(|_| vec![[0; 2]; Code::COUNT]),
            pair_values: Color::ALL.map(|_| vec![0; Pair::COUNT]),
            facts: Color::ALL.map(|_| vec![0; Facts::COUNT]),
            promises: Color::ALL.map(|_| vec![[0; 2]; Code::COUNT]),
            pair_promises: Color::ALL.map(|_| vec![0; Pair::COUNT]),
            network: Network::zero(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{PatternTable, Shape, Threat};

    #[test]
    fn every_rule_is_trained() {
        for rule in Rule::ALL {
            assert_ne!(*Weights::of(rule), Weights::zero(), "{rule}");
        }
    }

    #[test]
    fn stronger_threats_promise_more() {
        for rule in Rule::ALL {
            let promise = |shape| {
                let wanted = [shape, Shape::None, Shape::None, Shape::None];
                let (code, _) = Code::all().find(|(_, shapes)| *shapes == wanted).unwrap();
                let threat = PatternTable::of(rule).threat(Color::White, code);
                let pair = Pair::of([Threat::None, threat], Color::White);
                Weights::of(rule).promise(Color::White, [Code::OCCUPIED, code], pair)
            };
            assert!(promise(Shape::Five) > promise(Shape::OpenFour), "{rule}");
            assert!(promise(Shape::OpenFour) > promise(Shape::OpenThree), "{rule}");
            assert!(promise(Shape::OpenThree) > promise(Shape::StrongTwo), "{rule}");
        }
    }
}
