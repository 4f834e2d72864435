//! How much of the clock one move may use.

use super::TimeControl;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When to stop thinking about one move. Clones share their deadlines, so a manager that changes
/// the clock during a search changes it for the thinker too.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    deadlines: Arc<Deadlines>,
}

/// Microseconds from the start.
#[derive(Debug)]
struct Deadlines {
    soft: AtomicU64,
    hard: AtomicU64,
}

/// The two deadlines of a budget, counted from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spans {
    /// What a troubled search may well take, while a calm one stops earlier. As much as `hard`
    /// where there is nothing to save the time for.
    pub soft: Duration,
    /// Never beyond this.
    pub hard: Duration,
}

/// How the search has gone so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// How often the best move changed lately, in hundredths, older changes decayed.
    pub instability: u32,
    /// By how many points the score fell since the last iteration.
    pub score_drop: i32,
    /// There is only one sensible move.
    pub forced: bool,
}

/// Kept back from every limit for pipes, scheduling and the manager's polling; of short limits
/// only two fifths.
const RESERVE: Duration = Duration::from_millis(60);
/// What a move costs the game's clock beside the thinking.
const OVERHEAD: Duration = Duration::from_millis(15);
/// One move takes at most this part of what is left of the game.
const HARD_DIVISOR: u32 = 7;
/// The soft limit is this part of what is left of the game. Most games are decided by their 25th
/// own move, and calm moves take half of it.
const SOFT_DIVISOR: u32 = 13;
/// No game is expected to take more own moves than this from now on.
const MOST_MOVES_LEFT: usize = 64;
/// Behind this part of the hard limit, in hundredths, a new iteration would hardly be finished ...
const LAST_ITERATION: u64 = 60;
/// ... and behind this part, where there is nothing to save the time for, it would get nowhere.
const LAST_START: u64 = 97;

impl Budget {
    /// Spreads the clock over the game, for the move after `stones` stones have been placed on a
    /// board of `area` points. Counts from `start`, when the request arrived.
    pub fn new(control: &TimeControl, start: Instant, stones: usize, area: usize) -> Budget {
        Budget::with_spans(start, Spans::new(control, stones, area))
    }

    pub fn with_spans(start: Instant, spans: Spans) -> Budget {
        let deadlines = Deadlines {
            soft: AtomicU64::new(micros(spans.soft)),
            hard: AtomicU64::new(micros(spans.hard)),
        };
        Budget { start, deadlines: Arc::new(deadlines) }
    }

    /// Moves the deadlines of a running search; they still count from its start.
    pub fn revise(&self, spans: Spans) {
        self.deadlines.soft.store(micros(spans.soft), Ordering::Relaxed);
        self.deadlines.hard.store(micros(spans.hard), Ordering::Relaxed);
    }

    /// A budget that begins now and has one of `parts` parts of the expected time, but never goes
    /// beyond this one. It does not hear of later revisions.
    pub fn part(&self, parts: u32) -> Budget {
        let part = self.expected().map_or(Duration::MAX, |expected| expected / parts.max(1));
        let span = part.min(self.remaining().unwrap_or(Duration::MAX));
        Budget::with_spans(Instant::now(), Spans { soft: span, hard: span })
    }

    pub fn start(&self) -> Instant {
        self.start
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What is left until the hard limit; `None` if there is no limit.
    pub fn remaining(&self) -> Option<Duration> {
        let hard = self.hard();
        (hard < u64::MAX).then(|| Duration::from_micros(hard).saturating_sub(self.elapsed()))
    }

    /// The time that a search is expected to take; `None` if there is no limit.
    pub fn expected(&self) -> Option<Duration> {
        let expected = self.soft().min(self.hard() / 100 * LAST_START);
        (self.hard() < u64::MAX).then(|| Duration::from_micros(expected))
    }

    /// By how much the hard limit has been passed.
    pub fn overrun(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_micros(self.hard()))
    }

    /// Whether the hard limit is reached.
    #[inline]
    pub fn is_spent(&self) -> bool {
        micros(self.elapsed()) >= self.hard()
    }

    /// Whether to stop after an iteration instead of beginning the next.
    pub fn enough(&self, progress: &Progress) -> bool {
        progress.forced || micros(self.elapsed()) >= self.last_start(progress)
    }

    /// Until when a new iteration is worth beginning, in microseconds.
    fn last_start(&self, progress: &Progress) -> u64 {
        let (soft, hard) = (self.soft(), self.hard());
        if hard == u64::MAX {
            return hard;
        }
        if soft >= hard {
            return hard / 100 * LAST_START;
        }
        (soft / 100).saturating_mul(urgency(progress)).min(hard / 100 * LAST_ITERATION)
    }

    fn soft(&self) -> u64 {
        self.deadlines.soft.load(Ordering::Relaxed)
    }

    fn hard(&self) -> u64 {
        self.deadlines.hard.load(Ordering::Relaxed)
    }
}

impl Spans {
    /// The spans that a clock allows for one move; see [`Budget::new`].
    pub fn new(control: &TimeControl, stones: usize, area: usize) -> Spans {
        let turn = control.turn.unwrap_or(Duration::MAX);
        let Some(left) = control.left.or(control.game) else {
            return Spans::for_turn(turn);
        };
        let moves_left = (area.saturating_sub(stones) / 2).max(1);
        // Even moves without thought cost something, and a drawn game fills the board.
        let left = left - (OVERHEAD * moves_left as u32).min(left / 4 * 3);
        let moves_left = moves_left.min(MOST_MOVES_LEFT) as u32;
        let spread = |divisor| (left / divisor).saturating_add(control.increment).min(left);
        if turn.saturating_mul(moves_left) <= left {
            return Spans::for_turn(turn);
        }
        let hard = without_reserve(turn.min(spread(HARD_DIVISOR)));
        let soft = spread(SOFT_DIVISOR.min(moves_left)).min(hard);
        Spans { soft, hard }
    }

    /// Nothing but the turn counts, so nearly all of it is used.
    fn for_turn(turn: Duration) -> Spans {
        if turn == Duration::MAX {
            return Spans { soft: turn, hard: turn };
        }
        let hard = without_reserve(turn);
        Spans { soft: hard, hard }
    }
}

/// By how much a search deserves more or less than the expected time, in hundredths: more while
/// its best move changes or its score falls.
fn urgency(progress: &Progress) -> u64 {
    let unrest = 60 + u64::from(progress.instability.min(200));
    let worry = (85 + progress.score_drop.clamp(-100, 200) / 3).clamp(60, 150) as u64;
    unrest * worry / 100
}

fn without_reserve(limit: Duration) -> Duration {
    limit - RESERVE.min(limit / 5 * 2)
}

/// Saturates: what is too long to count is unlimited.
fn micros(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn control(turn: Option<u64>, left: Option<u64>, increment: u64) -> TimeControl {
        TimeControl {
            turn: turn.map(Duration::from_millis),
            left: left.map(Duration::from_millis),
            increment: Duration::from_millis(increment),
            ..TimeControl::default()
        }
    }

    #[test]
    fn no_limit_is_ever_reached() {
        let cases = [
            (Some(0), None, 0),
            (Some(1), None, 0),
            (Some(20), Some(5), 0),
            (Some(100), Some(100_000), 0),
            (Some(5_000), Some(120_000), 0),
            (Some(30_000), Some(0), 5_000),
            (Some(300_000), Some(1_000_000), 0),
            (None, Some(60_000), 1_000),
        ];
        for (turn, left, increment) in cases {
            for stones in [0, 30, 200, 224, 225, 300] {
                let told = control(turn, left, increment);
                let spans = Spans::new(&told, stones, 225);
                let limit = [told.turn, told.left].into_iter().flatten().min().unwrap();
                assert!(spans.soft <= spans.hard, "{told:?}");
                assert!(spans.hard <= limit - RESERVE.min(limit / 5 * 2), "{told:?}");
            }
        }
    }

    #[test]
    fn a_turn_alone_is_used_nearly_whole() {
        let spans = Spans::new(&control(Some(1_000), Some(1_000_000), 0), 10, 225);
        assert_eq!(spans.hard, Duration::from_millis(940));
        let budget = Budget::with_spans(Instant::now(), spans);
        let progress = Progress { instability: 0, score_drop: -100, forced: false };
        assert!(budget.last_start(&progress) >= micros(spans.hard) / 4 * 3);
    }

    /// What is left of a game's time, in thousandths, after so many own moves whose last iteration
    /// begins as late as it may. Each also costs `lost` milliseconds.
    fn left_after(own_moves: usize, [turn, game, lost]: [u64; 3], progress: Progress) -> i64 {
        let mut left = game * 1000;
        for own_move in 0..own_moves {
            let told = control(Some(turn), Some(left / 1000), 0);
            let spans = Spans::new(&told, 2 * own_move, 225);
            let used =
                Budget::with_spans(Instant::now(), spans).last_start(&progress) + lost * 1000;
            if used > left {
                return -1;
            }
            left -= used;
        }
        (left / game) as i64
    }

    const MATCHES: [[u64; 2]; 5] =
        [[30_000, 180_000], [300_000, 1_000_000], [5_000, 120_000], [1_000, 10_000], [500, 12_000]];

    #[test]
    fn a_game_that_fills_the_board_keeps_time_to_the_end() {
        for [turn, game] in MATCHES {
            for instability in [0, 50, 150] {
                let progress = Progress { instability, ..Progress::default() };
                let left = left_after(113, [turn, game, 8], progress);
                assert!(left >= 0, "{turn} {game}, instability {instability}: {left}");
            }
        }
    }

    #[test]
    fn a_game_of_usual_length_uses_most_of_its_time() {
        for [turn, game] in MATCHES {
            let left = |own_moves, instability| {
                let progress = Progress { instability, ..Progress::default() };
                left_after(own_moves, [turn, game, 2], progress)
            };
            assert!((600..850).contains(&left(8, 0)), "{turn} {game}: {}", left(8, 0));
            assert!((270..430).contains(&left(28, 0)), "{turn} {game}: {}", left(28, 0));
            assert!((120..330).contains(&left(28, 40)), "{turn} {game}: {}", left(28, 40));
        }
    }

    #[test]
    fn a_short_turn_is_used_whole_while_the_game_has_time_for_it() {
        let spans = |left| Spans::new(&control(Some(5_000), Some(left), 0), 20, 225);
        assert_eq!(spans(120_000).soft, spans(120_000).hard);
        assert!(spans(50_000).soft < spans(50_000).hard);
    }

    #[test]
    fn an_increment_is_spent_as_it_comes() {
        let with = Spans::new(&control(None, Some(10_000), 2_000), 40, 225);
        assert!(with.soft > 2 * SECOND && with.hard < 10 * SECOND);
    }

    #[test]
    fn without_any_limit_only_a_forced_move_ends_the_search() {
        let budget = Budget::new(&control(None, None, 0), Instant::now(), 0, 225);
        assert!(!budget.is_spent() && budget.remaining().is_none());
        assert!(!budget.enough(&Progress { instability: 0, score_drop: -500, forced: false }));
        assert!(budget.enough(&Progress { forced: true, ..Progress::default() }));
    }

    #[test]
    fn troubled_searches_get_more() {
        let start = Instant::now().checked_sub(SECOND).unwrap();
        let budget = Budget::with_spans(start, Spans { soft: SECOND, hard: 4 * SECOND });
        assert!(budget.enough(&Progress::default()));
        let troubled = Progress { instability: 150, score_drop: 60, forced: false };
        assert!(!budget.enough(&troubled) && !budget.is_spent());
    }

    #[test]
    fn a_part_is_within_the_whole() {
        let hard = 10 * SECOND;
        let budget = Budget::with_spans(Instant::now(), Spans { soft: 8 * SECOND, hard });
        let remaining = budget.part(8).remaining().unwrap();
        assert!(remaining <= SECOND && remaining > SECOND / 2, "{remaining:?}");
        let start = Instant::now().checked_sub(hard).unwrap();
        let spent = Budget::with_spans(start, Spans { soft: 8 * SECOND, hard });
        assert!(spent.part(2).is_spent());
        let endless = Spans { soft: Duration::MAX, hard: Duration::MAX };
        assert_eq!(Budget::with_spans(start, endless).part(16).remaining(), None);
    }

    #[test]
    fn revised_deadlines_reach_every_clone() {
        let budget = Budget::new(&control(Some(60_000), None, 0), Instant::now(), 0, 225);
        let thinker = budget.clone();
        budget.revise(Spans::new(&control(Some(0), None, 0), 0, 225));
        assert!(thinker.is_spent());
    }
}
