//! The positions of the bench: quiet and sharp ones from own games, every rule, several sizes.

use crate::board::Size;
use crate::board::notation::{Rows, parse_moves};
use crate::position::Position;
use crate::rules::Rule;

/// A position by the moves that lead to it.
pub struct Setup {
    pub rule: Rule,
    /// Width and height.
    size: (usize, usize),
    moves: &'static str,
}

impl Setup {
    pub const fn new(rule: Rule, size: (usize, usize), moves: &'static str) -> Setup {
        Setup { rule, size, moves }
    }

    pub fn position(&self) -> Position {
        let size = Size::new(self.size.0, self.size.1).expect("bench sizes are in range");
        let moves = parse_moves(self.moves, size, Rows::FromTop).expect("bench moves are good");
        let mut position = Position::new(size, self.rule);
        for point in moves {
            position.play(point);
        }
        position
    }
}

#[rustfmt::skip]
pub const POSITIONS: [Setup; 18] = [
    Setup::new(Rule::Freestyle, (15, 15), "i7h5e9h8g7"),
    Setup::new(Rule::Freestyle, (15, 15), "i8h7e11f9f11g10e10g11g9e8h11d8e13e12"),
    Setup::new(Rule::Freestyle, (15, 15), "g8j7k13d4j11i6k8h9k6i9k7k9j9j10h11i10i8h8g7h7h10i11h12h6"),
    Setup::new(Rule::Freestyle, (15, 15),
        "j10i10f10k7g11k9k8i9i7j9l9g9h9j7h12i13h11h13i11f11g13f14g12g10h8h10g14g15j8l8g8"),
    Setup::new(Rule::Freestyle, (20, 20), "l12h8k6l8"),
    Setup::new(Rule::Freestyle, (20, 20), "i9g12o16l9p17i10n15m14j9j11k10h9k12m12k11k9q18r19"),
    Setup::new(Rule::Freestyle, (20, 20),
        "j11m9i6f8i7i5h6g6h5h7j8k9f4g5g4f3k8j7i8h8i10i9j9h11m8l8j10j12g8h9h10k10l7m6o10j6k7n9h4o9"),
    Setup::new(Rule::Freestyle, (32, 9), "r3t2t6s3r6r5q5q6s4s7t5u6t4t7q2p1"),
    Setup::new(Rule::Standard, (15, 15), "j10g9f7j5e7g7"),
    Setup::new(Rule::Standard, (15, 15), "g8k5j7j8g7k7g6g5g10g9i9k6k8h5h8f6l9"),
    Setup::new(Rule::Standard, (7, 12), "b5g10a8d8c4d3b6c6d5b4e5c5"),
    Setup::new(Rule::Renju, (15, 15), "j9g5f11g8h9"),
    Setup::new(Rule::Renju, (15, 15), "j7j5i10i7j10k10j9j8k9i9l8m7h12i11"),
    Setup::new(Rule::Renju, (15, 15), "h9f7j6i6j7k6h7i7j9j8i9k9h6h8k8i5i4f9i8k10i10h11j11"),
    Setup::new(Rule::Renju, (15, 15),
        "i8f8e7f7g6g8f9e6d5h6d8h7h9e9g7g10g5f6d6d7g4g3f5h5h4i4e5c5e4b8d3c2d2d4e3d10c1f4b3f3e1e2e11c3"),
    Setup::new(Rule::Caro, (15, 15), "f7e7j8i9g5g9"),
    Setup::new(Rule::Caro, (15, 15), "h9j5g5i5g7j6g8g10g9g6i9j9j10h8f7e6f6f5j11i10h7"),
    Setup::new(Rule::CaroExact, (16, 16), "g7k7f12g11e11d10f10d12h8i9j8f9g8i8h6h9g9i7g6g5"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, Referee};

    #[test]
    fn every_position_is_a_legal_game_that_goes_on() {
        for setup in &POSITIONS {
            let position = setup.position();
            let mut game = Referee::new(setup.rule, position.size());
            for point in position.moves() {
                assert_eq!(game.play(point), Ok(Outcome::Ongoing), "{}", setup.moves);
            }
        }
    }

    #[test]
    fn every_rule_is_there() {
        for rule in Rule::ALL {
            assert!(POSITIONS.iter().any(|setup| setup.rule == rule), "{rule}");
        }
    }
}
