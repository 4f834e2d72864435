//! The log of a match, one JSON object a line: first what is played, then every finished game.
//!
//! A game is in the log or it has not been played, so a match that was interrupted at any moment
//! goes on from its log.

use super::ending::{Ending, Reason};
use super::game::{Answered, PlayedGame, PlayedMove};
use super::remark::Remark;
use super::schedule::Fixture;
use crate::board::Size;
use crate::board::notation::{Rows, format_moves, parse_moves};
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An open log.
pub struct Log {
    file: File,
    path: PathBuf,
}

/// A game of the schedule with its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub fixture: Fixture,
    pub game: PlayedGame,
}

#[derive(Serialize, Deserialize)]
struct Head {
    arena: u32,
    /// Everything the schedule and the games depend on.
    terms: Vec<String>,
}

/// One finished game as it is written.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// From 1.
    game: usize,
    black: String,
    white: String,
    /// The name of the winner; absent in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    reason: Reason,
    detail: String,
    /// How many of the moves were given.
    opening: usize,
    moves: String,
    milliseconds: Vec<u64>,
    /// Per answer: the seat, 0 for the engine that began, and the milliseconds.
    answers: Vec<(usize, u64)>,
    /// What the engines said to each move.
    remarks: Vec<Remark>,
}

const VERSION: u32 = 2;

impl Log {
    /// Begins a new log; one that exists is not overwritten.
    pub fn create(path: &Path, terms: &[String]) -> Result<Log> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow::anyhow!(
                "the log {} exists; go on with it by --resume or give another name",
                path.display()
            ),
            _ => anyhow::anyhow!("cannot write the log {}: {error}", path.display()),
        })?;
        let mut log = Log { file, path: path.to_path_buf() };
        log.write_line(&Head { arena: VERSION, terms: terms.to_vec() })?;
        Ok(log)
    }

    /// Opens a log to go on with it, or begins it; gives the games that are in it. A line that was
    /// being written when the match was interrupted is removed.
    pub fn resume(
        path: &Path,
        terms: &[String],
        fixtures: &[Fixture],
        names: &[String],
        size: Size,
    ) -> Result<(Log, Vec<Finished>)> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => bail!("cannot read the log {}: {error}", path.display()),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let complete = text.get(..whole).unwrap_or_default();
        if complete.is_empty() {
            let _ = std::fs::remove_file(path);
            return Ok((Log::create(path, terms)?, Vec::new()));
        }
        let finished = read(complete, terms, fixtures, names, size)
            .with_context(|| format!("cannot go on with the log {}", path.display()))?;
        let file = OpenOptions::new()
            .append(true)
            .open(path)
            .and_then(|file| file.set_len(whole as u64).map(|()| file))
            .with_context(|| format!("cannot write the log {}", path.display()))?;
        Ok((Log { file, path: path.to_path_buf() }, finished))
    }

    pub fn record(&mut self, finished: &Finished, names: &[String], size: Size) -> Result<()> {
        self.write_line(&Entry::new(finished, names, size))
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_string(value).context("cannot write JSON")?;
        line.push('\n');
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush())
            .with_context(|| format!("cannot write the log {}", self.path.display()))
    }
}

fn read(
    text: &str,
    terms: &[String],
    fixtures: &[Fixture],
    names: &[String],
    size: Size,
) -> Result<Vec<Finished>> {
    let mut lines = text.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or_default())
        .context("line 1 does not say what is played")?;
    ensure!(head.arena == VERSION, "it has version {}, this arena writes {VERSION}", head.arena);
    ensure!(head.terms.len() == terms.len(), "it was made with more or fewer engines");
    for (now, then) in terms.iter().zip(&head.terms) {
        ensure!(now == then, "it was made with {then}, not with {now}");
    }
    let mut finished: Vec<Finished> = Vec::new();
    for (line, text) in (2..).zip(lines) {
        let entry: Entry =
            serde_json::from_str(text).with_context(|| format!("line {line} is no game"))?;
        let game = entry
            .matched(fixtures, names, size)
            .with_context(|| format!("line {line} does not belong to this match"))?;
        ensure!(
            !finished.iter().any(|other| other.fixture.index == game.fixture.index),
            "line {line} repeats game {}",
            entry.game
        );
        finished.push(game);
    }
    Ok(finished)
}

impl Entry {
    fn new(finished: &Finished, names: &[String], size: Size) -> Entry {
        let Finished { fixture, game } = finished;
        let name = |seat: usize| engine_at(fixture, seat).and_then(|engine| names.get(engine));
        let name = |seat: usize| name(seat).cloned().unwrap_or_default();
        let points: Vec<_> = game.moves.iter().map(|played| played.point).collect();
        let millis = |used: Duration| used.as_millis().try_into().unwrap_or(u64::MAX);
        Entry {
            game: fixture.index + 1,
            black: name(game.black),
            white: name(1 - game.black.min(1)),
            winner: game.ending.winner.map(name),
            reason: game.ending.reason,
            detail: game.ending.detail.clone(),
            opening: game.opening,
            moves: format_moves(&points, size, Rows::FromTop),
            milliseconds: game.moves.iter().map(|played| millis(played.used)).collect(),
            answers: game.answers.iter().map(|it| (it.seat, millis(it.used))).collect(),
            remarks: game.moves.iter().map(|played| played.remark.clone()).collect(),
        }
    }

    /// The game this entry tells about, if the schedule has it.
    fn matched(&self, fixtures: &[Fixture], names: &[String], size: Size) -> Result<Finished> {
        let index = self.game.checked_sub(1).context("there is no game 0")?;
        let fixture = *fixtures.get(index).context("the schedule is shorter")?;
        let seat_of = |name: &String| {
            fixture.engines.iter().position(|&engine| names.get(engine) == Some(name))
        };
        let black = seat_of(&self.black).context("black plays another game")?;
        ensure!(seat_of(&self.white) == Some(1 - black), "white plays another game");
        let winner = match &self.winner {
            Some(name) => Some(seat_of(name).context("the winner did not play")?),
            None => None,
        };
        let points = parse_moves(&self.moves, size, Rows::FromTop)?;
        let mut moves = Vec::new();
        for (ply, point) in points.into_iter().enumerate() {
            let used = self.milliseconds.get(ply).copied().unwrap_or(0);
            let remark = self.remarks.get(ply).cloned().unwrap_or_default();
            moves.push(PlayedMove { point, used: Duration::from_millis(used), remark });
        }
        let ending = Ending { winner, reason: self.reason, detail: self.detail.clone() };
        let answered = |&(seat, used)| Answered { seat, used: Duration::from_millis(used) };
        let answers = self.answers.iter().map(answered).collect();
        let game = PlayedGame { moves, answers, opening: self.opening, black, ending };
        Ok(Finished { fixture, game })
    }
}

fn engine_at(fixture: &Fixture, seat: usize) -> Option<usize> {
    fixture.engines.get(seat).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::{Order, Plan, schedule};
    use crate::board::Point;

    struct Match {
        path: PathBuf,
        names: Vec<String>,
        terms: Vec<String>,
        fixtures: Vec<Fixture>,
        size: Size,
    }

    impl Match {
        fn new(name: &str) -> Match {
            let size = Size::new(20, 15).unwrap();
            let plan = Plan {
                engines: 2,
                gauntlet: false,
                games: 4,
                openings: 1,
                order: Order::Random,
                transform: false,
                seed: 1,
                size,
            };
            let name = format!("fukumi-log-{}-{name}.jsonl", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            Match {
                path,
                names: vec!["A \"x\"".to_string(), "B".to_string()],
                terms: vec!["rule renju".to_string()],
                fixtures: schedule(&plan),
                size,
            }
        }

        fn finished(&self, index: usize) -> Finished {
            let moves = [(19, 14, 0, None), (3, 4, 250, Some("+M5"))].map(|(x, y, ms, score)| {
                let remark = Remark { score: score.map(String::from), depth: score.map(|_| 9) };
                PlayedMove { point: Point::new(x, y), used: Duration::from_millis(ms), remark }
            });
            let (winner, reason) = (Some(0), Reason::IllegalMove);
            let ending = Ending { winner, reason, detail: "what \\ now".to_string() };
            let answers = vec![Answered { seat: 1, used: Duration::from_millis(250) }];
            let (moves, black) = (moves.to_vec(), index % 2);
            let game = PlayedGame { moves, answers, opening: 1, black, ending };
            Finished { fixture: self.fixtures[index], game }
        }

        fn resume(&self) -> Result<(Log, Vec<Finished>)> {
            Log::resume(&self.path, &self.terms, &self.fixtures, &self.names, self.size)
        }

        fn record(&self, log: &mut Log, index: usize) {
            log.record(&self.finished(index), &self.names, self.size).unwrap();
        }
    }

    impl Drop for Match {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.path);
        }
    }

    #[test]
    fn games_come_back_as_they_were() {
        let games = Match::new("back");
        let mut log = Log::create(&games.path, &games.terms).unwrap();
        games.record(&mut log, 2);
        games.record(&mut log, 1);
        assert_eq!(games.resume().unwrap().1, [games.finished(2), games.finished(1)]);
    }

    #[test]
    fn a_torn_last_line_is_dropped_and_the_log_goes_on() {
        let games = Match::new("torn");
        let mut log = Log::create(&games.path, &games.terms).unwrap();
        games.record(&mut log, 0);
        let whole = std::fs::read(&games.path).unwrap();
        games.record(&mut log, 1);
        let both = std::fs::read(&games.path).unwrap();
        std::fs::write(&games.path, &both[..(whole.len() + both.len()) / 2]).unwrap();
        let (mut log, finished) = games.resume().unwrap();
        assert_eq!(finished, [games.finished(0)]);
        games.record(&mut log, 1);
        assert_eq!(std::fs::read(&games.path).unwrap(), both);
    }

    #[test]
    fn resuming_nothing_begins() {
        let games = Match::new("nothing");
        assert_eq!(games.resume().unwrap().1, []);
        assert!(Log::create(&games.path, &games.terms).is_err());
        std::fs::write(&games.path, "{\"are").unwrap();
        assert_eq!(games.resume().unwrap().1, []);
    }

    #[test]
    fn a_log_of_another_match_is_refused_and_left_alone() {
        let mut games = Match::new("other");
        let mut log = Log::create(&games.path, &games.terms).unwrap();
        games.record(&mut log, 3);
        let before = std::fs::read(&games.path).unwrap();
        let error = |games: &Match| format!("{:#}", games.resume().err().unwrap());
        games.terms = vec!["rule caro".to_string()];
        assert!(error(&games).contains("rule renju, not with rule caro"));
        games.terms = vec!["rule renju".to_string()];
        games.fixtures.pop();
        assert!(error(&games).contains("line 2"));
        assert_eq!(std::fs::read(&games.path).unwrap(), before);
    }
}
