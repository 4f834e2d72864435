//! The numbers of the search that `tuner spsa` can tune, declared once, and what they are under
//! which rule.
//!
//! Vocabulary: `*_min_depth` is in plies, `*_margin` in points (per ply where it says so),
//! `*_limit` a count, `*_scale` and `*_percent` factors. Depths inside the search are in
//! [`PLY`]ths.

use crate::rules::Rule;

/// One ply of depth.
pub const PLY: i32 = 16;

/// Declares the parameters: name, value, other values for some rules, range, and what it does.
macro_rules! tunables {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $value:literal $(($($rule:ident $special:literal),+))? in
            $low:literal..=$high:literal;
    )+) => {
        /// The numbers of one search.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Params {
            /// All parameters.
            pub const ALL: &[Tunable] = &[
                $(Tunable {
                    name: stringify!($name),
                    usual: $value,
                    special: &[$($((Rule::$rule, $special)),+)?],
                    low: $low,
                    high: $high,
                },)+
            ];

            /// What a search under this rule plays best with.
            pub fn of(rule: Rule) -> Params {
                let mut params = Params { $($name: $value,)+ };
                for tunable in Params::ALL {
                    params.set(tunable.name, tunable.value(rule));
                }
                params
            }

            /// Sets a parameter by name, within its range; says whether there is such a name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)+
                    _ => return false,
                }
                true
            }
        }
    };
}

/// A parameter that can be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    pub name: &'static str,
    /// Its value where the rule has none of its own.
    usual: i32,
    special: &'static [(Rule, i32)],
    pub low: i32,
    pub high: i32,
}

impl Tunable {
    /// Its value under this rule.
    pub fn value(&self, rule: Rule) -> i32 {
        let special = self.special.iter().find(|(its, _)| *its == rule);
        special.map_or(self.usual, |&(_, value)| value)
    }
}

tunables! {
    /// Half the first aspiration window, in points.
    aspiration_margin = 24 (Standard 23, CaroExact 20) in 5..=200;
    /// Below this depth in plies, a node far below alpha only looks for fours.
    razor_max_depth = 3 in 0..=8;
    /// How far below alpha, in points, at depth 0 ...
    razor_base_margin = 60 (Standard 70, CaroExact 57) in 0..=400;
    /// ... and per ply.
    razor_margin = 70 (Standard 91, CaroExact 84) in 0..=300;
    /// Below this depth in plies, a node far above beta returns at once.
    reverse_futility_max_depth = 8 in 0..=16;
    /// How far above beta, in points per ply.
    reverse_futility_margin = 60 (Standard 61, CaroExact 59) in 10..=200;
    /// Moves tried at depth 0 before the others are pruned ...
    late_move_base_limit = 3 in 1..=20;
    /// ... and more by this much times depth to the power of 1.5, in percent.
    late_move_scale = 70 (Standard 80, CaroExact 98) in 20..=400;
    /// Late move reductions, in percent of log2(depth) * log2(number) / 4.
    reduction_scale = 260 (Standard 270, CaroExact 224) in 20..=800;
    /// Reduction in 16ths of a ply less in a principal variation.
    reduction_principal = 16 (Standard 17, CaroExact 15) in 0..=48;
    /// More where the node is expected to fail high.
    reduction_cut = 28 (Standard 25, CaroExact 29) in 0..=48;
    /// More where the position has not improved over two plies.
    reduction_worsening = 8 (Standard 4, CaroExact 9) in 0..=48;
    /// More where a move is far from both last ones.
    reduction_distant = 8 (Standard 3, CaroExact 7) in 0..=48;
    /// History that is worth one ply of reduction.
    reduction_history_divisor = 6000 (Standard 2658, CaroExact 6016) in 1000..=40000;
    /// Extension of a forced answer to a five, in 16ths of a ply.
    forced_extension = 20 (Standard 21, CaroExact 21) in 0..=32;
    /// Singular extension from this depth on, in plies.
    singular_min_depth = 7 in 4..=16;
    /// Margin in points per ply for a move to be singular.
    singular_margin = 3 (Standard 4) in 0..=20;
    /// Fours that a quiescence search may play.
    quiescence_nodes = 60 in 1..=2000;
    /// Bare fours that a quiescence search may play in one line.
    quiescence_bare_fours = 1 in 0..=20;
    /// Points that history adds to a move's promise, in percent of history / 128.
    history_percent = 100 (Standard 107, CaroExact 106) in 0..=400;
    /// The attempt to win by threes at the root gets one of so many parts of the time or the nodes.
    root_proof_part = 32 in 1..=1000;
}

/// Binary logarithms in 64ths; of larger numbers the last one is taken.
static LOGARITHMS: [i32; 64] = {
    let mut logarithms = [0; 64];
    let mut number = 0;
    while number < logarithms.len() {
        logarithms[number] = log2(number);
        number += 1;
    }
    logarithms
};

impl Params {
    /// How many moves are tried before the others are pruned.
    #[inline]
    pub fn late_move_limit(&self, depth: i32, is_improving: bool) -> usize {
        let plies = (depth / PLY).max(1);
        // Depth to the power of 1.5 by way of an integer square root.
        let power = (plies * plies * plies).isqrt();
        let limit = self.late_move_base_limit + power * self.late_move_scale / 100;
        (if is_improving { limit } else { limit / 2 + 1 }) as usize
    }

    /// How much less deep the move of this number (from 1) is searched, before adjustments.
    #[inline]
    pub fn late_move_reduction(&self, depth: i32, number: usize) -> i32 {
        let logarithm = |number: usize| LOGARITHMS[number.min(LOGARITHMS.len() - 1)];
        let plies = (depth / PLY).max(0) as usize;
        logarithm(plies) * logarithm(number) / 256 * self.reduction_scale / 400
    }

    #[inline]
    pub fn razor_threshold(&self, depth: i32) -> i32 {
        self.razor_base_margin + self.razor_margin * depth / PLY
    }

    #[inline]
    pub fn reverse_futility_threshold(&self, depth: i32, is_improving: bool) -> i32 {
        let depth = depth - if is_improving { PLY } else { 0 };
        self.reverse_futility_margin * depth.max(0) / PLY
    }
}

/// The binary logarithm in 64ths, in integers so that every machine gets the same; 0 for 0.
const fn log2(number: usize) -> i32 {
    if number < 2 {
        return 0;
    }
    // log2(n) = log2(n^64) / 64, with the power kept in 32 bits and its exponent apart.
    let (mut mantissa, mut exponent) = (number as u64, 0);
    let mut doublings = 0;
    while doublings < 6 {
        doublings += 1;
        mantissa *= mantissa;
        exponent *= 2;
        while mantissa >= 1 << 31 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    exponent + mantissa.ilog2() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(2), 64);
        assert_eq!(log2(32), 320);
        assert!((100..=102).contains(&log2(3)), "{}", log2(3));
    }

    #[test]
    fn parameters_are_set_by_name_within_their_range() {
        let mut params = Params::of(Rule::Freestyle);
        assert!(params.set("razor_margin", 9_999));
        assert_eq!(params.razor_margin, 300);
        assert!(!params.set("no_such_thing", 1));
        for tunable in Params::ALL {
            let range = tunable.low..=tunable.high;
            assert!(Rule::ALL.iter().all(|&rule| range.contains(&tunable.value(rule))));
        }
    }

    #[test]
    fn a_rule_has_values_of_its_own() {
        let tunable = Params::ALL.iter().find(|it| it.name == "razor_margin").unwrap();
        assert_ne!(tunable.value(Rule::Standard), tunable.value(Rule::Freestyle));
        assert_eq!(Params::of(Rule::Standard).razor_margin, tunable.value(Rule::Standard));
        assert_eq!(Params::of(Rule::Freestyle).razor_margin, tunable.value(Rule::Freestyle));
    }

    #[test]
    fn a_set_scale_is_obeyed_at_once() {
        let mut params = Params::of(Rule::Freestyle);
        let before = params.late_move_reduction(16 * 10, 20);
        let scale = params.reduction_scale;
        assert!(params.set("reduction_scale", scale * 2));
        let after = params.late_move_reduction(16 * 10, 20);
        assert!((2 * before..=2 * before + 1).contains(&after), "{before} {after}");
    }

    #[test]
    fn large_numbers_are_reduced_alike() {
        let params = Params::of(Rule::Freestyle);
        let most = params.late_move_reduction(16 * 63, 63);
        assert_eq!(params.late_move_reduction(16 * 500, 1000), most);
        assert_eq!(params.late_move_reduction(-16, 20), 0);
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let params = Params::of(Rule::Freestyle);
        assert!(params.late_move_reduction(16 * 10, 20) > params.late_move_reduction(16 * 4, 20));
        assert!(params.late_move_reduction(16 * 10, 20) > params.late_move_reduction(16 * 10, 3));
        assert_eq!(params.late_move_reduction(16 * 10, 1), 0);
    }
}
