//! The window between what is safe already and what the other side would not allow.

use crate::score::Score;

/// Scores strictly between `alpha` and `beta` are wanted exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Everything is wanted.
    pub fn full() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// Only asks whether the score is above `alpha`.
    pub fn null_at(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// As wide as `margin` on both sides of `center`.
    pub fn around(center: Score, margin: i32) -> Window {
        Window { alpha: center - margin, beta: center + margin }
    }

    /// Whether no score lies strictly inside.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }

    /// The same window seen by the other side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window when `score` is safe already.
    #[inline]
    pub fn raised(self, score: Score) -> Window {
        Window { alpha: self.alpha.max(score), ..self }
    }

    /// Cuts off what no line from here can reach: a win sooner than on the next ply, or a loss
    /// sooner than on the one after.
    pub fn within_reach(self, ply: u32) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply + 2)),
            beta: self.beta.min(Score::win_in(ply + 1)),
        }
    }

    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}
