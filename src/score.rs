//! Values of positions, which know wins and losses from points.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value for the side to move: points (200 are one logit of winning chance), or a proven win or
/// loss with its distance in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// An estimate, in points.
    Points(i32),
    /// The side to move makes five with the ply of this number, counted from 1.
    WinIn(u32),
    /// The other side makes five with the ply of this number.
    LossIn(u32),
}

/// What a searched value bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Upper,
    Lower,
    Exact,
}

impl Score {
    pub const ZERO: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(31_000);
    const WIN: i32 = 30_000;
    /// Wins further away than this do not exist.
    pub const MAX_DISTANCE: u32 = 2_000;
    /// Points of one logit of winning chance.
    pub const POINTS_PER_LOGIT: i32 = 200;
    /// The greatest absolute value of an estimate.
    pub const MAX_POINTS: i32 = Score::WIN - Score::MAX_DISTANCE as i32 - 1;

    /// An estimate; clamped so that it never looks like a win.
    pub const fn points(points: i32) -> Score {
        if points > Score::MAX_POINTS {
            Score(Score::MAX_POINTS)
        } else if points < -Score::MAX_POINTS {
            Score(-Score::MAX_POINTS)
        } else {
            Score(points)
        }
    }

    /// A win by a five `plies` plies from now.
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// A loss by a five `plies` plies from now.
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Score::WIN)
    }

    pub const fn verdict(self) -> Verdict {
        if self.is_win() {
            Verdict::WinIn((Score::WIN - self.0) as u32)
        } else if self.is_loss() {
            Verdict::LossIn((Score::WIN + self.0) as u32)
        } else {
            Verdict::Points(self.0)
        }
    }

    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Score::MAX_POINTS
    }

    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::MAX_POINTS
    }

    /// Whether the score is a proven win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The bare number.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// The same score seen `plies` plies earlier: wins and losses get further away.
    #[inline]
    pub const fn seen_from(self, plies: u32) -> Score {
        if self.is_win() {
            Score(self.0 - plies as i32)
        } else if self.is_loss() {
            Score(self.0 + plies as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::seen_from`].
    #[inline]
    pub const fn seen_at(self, plies: u32) -> Score {
        if self.is_win() {
            Score(self.0 + plies as i32)
        } else if self.is_loss() {
            Score(self.0 - plies as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Moves a bound by points; meant for windows, so it saturates at infinity.
impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, points: i32) -> Score {
        Score((self.0 + points).min(Score::INFINITE.0))
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, points: i32) -> Score {
        Score((self.0 - points).max(-Score::INFINITE.0))
    }
}

/// `+120`, `-15`, `+M7` (a win in 7 plies), `-M4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.verdict() {
            Verdict::Points(points) => write!(f, "{points:+}"),
            Verdict::WinIn(plies) => write!(f, "+M{plies}"),
            Verdict::LossIn(plies) => write!(f, "-M{plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_are_better_and_nearer_losses_worse() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(2) < Score::loss_in(4));
        assert!(Score::points(1_000_000) < Score::win_in(Score::MAX_DISTANCE));
        assert_eq!(-Score::win_in(5), Score::loss_in(5));
    }

    #[test]
    fn distances_shift_with_the_ply() {
        assert_eq!(Score::win_in(3).seen_from(4), Score::win_in(7));
        assert_eq!(Score::loss_in(7).seen_at(4), Score::loss_in(3));
        assert_eq!(Score::points(50).seen_from(9), Score::points(50));
    }

    #[test]
    fn speaks_like_the_field() {
        let shown = [Score::points(7), Score::win_in(5), Score::loss_in(2), Score::ZERO];
        assert_eq!(shown.map(|s| s.to_string()), ["+7", "+M5", "-M2", "+0"]);
    }
}
