//! The game's clock between the manager's announcements.

use crate::clock::TimeControl;
use std::time::Duration;

/// What the manager told about time, with the own moves deducted that came after it.
#[derive(Clone, Debug, Default)]
pub struct Timekeeper {
    told: TimeControl,
    /// Whether the time left was told after the last own move.
    fresh: bool,
}

impl Timekeeper {
    pub fn tell_turn(&mut self, turn: Option<Duration>) {
        self.told.turn = turn;
    }

    pub fn tell_game(&mut self, game: Option<Duration>) {
        self.told.game = game;
    }

    /// `Duration::MAX` is unlimited, whatever has been told about the whole game.
    pub fn tell_left(&mut self, left: Duration) {
        self.told.left = Some(left);
        self.fresh = true;
    }

    pub fn tell_increment(&mut self, increment: Duration) {
        self.told.increment = increment;
    }

    /// What is known now.
    pub fn control(&self) -> TimeControl {
        TimeControl { left: self.told.left.or(self.told.game), ..self.told }
    }

    /// A new game begins. A time left that was told already is meant for it.
    pub fn new_game(&mut self) {
        if !self.fresh {
            self.told.left = None;
        }
    }

    /// A move took this long.
    pub fn spend(&mut self, spent: Duration) {
        let left = self.control().left;
        let after = |left: Duration| match left {
            Duration::MAX => left,
            _ => left.saturating_sub(spent).saturating_add(self.told.increment),
        };
        self.told.left = left.map(after);
        self.fresh = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn counts_down_where_nothing_is_told() {
        let mut clock = Timekeeper::default();
        clock.tell_game(Some(60 * SECOND));
        clock.tell_increment(SECOND);
        clock.spend(5 * SECOND);
        assert_eq!(clock.control().left, Some(56 * SECOND));
        clock.spend(100 * SECOND);
        assert_eq!(clock.control().left, Some(SECOND));
        clock.new_game();
        assert_eq!(clock.control().left, Some(60 * SECOND));
    }

    #[test]
    fn believes_what_is_told() {
        let mut clock = Timekeeper::default();
        clock.tell_game(Some(60 * SECOND));
        clock.spend(5 * SECOND);
        clock.tell_left(50 * SECOND);
        clock.new_game();
        assert_eq!(clock.control().left, Some(50 * SECOND));
    }

    #[test]
    fn unlimited_stays_unlimited() {
        let mut clock = Timekeeper::default();
        clock.spend(5 * SECOND);
        assert_eq!(clock.control().left, None);
        assert_eq!(clock.control().turn, Some(5 * SECOND));
        clock.tell_game(Some(SECOND));
        clock.tell_left(Duration::MAX);
        clock.spend(5 * SECOND);
        assert_eq!(clock.control().left, Some(Duration::MAX));
    }
}
