//! The player that knows only what is legal.

use super::Taste;
use super::view::{View, best};
use crate::board::Point;
use crate::rng::Rng;

/// Plays any legal point, all equally likely.
pub struct Random {
    rng: Rng,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl Taste for Random {
    fn pick(&mut self, view: &View) -> Option<Point> {
        best(&view.playable, &mut self.rng, |_| ()).map(|(_, point)| point)
    }
}
