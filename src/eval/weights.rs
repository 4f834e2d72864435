//! The numbers of the evaluation and of move promise, per rule.

use super::{Facts, WeightsFile};
use crate::board::Color;
use crate::pattern::{Code, Shape, Threat, combine};
use crate::rules::Rule;
use once_cell::sync::{Lazy, OnceCell};

/// All weights of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Per color and code: the value to that color when it is to move, and when it is not, in
    /// fractions of a point.
    pub values: [Vec<[i16; 2]>; 2],
    /// Per color to move and combination of facts, in points.
    pub facts: [Vec<i16>; 2],
    /// Per color and code: the promise of a move there for that color, and for denying it.
    pub promises: [Vec<[i16; 2]>; 2],
}

/// Written by `tuner fit`.
static STORED: Lazy<WeightsFile> =
    Lazy::new(|| WeightsFile::from_bytes(include_bytes!("weights.bin")).unwrap_or_default());

impl Weights {
    /// Values of codes are in this fraction of a point.
    pub const SCALE: i32 = 8;

    /// The weights of a rule.
    pub fn of(rule: Rule) -> &'static Weights {
        static WEIGHTS: [OnceCell<Weights>; Rule::ALL.len()] =
            [const { OnceCell::new() }; Rule::ALL.len()];
        WEIGHTS[rule.index()]
            .get_or_init(|| STORED.get(rule).cloned().unwrap_or_else(|| Weights::by_hand(rule)))
    }

    /// What a point with these codes (black's, white's) adds to the sum of `mover`.
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

    /// How good a move of `mover` looks on a point with these codes.
    #[inline]
    pub fn promise(&self, mover: Color, codes: [Code; 2]) -> i32 {
        let own = self.promises[mover.index()][codes[mover.index()].index()][0];
        let other = self.promises[(!mover).index()][codes[(!mover).index()].index()][1];
        i32::from(own) + i32::from(other)
    }

    fn by_hand(rule: Rule) -> Weights {
        let per_code = |pick: &dyn Fn(Color, Shapes) -> [i16; 2]| {
            Color::ALL.map(|color| {
                let mut table = vec![[0; 2]; Code::COUNT];
                for (code, shapes) in Code::all() {
                    table[code.index()] = pick(color, shapes);
                }
                table
            })
        };
        let threat = |color, shapes| {
            let shuttable = rule.winning_row(color).needs_open_end;
            combine(shapes, rule.forbids(color), shuttable)
        };
        Weights {
            values: per_code(&|color, shapes| value_by_hand(threat(color, shapes), shapes)),
            facts: Color::ALL.map(|_| Facts::all().map(facts_by_hand).collect()),
            promises: per_code(&|color, shapes| promise_by_hand(threat(color, shapes), shapes)),
        }
    }
}

type Shapes = [Shape; 4];

/// By shape: the value of one direction through an empty point.
const SHAPE_VALUES: [i16; Shape::COUNT] = [0, 4, 10, 14, 24, 32, 40, 40, 72, 88, 80, 160, 240, 0];

fn value_by_hand(threat: Threat, shapes: Shapes) -> [i16; 2] {
    let sum: i16 = shapes.iter().map(|&shape| SHAPE_VALUES[shape as usize]).sum();
    let bonus = match threat {
        Threat::DoubleTwo => 30,
        Threat::BlockedThreePlus => 40,
        Threat::ThreePlus => 60,
        Threat::DoubleThree => 160,
        Threat::FourPlus => 60,
        Threat::FourThree => 280,
        Threat::Suspect | Threat::Forbidden => return [-20, -20],
        _ => 0,
    };
    [sum + bonus, (sum + bonus) * 3 / 4]
}

fn facts_by_hand(facts: Facts) -> i16 {
    let [open_four, four_three, four, double_three, three] = facts.pairs();
    if facts.other_five() {
        return -60;
    }
    if open_four.0 {
        return 800;
    }
    if open_four.1 {
        let saved = i16::from(four_three.0) * 150 + i16::from(four.0) * 60;
        return saved - 200;
    }
    let edge =
        |(own, other): (bool, bool), a: i16, b: i16| i16::from(own) * a - i16::from(other) * b;
    30 + edge(four_three, 260, 160) + edge(double_three, 120, 60) + edge(three, 40, 20)
}

fn promise_by_hand(threat: Threat, shapes: Shapes) -> [i16; 2] {
    let sum: i16 = shapes.iter().map(|&shape| SHAPE_VALUES[shape as usize]).sum();
    let (own, deny) = match threat {
        Threat::None => (0, 0),
        Threat::Two => (20, 12),
        Threat::BlockedThree => (24, 14),
        Threat::DoubleTwo => (60, 40),
        Threat::BlockedThreePlus => (80, 50),
        Threat::Three => (120, 70),
        Threat::ThreePlus => (170, 110),
        Threat::DoubleThree => (400, 240),
        Threat::Four => (90, 60),
        Threat::FourPlus => (180, 120),
        Threat::FourThree => (900, 500),
        Threat::OpenFour => (2000, 700),
        Threat::Five => (4000, 1500),
        Threat::Suspect => (60, 30),
        Threat::Forbidden => (-200, -20),
    };
    [sum + own, sum * 3 / 4 + deny]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_threats_promise_more() {
        let weights = Weights::of(Rule::Freestyle);
        let code = |shape| {
            Code::all()
                .find(|(_, shapes)| *shapes == [shape, Shape::None, Shape::None, Shape::None])
        };
        let promise = |shape| {
            let (code, _) = code(shape).unwrap();
            weights.promise(Color::Black, [code, Code::OCCUPIED])
        };
        assert!(promise(Shape::Five) > promise(Shape::OpenFour));
        assert!(promise(Shape::OpenFour) > promise(Shape::OpenThree));
        assert!(promise(Shape::OpenThree) > promise(Shape::StrongTwo));
    }
}
