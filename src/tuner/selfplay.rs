//! Games of the engine against itself at a fixed number of nodes, written as a dataset.
//!
//! A game depends on the seed and its number only, and games are written in the order of their
//! numbers, so a file is the same whatever the number of threads, and can be continued.

use super::dataset::{Dataset, Game, Header, Searched, Step};
use super::opening::{play_opening, search};
use crate::board::{Color, Point, Size};
use crate::eval::Evaluator;
use crate::pattern::Threat;
use crate::position::Position;
use crate::rng::{Rng, mix};
use crate::rules::{Referee, Rule};
use crate::score::Score;
use crate::search::Searcher;
use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// Memory of one thread's transposition table.
const TABLE_BYTES: usize = 4 << 20;
/// A game that fills this part of the board, in percent, is a draw.
const DRAW_FILL: usize = 75;
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
    #[arg(long, default_value_t = 1_000)]
    pub nodes: u32,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the games go.
    #[arg(long)]
    pub out: PathBuf,
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// Continue a file that was begun with the same options.
    #[arg(long)]
    pub resume: bool,
    /// Replace an existing file.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}

/// The board sizes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    All(Size),
    Mixed,
}

impl FromStr for Boards {
    type Err = <Size as FromStr>::Err;

    fn from_str(text: &str) -> Result<Boards, Self::Err> {
        if text.eq_ignore_ascii_case("mixed") {
            return Ok(Boards::Mixed);
        }
        text.parse().map(Boards::All)
    }
}

/// The sides of mixed boards; those that occur more often are played more often.
const MIXED_SIDES: [usize; 12] = [15, 15, 15, 15, 15, 20, 20, 20, 20, 17, 19, 13];

/// Plays the games that the file does not hold yet.
pub fn run(options: &SelfplayOptions) -> Result<()> {
    let header = Header {
        rule: options.rule,
        size: match options.size {
            Boards::All(size) => Some(size),
            Boards::Mixed => None,
        },
        nodes: options.nodes,
        seed: options.seed,
    };
    ensure!(options.nodes >= 50, "--nodes must be at least 50");
    let (mut file, done) = open(options, &header)?;
    let bar = progress_bar(options.games, done)?;
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
        let result = write_in_order(&mut file, receiver, done, &bar);
        is_failing.store(result.is_err(), Ordering::Relaxed);
        result.with_context(|| format!("{}", options.out.display()))
    })?;
    bar.finish();
    Ok(())
}

/// Writes games in the order of their numbers, the first of which is `next`.
fn write_in_order(
    file: &mut File,
    games: mpsc::Receiver<Game>,
    mut next: u32,
    bar: &ProgressBar,
) -> std::io::Result<()> {
    let mut waiting = BTreeMap::new();
    for game in games {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&next) {
            file.write_all(&game.to_bytes())?;
            next += 1;
            bar.inc(1);
        }
    }
    Ok(())
}

/// Opens the output and says how many games it holds already.
fn open(options: &SelfplayOptions, header: &Header) -> Result<(File, u32)> {
    let path = &options.out;
    let name = path.display();
    if options.resume && path.exists() {
        return resume(path, header).with_context(|| format!("{name}"));
    }
    if path.exists() && !options.force {
        bail!("{name} exists; --resume continues it, --force replaces it");
    }
    let mut file = File::create(path).with_context(|| format!("{name}"))?;
    file.write_all(&header.to_bytes()).with_context(|| format!("{name}"))?;
    Ok((file, 0))
}

fn resume(path: &Path, header: &Header) -> Result<(File, u32)> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let dataset = Dataset::from_bytes(&bytes)?;
    let old = dataset.header;
    ensure!(old == *header, "begun with other options: {old:?}");
    let in_order = dataset.games.iter().zip(0..).all(|(game, number)| game.number == number);
    ensure!(in_order, "the games are not numbered from 0 without a gap");
    file.set_len(dataset.whole_bytes as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, dataset.games.len() as u32))
}

fn progress_bar(games: u32, done: u32) -> Result<ProgressBar> {
    let style = "{bar:30} {pos}/{len} games, {elapsed} gone, {eta} left";
    let bar = ProgressBar::new(games.into()).with_style(ProgressStyle::with_template(style)?);
    bar.set_position(done.into());
    bar.reset_eta();
    Ok(bar)
}

/// Plays one game.
pub fn play_game(header: &Header, number: u32, searcher: &Searcher) -> Game {
    let mut rng = Rng::new(mix(header.seed) ^ u64::from(number));
    let size = header.size.unwrap_or_else(|| mixed_size(&mut rng));
    let nodes = u64::from(header.nodes);
    let mut position = play_opening(&mut rng, size, header.rule, 2 * nodes, searcher);
    let mut referee = Referee::new(header.rule, size);
    let mut steps = Vec::new();
    for played in position.moves() {
        steps.push(Step { played, searched: None });
        let outcome = referee.play(played);
        debug_assert!(outcome.is_ok_and(|outcome| !outcome.is_over()));
    }
    let opening = steps.len();
    while !referee.outcome().is_over() && steps.len() * 100 < size.area() * DRAW_FILL {
        let Some((best, score)) = search(searcher, &position, nodes) else { break };
        let may_deviate = steps.len() < opening + DEVIATING_PLIES && rng.chance(1, 9);
        let deviation = if may_deviate { deviation(&mut rng, &mut position, score) } else { None };
        let played = deviation.unwrap_or(best);
        let is_known = score > -Score::INFINITE;
        steps.push(Step { played, searched: is_known.then_some(Searched { best, score }) });
        position.play(played);
        if referee.play(played).is_err() {
            break;
        }
    }
    let winner: Option<Color> = referee.outcome().winner();
    Game { number, rule: header.rule, size, winner, steps }
}

fn mixed_size(rng: &mut Rng) -> Size {
    let side = rng.choose(&MIXED_SIDES).copied().unwrap_or(Size::MIN);
    Size::square(side).unwrap_or_else(|_| unreachable!("all sides are within the limits"))
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
