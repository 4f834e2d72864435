//! Whether the wins and losses that were announced in recorded games came true.
//!
//! An announced win binds the side that announced it: from there on it plays what its searches like
//! best, until it has won, and no later than it said. Where another player made its moves, or the
//! board was full before, nothing is known. A loss is announced by the side that cannot help it;
//! where it does not come the other side may have missed its win, so that alone is no fault.

use super::dataset::{Game, read_files};
use super::report;
use crate::board::Color;
use crate::rules::Rule;
use crate::score::Verdict;
use anyhow::{Result, ensure};
use std::fmt;
use std::path::PathBuf;

/// `tuner audit`
#[derive(clap::Args, Clone, Debug)]
pub struct AuditOptions {
    /// The rule of the games.
    #[arg(long)]
    pub rule: Rule,
    /// Files of self-played games.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Tells how many announcements came true, and each that did not, which is an error if it was of a
/// win.
pub fn run(options: &AuditOptions) -> Result<()> {
    let games = read_files(options.rule, &options.files)?;
    let mut tally = Tally::default();
    for game in &games {
        for announced in announcements(game) {
            let end = announced.end(game);
            if end == End::False {
                let number = game.number;
                report::show(format_args!("game {number}: {announced}, which did not come true\n"));
            }
            tally.add(&announced, end);
        }
    }
    report::show(format_args!("{} games\n{tally}", games.len()));
    let wrong = tally.wrong();
    ensure!(wrong == 0, "{wrong} announced wins did not come true");
    Ok(())
}

/// What a search said of the result, and how far it held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Announced {
    winner: Color,
    /// Plies played before.
    ply: usize,
    /// Plies of the game in which the five is made at the latest.
    latest: usize,
    /// Whether the loser said so.
    is_loss: bool,
    /// Another player made a move of the winner since.
    is_left: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    True,
    /// Won, but later than announced.
    Late,
    False,
    Unknown,
}

/// The first announcement of every unbroken row of them, for either side and by either side.
fn announcements(game: &Game) -> Vec<Announced> {
    let mut all: Vec<Announced> = Vec::new();
    for (ply, step) in game.steps.iter().enumerate() {
        let mover = Color::to_move_after(ply);
        if let Some(searched) = step.searched {
            let said = match searched.score.verdict() {
                Verdict::WinIn(plies) => Some((mover, plies, false)),
                Verdict::LossIn(plies) => Some((!mover, plies, true)),
                Verdict::Points(_) => None,
            };
            if let Some((winner, plies, is_loss)) = said {
                let latest = ply + plies as usize;
                let is_same = |it: &&mut Announced| {
                    (it.winner, it.is_loss) == (winner, is_loss) && !it.is_left
                };
                match all.iter_mut().find(is_same) {
                    Some(known) => known.latest = known.latest.min(latest),
                    None => all.push(Announced { winner, ply, latest, is_loss, is_left: false }),
                }
            }
        }
        if step.deviates() {
            all.iter_mut().filter(|it| it.winner == mover).for_each(|it| it.is_left = true);
        }
    }
    all
}

impl Announced {
    fn end(&self, game: &Game) -> End {
        match game.winner {
            _ if self.is_left => End::Unknown,
            Some(winner) if winner != self.winner => End::False,
            Some(_) if game.steps.len() <= self.latest || self.is_loss => End::True,
            Some(_) => End::Late,
            None if game.steps.len() < self.latest => End::Unknown,
            None => End::False,
        }
    }
}

impl fmt::Display for Announced {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let plies = self.latest - self.ply;
        let what = if self.is_loss { "its loss against" } else { "a win of" };
        write!(f, "after {} plies {what} {} within {plies} more", self.ply, self.winner)
    }
}

/// How many announcements ended how.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Tally {
    /// Of wins and of losses, by [`End`].
    counts: [[usize; 4]; 2],
}

impl Tally {
    fn add(&mut self, announced: &Announced, end: End) {
        self.counts[usize::from(announced.is_loss)][end as usize] += 1;
    }

    /// Wins that did not come true.
    fn wrong(&self) -> usize {
        self.counts[0][End::False as usize]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "announced      true     late    false  unknown")?;
        for (name, ends) in ["wins", "losses"].into_iter().zip(&self.counts) {
            write!(f, "{name:<10}")?;
            ends.iter().try_for_each(|count| write!(f, "{count:>9}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::dataset::{Searched, Step};
    use super::*;
    use crate::board::{Point, Size};
    use crate::score::Score;

    /// A game of this many plies, in which searches said this.
    fn game(plies: usize, winner: Option<Color>, said: &[(usize, Score)]) -> Game {
        let size = Size::square(15).unwrap();
        let points: Vec<Point> = size.points().take(plies).collect();
        let step = |(ply, &played): (usize, &Point)| {
            let score = said.iter().find(|it| it.0 == ply).map_or(Score::ZERO, |it| it.1);
            Step { played, searched: Some(Searched { best: played, score }) }
        };
        let steps = points.iter().enumerate().map(step).collect();
        Game { number: 0, rule: Rule::Freestyle, size, winner, steps }
    }

    fn ends(game: &Game) -> Vec<End> {
        announcements(game).iter().map(|it| it.end(game)).collect()
    }

    #[test]
    fn a_win_is_made_in_time_or_late_or_not() {
        let said = [(4, Score::win_in(5)), (6, Score::win_in(3))];
        assert_eq!(ends(&game(9, Some(Color::Black), &said)), [End::True]);
        assert_eq!(ends(&game(11, Some(Color::Black), &said)), [End::Late]);
        assert_eq!(ends(&game(10, Some(Color::White), &said)), [End::False]);
        assert_eq!(ends(&game(9, None, &said)), [End::False]);
        assert_eq!(ends(&game(8, None, &said)), [End::Unknown], "the board was full before");
    }

    #[test]
    fn a_loss_is_bound_to_come() {
        let said = [(5, Score::loss_in(4))];
        assert_eq!(ends(&game(13, Some(Color::Black), &said)), [End::True]);
        assert_eq!(ends(&game(12, Some(Color::White), &said)), [End::False]);
    }

    #[test]
    fn who_does_not_follow_the_search_is_not_bound() {
        let said = [(4, Score::win_in(5)), (8, Score::win_in(3))];
        for (ply, expected) in [(4, End::Unknown), (5, End::False)] {
            let mut game = game(12, Some(Color::White), &said);
            game.steps[ply].searched.as_mut().unwrap().best = Point::new(14, 14);
            assert_eq!(ends(&game)[0], expected, "another move at ply {ply}");
        }
    }
}
