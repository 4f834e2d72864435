//! Time controls as they are written, and the clock of one engine in one game.

use crate::clock::TimeControl;
use anyhow::{Result, bail, ensure};
use std::time::Duration;

/// No game needs a longer time than this, and sums stay far from overflow.
const LONGEST: f64 = 1e8;

/// Reads `MATCH/TURN[+INC]`, in seconds, where 0 is no limit; `TURN` alone is `0/TURN`.
pub fn parse_time_control(text: &str) -> Result<TimeControl> {
    let (limits, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (game, turn) = limits.split_once('/').unwrap_or(("0", limits));
    let (game, turn) = (parse_seconds(game)?, parse_seconds(turn)?);
    let increment = parse_seconds(increment)?;
    ensure!(
        increment.is_zero() || !game.is_zero(),
        "time control `{text}` has an increment but no match time to add it to"
    );
    let limit = |time: Duration| (!time.is_zero()).then_some(time);
    Ok(TimeControl { turn: limit(turn), game: limit(game), left: limit(game), increment })
}

/// Reads a time in seconds, such as `0.25`.
pub fn parse_seconds(text: &str) -> Result<Duration> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if (0.0..=LONGEST).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => bail!("`{text}` is not a time in seconds"),
    }
}

/// Writes a time control as it is read.
pub fn format_time_control(control: &TimeControl) -> String {
    let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
    let limits = format!("{}/{}", seconds(control.game), seconds(control.turn));
    if control.increment.is_zero() {
        limits
    } else {
        format!("{limits}+{}", control.increment.as_secs_f64())
    }
}

/// What one engine has used of its time.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    granted: Duration,
    used: Duration,
}

impl GameClock {
    pub fn new(control: TimeControl) -> GameClock {
        let granted = control.game.unwrap_or_default();
        GameClock { control, granted, used: Duration::ZERO }
    }

    /// What is left of the match time.
    pub fn left(&self) -> Option<Duration> {
        self.control.game.map(|_| self.granted.saturating_sub(self.used))
    }

    /// How long the next answer may take with `tolerance` on top.
    ///
    /// A tolerance used up by an earlier move is not granted again: time that was borrowed from it
    /// is missing here.
    pub fn allowance(&self, tolerance: Duration) -> Option<Duration> {
        let turn = self.control.turn.map(|turn| turn + tolerance);
        let game = self.control.game.map(|_| (self.granted + tolerance).saturating_sub(self.used));
        match (turn, game) {
            (Some(turn), Some(game)) => Some(turn.min(game)),
            (turn, game) => turn.or(game),
        }
    }

    /// Charges a move and grants its increment.
    pub fn charge(&mut self, used: Duration) {
        self.used += used;
        self.granted += self.control.increment;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn time_controls_read_and_write() {
        for text in ["0/0.1", "180/30", "60/0", "60/5+0.5", "0/0"] {
            assert_eq!(format_time_control(&parse_time_control(text).unwrap()), text);
        }
        let control = parse_time_control("60/5+0.5").unwrap();
        assert_eq!(control.game, Some(millis(60_000)));
        assert_eq!(control.turn, Some(millis(5_000)));
        assert_eq!(control.increment, millis(500));
        assert_eq!(parse_time_control("0.4").unwrap(), parse_time_control("0/0.4").unwrap());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "x", "1/2/3", "-1/5", "0/1+1", "1/nan", "1/inf", "1/5+"] {
            assert!(parse_time_control(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_match_clock_runs_down_and_increments_fill_it() {
        let mut clock = GameClock::new(parse_time_control("10/3+1").unwrap());
        assert_eq!(clock.allowance(millis(500)), Some(millis(3_500)));
        clock.charge(millis(3_000));
        clock.charge(millis(3_000));
        assert_eq!(clock.left(), Some(millis(6_000)));
        clock.charge(millis(3_000));
        clock.charge(millis(3_000));
        assert_eq!(clock.left(), Some(millis(2_000)));
        assert_eq!(clock.allowance(millis(500)), Some(millis(2_500)));
    }

    #[test]
    fn tolerance_is_not_a_source_of_time() {
        let mut clock = GameClock::new(parse_time_control("1/0").unwrap());
        clock.charge(millis(1_300));
        assert_eq!(clock.left(), Some(Duration::ZERO));
        assert_eq!(clock.allowance(millis(500)), Some(millis(200)));
    }

    #[test]
    fn without_limits_there_is_no_allowance() {
        let clock = GameClock::new(parse_time_control("0/0").unwrap());
        assert_eq!((clock.left(), clock.allowance(millis(1))), (None, None));
    }
}
