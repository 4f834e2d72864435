//! A match from its options to its result.

use super::archive::Archive;
use super::game;
use super::log::{Finished, Log};
use super::options::{Match, Options};
use super::player::Seat;
use super::progress::Progress;
use super::report;
use super::schedule::Fixture;
use super::sprt::Decision;
use super::standings::Standings;
use super::trace::Trace;
use anyhow::{Context, Result};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Why a match was not played to its end.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for cannot be done; nothing was played.
    BadInput(anyhow::Error),
    /// Results could not be written.
    Broken(anyhow::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::BadInput(error) | Failure::Broken(error) => write!(f, "{error:#}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Plays all games that are asked for and reports the result.
pub fn run(options: &Options) -> Result<(), Failure> {
    let prepared = prepare(options).map_err(Failure::BadInput)?;
    play(options, prepared).map_err(Failure::Broken)
}

/// All that is needed to begin.
struct Prepared {
    games: Match,
    trace: Trace,
    archive: Archive,
    log: Option<Log>,
    standings: Standings,
    /// What is not in the log yet.
    todo: Vec<Fixture>,
    decision: Decision,
}

fn prepare(options: &Options) -> Result<Prepared> {
    let games = options.prepare()?;
    let trace = options.trace.as_deref().map(Trace::create).transpose()?.unwrap_or_default();
    try_engines(&games, &trace)?;
    let archive = Archive::create(options)?;
    let names: Vec<String> = games.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let description = options.describe(&games);
    let (log, finished) = match &options.log {
        Some(path) if options.resume => {
            let size = games.terms.size;
            let (log, finished) = Log::resume(path, &description, &games.fixtures, &names, size)?;
            (Some(log), finished)
        }
        Some(path) => (Some(Log::create(path, &description)?), Vec::new()),
        None => (None, Vec::new()),
    };
    let mut standings = Standings::new(names);
    let mut decision = Decision::Continue;
    let mut todo = games.fixtures.clone();
    for game in &finished {
        standings.record(game);
        decision = decided(decision, options, &standings);
        todo.retain(|fixture| fixture.index != game.fixture.index);
    }
    Ok(Prepared { games, trace, archive, log, standings, todo, decision })
}

/// Every engine must start and take the board before the first game begins.
fn try_engines(games: &Match, trace: &Trace) -> Result<()> {
    for entrant in &games.entrants {
        let mut seat = Seat::new(entrant, &games.terms, trace);
        if let Err(fault) = seat.start_game() {
            anyhow::bail!("engine {}: {}", entrant.name, fault.detail);
        }
    }
    Ok(())
}

fn play(options: &Options, prepared: Prepared) -> Result<()> {
    let Prepared { games, trace, archive, mut log, mut standings, todo, mut decision } = prepared;
    let total = games.fixtures.len() as u64;
    let mut progress = Progress::new(standings.games(), total);
    let todo = if decision == Decision::Continue { todo } else { Vec::new() };
    let queue = Queue {
        games: &games,
        trace: &trace,
        todo: Mutex::new(todo.into_iter()),
        closed: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..options.concurrency {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || queue.serve(&sender));
        }
        drop(sender);
        for finished in results {
            let kept = archive.write(&finished, &games).and_then(|()| match &mut log {
                Some(log) => log.record(&finished, &standings.names, games.terms.size),
                None => Ok(()),
            });
            if kept.is_err() {
                queue.close();
                return kept;
            }
            standings.record(&finished);
            decision = decided(decision, options, &standings);
            if decision != Decision::Continue {
                queue.close();
            }
            announce(&mut progress, &finished, &standings, options);
        }
        Ok(())
    })
    .context("the match was interrupted")?;
    let mut summary = report::summary(&standings);
    if let Some(sprt) = &options.sprt {
        summary += "\n";
        summary += &report::sprt_block(&standings, sprt, decision, &options.conditions());
    }
    progress.finish(&summary);
    Ok(())
}

/// A test that has ended stays ended, whatever the games say that were still being played.
fn decided(decision: Decision, options: &Options, standings: &Standings) -> Decision {
    match &options.sprt {
        Some(sprt) if decision == Decision::Continue => sprt.decide(&standings.pairs(0, 1)),
        _ => decision,
    }
}

fn announce(
    progress: &mut Progress,
    finished: &Finished,
    standings: &Standings,
    options: &Options,
) {
    let [a, b] = finished.fixture.engines;
    let score = report::running_score(standings, options.sprt.as_ref(), a.min(b), a.max(b));
    progress.game(standings.games(), &report::game_line(finished, standings), &score);
}

/// Where the games are taken from and played, several at a time.
struct Queue<'a> {
    games: &'a Match,
    trace: &'a Trace,
    todo: Mutex<std::vec::IntoIter<Fixture>>,
    closed: AtomicBool,
}

impl Queue<'_> {
    /// No further game is begun.
    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Plays one game after another until there is none left.
    fn serve(&self, results: &Sender<Finished>) {
        let mut idle: Vec<(usize, Seat)> = Vec::new();
        while let Some(fixture) = self.next() {
            let mut seats = fixture.engines.map(|engine| {
                let place = idle.iter().position(|(other, _)| *other == engine);
                place.map(|place| idle.swap_remove(place).1).or_else(|| self.seat(engine))
            });
            idle.clear();
            let [Some(first), Some(second)] = &mut seats else { return };
            let opening: Vec<_> = self
                .games
                .openings
                .get(fixture.opening)
                .into_iter()
                .flatten()
                .map(|&point| fixture.symmetry.apply(point, self.games.terms.size))
                .collect();
            let game = game::play(&self.games.terms, [first, second], &opening);
            if results.send(Finished { fixture, game }).is_err() {
                return;
            }
            let seated = fixture.engines.into_iter().zip(seats);
            idle.extend(seated.filter_map(|(engine, seat)| Some((engine, seat?))));
        }
    }

    fn next(&self) -> Option<Fixture> {
        if self.closed.load(Ordering::Relaxed) {
            return None;
        }
        self.todo.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn seat(&self, engine: usize) -> Option<Seat<'_>> {
        let entrant = self.games.entrants.get(engine)?;
        Some(Seat::new(entrant, &self.games.terms, self.trace))
    }
}
