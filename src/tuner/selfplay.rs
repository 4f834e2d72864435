//! Games of the engine against itself at a fixed number of nodes, written as a dataset.
//!
//! A game depends on the seed and its number only, and games are written in the order of their
//! numbers, so a file is the same whatever the number of threads, and can be continued.

use super::dataset::{Dataset, Game, Header, Searched, Step};
use super::game::{Boards, OwnGame, mixed_size};
use super::opening::{play_opening, search};
use super::output::Output;
use crate::board::Point;
use crate::eval::Evaluator;
use crate::pattern::Threat;
use crate::position::Position;
use crate::rng::{Rng, mix};
use crate::rules::Rule;
use crate::score::Score;
use crate::search::Searcher;
use crate::terminal::ProgressBar;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// Memory of one thread's transposition table.
const TABLE_BYTES: usize = 4 << 20;
/// Moves after the opening that may deviate from the best one.
const DEVIATING_PLIES: usize = 20;
/// How many promising moves a deviation chooses from.
const DEVIATION_CHOICE: usize = 8;

/// `tuner selfplay`
#[derive(clap::Args, Clone, Debug)]
pub struct SelfplayOptions {
    /// The rule of all games.
    #[arg(long)]
    pub rule: Rule,
    /// The board: 15, 20x15, or "mixed" for a mixture of the sizes in use.
    #[arg(long, default_value = "mixed")]
    pub size: Boards,
    /// How many games the file shall hold.
    #[arg(long)]
    pub games: u32,
    /// Nodes per move.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(50..))]
    pub nodes: u32,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    #[command(flatten)]
    pub output: Output,
}

/// Plays the games that the file does not hold yet.
pub fn run(options: &SelfplayOptions) -> Result<()> {
    let header = Header {
        rule: options.rule,
        size: options.size.common(),
        nodes: options.nodes,
        seed: options.seed,
    };
    let (mut file, done) = options.output.open(&header.to_bytes(), |bytes| done(&header, bytes))?;
    let mut bar = ProgressBar::new(options.games.into(), done.into());
    let next = AtomicU32::new(done);
    let is_failing = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, next, is_failing) = (sender.clone(), &next, &is_failing);
            scope.spawn(move || {
                let mut searcher = Searcher::new(TABLE_BYTES, 1);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.games || is_failing.load(Ordering::Relaxed) {
                        return;
                    }
                    searcher.clear();
                    let game = play_game(&header, number, &searcher);
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(&mut file, receiver, done, &mut bar);
        is_failing.store(result.is_err(), Ordering::Relaxed);
        result.with_context(|| options.output.out.display().to_string())
    })?;
    Ok(())
}

/// Writes games in the order of their numbers, the first of which is `next`.
fn write_in_order(
    file: &mut File,
    games: mpsc::Receiver<Game>,
    mut next: u32,
    bar: &mut ProgressBar,
) -> std::io::Result<()> {
    let mut waiting = BTreeMap::new();
    for game in games {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&next) {
            file.write_all(&game.to_bytes())?;
            next += 1;
            bar.advance(next.into(), "games,");
        }
    }
    Ok(())
}

/// How many bytes of an output are whole, and how many games they hold.
fn done(header: &Header, bytes: &[u8]) -> Result<(usize, u32)> {
    let dataset = Dataset::from_bytes(bytes)?;
    let old = dataset.header;
    ensure!(old == *header, "begun with other options: {old:?}");
    let in_order = dataset.games.iter().zip(0..).all(|(game, number)| game.number == number);
    ensure!(in_order, "the games are not numbered from 0 without a gap");
    Ok((dataset.whole_bytes, dataset.games.len() as u32))
}

/// Plays one game.
pub fn play_game(header: &Header, number: u32, searcher: &Searcher) -> Game {
    let mut rng = Rng::new(mix(header.seed) ^ u64::from(number));
    let size = header.size.unwrap_or_else(|| mixed_size(&mut rng));
    let nodes = u64::from(header.nodes);
    let opening = play_opening(&mut rng, size, header.rule, 2 * nodes, searcher);
    let mut steps: Vec<Step> =
        opening.moves().map(|played| Step { played, searched: None }).collect();
    let last_deviating = steps.len() + DEVIATING_PLIES;
    let mut game = OwnGame::new(opening);
    while !game.is_over() {
        let Some((best, score)) = search(searcher, &game.position, nodes) else { break };
        let may_deviate = steps.len() < last_deviating && rng.chance(1, 9);
        let deviation =
            if may_deviate { deviation(&mut rng, &mut game.position, score) } else { None };
        let played = deviation.unwrap_or(best);
        let is_known = score > -Score::INFINITE;
        steps.push(Step { played, searched: is_known.then_some(Searched { best, score }) });
        game.play(played);
    }
    Game { number, rule: header.rule, size, winner: game.winner(), steps }
}

/// A legal move that looks sensible without search, so that bad positions come up too; none where
/// the game is decided or a threat leaves no choice.
fn deviation(rng: &mut Rng, position: &mut Position, score: Score) -> Option<Point> {
    let other = !position.to_move();
    let is_pressed = position.has_five(other) || position.count(other, Threat::OpenFour) > 0;
    if score.is_decided() || is_pressed {
        return None;
    }
    let evaluator = Evaluator::new(position);
    let mut points: Vec<Point> = position.candidates().iter().collect();
    points.retain(|&point| !position.is_forbidden(point));
    points.sort_by_key(|&point| -evaluator.promise(position, point));
    if !rng.chance(1, 4) {
        points.truncate(DEVIATION_CHOICE);
    }
    rng.choose(&points).copied()
}
