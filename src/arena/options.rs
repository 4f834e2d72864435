//! The match as it is asked for on the command line, and what it means.

use super::entrant::{Entrant, EntrantSpec, SearchLimits};
use super::player::Terms;
use super::schedule::{Fixture, Order, Plan, schedule};
use super::sprt::Sprt;
use super::system;
use super::timing::{format_time_control, parse_seconds, parse_time_control};
use crate::board::Size;
use crate::board::notation::Rows;
use crate::book::openings::{Opening, balanced, read_openings};
use crate::clock::TimeControl;
use crate::rng::mix;
use crate::rules::Rule;
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;
use std::time::Duration;

/// What can be said on the command line; said twice, the later one holds.
#[derive(Clone, Debug, clap::Args)]
#[command(args_override_self = true)]
pub struct Options {
    /// An engine: name=A,cmd="PROGRAM ARGS" or name=A,player=NAME for one of our own (fukumi is
    /// full strength); further dir=PATH, tc=, nodes=, depth=, memory=, threads=, strength=,
    /// info.KEY=VALUE, strict=true. Twice or more.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    pub engines: Vec<EntrantSpec>,
    /// freestyle, standard, renju, caro, caro5, or a code of INFO rule.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Side or WIDTHxHEIGHT of the board, 5 to 32.
    #[arg(long, default_value = "15")]
    pub size: Size,
    /// Time in seconds, MATCH/TURN[+INCREMENT]; 0 is no limit but that of an answer, ten minutes.
    #[arg(long, default_value = "0/1", value_parser = parse_time_control)]
    pub tc: TimeControl,
    /// Games of each two engines; even, for openings are played with both colors.
    #[arg(long, default_value_t = 2)]
    pub games: usize,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    pub concurrency: usize,
    /// A file of openings, one a line as h8i9 or as offsets; "builtin" or "none".
    #[arg(long, default_value = "builtin", value_name = "FILE")]
    pub openings: String,
    /// Rows in the file count from the bottom, as graphical programs write them.
    #[arg(long)]
    pub rows_from_bottom: bool,
    #[arg(long, value_enum, default_value_t = Order::Random)]
    pub order: Order,
    /// Turn or mirror each opening at random.
    #[arg(long)]
    pub transform: bool,
    /// Decides the order of openings and their symmetries.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Only the first engine meets all others.
    #[arg(long)]
    pub gauntlet: bool,
    /// Openings are negotiated by swap2; all engines must know SWAP2BOARD.
    #[arg(long)]
    pub swap2: bool,
    /// A game with this many stones is a draw.
    #[arg(long, value_name = "STONES")]
    pub draw_after: Option<usize>,
    /// Send the whole position with every request.
    #[arg(long)]
    pub board_each_move: bool,
    /// Most nodes for a move, for all engines.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Most plies of depth, for all engines.
    #[arg(long)]
    pub depth: Option<u32>,
    /// Most memory of an engine in MiB, told and held; 0 is unlimited.
    #[arg(long, default_value_t = 350)]
    pub memory: u64,
    /// MiB by which an engine may exceed its memory.
    #[arg(long, default_value_t = 64)]
    pub memory_tolerance: u64,
    /// Search threads, for all engines.
    #[arg(long)]
    pub threads: Option<u32>,
    /// A setting for all engines, KEY=VALUE, sent as INFO KEY VALUE.
    #[arg(long = "info", value_name = "KEY=VALUE", value_parser = parse_setting)]
    pub settings: Vec<(String, String)>,
    /// Seconds by which an answer may exceed its limit.
    #[arg(long, default_value = "1", value_parser = parse_seconds)]
    pub tolerance: Duration,
    /// Seconds an engine may take to be ready for a game.
    #[arg(long, default_value = "10", value_parser = parse_seconds)]
    pub start_time: Duration,
    /// Stop engines from running while they are not asked.
    #[arg(long)]
    pub freeze: bool,
    /// Start engines anew for every game.
    #[arg(long)]
    pub fresh: bool,
    /// End by a test: elo0=0,elo1=10[,alpha=0.05,beta=0.05]. The first engine is the new one.
    #[arg(long)]
    pub sprt: Option<Sprt>,
    /// Write every game to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Go on with the match in the log.
    #[arg(long)]
    pub resume: bool,
    /// Write games to this folder as Piskvork saves them.
    #[arg(long, value_name = "DIR")]
    pub psq: Option<PathBuf>,
    /// Write games to this folder as SGF.
    #[arg(long, value_name = "DIR")]
    pub sgf: Option<PathBuf>,
    /// Write all that engines are told and say to this file.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// A match that is ready to begin.
#[derive(Clone, Debug)]
pub struct Match {
    pub entrants: Vec<Entrant>,
    pub terms: Terms,
    pub openings: Vec<Opening>,
    pub fixtures: Vec<Fixture>,
}

const MOST_GAMES_AT_ONCE: usize = 256;
const MOST_GAMES: usize = 1_000_000;

impl Options {
    /// Checks that everything fits together, and makes the schedule.
    pub fn prepare(&self) -> Result<Match> {
        self.check()?;
        let entrants = self.entrants()?;
        let openings = self.read_openings()?;
        let longest = openings.iter().map(Vec::len).max().unwrap_or(0);
        if let Some(most) = self.draw_after {
            let opening = if self.swap2 { 5 } else { longest };
            ensure!(
                most > opening,
                "--draw-after {most} would end games in the opening, which has up to {opening} stones"
            );
        }
        let fixtures = schedule(&Plan {
            engines: entrants.len(),
            gauntlet: self.gauntlet,
            games: self.games,
            openings: openings.len(),
            order: self.order,
            transform: self.transform,
            seed: self.seed,
            size: self.size,
        });
        ensure!(fixtures.len() <= MOST_GAMES, "{} games are too many", fixtures.len());
        Ok(Match { entrants, terms: self.terms(), openings, fixtures })
    }

    /// Everything the games depend on, for the log. The number of games is missing on purpose: a
    /// match may be made longer.
    pub fn describe(&self, prepared: &Match) -> Vec<String> {
        let stones = prepared
            .openings
            .iter()
            .flat_map(|opening| opening.iter().map(|point| point.index() as u64).chain([u64::MAX]));
        let print = stones.fold(0, |print, stone| mix(print ^ mix(stone)));
        let mut terms: Vec<String> =
            prepared.entrants.iter().map(|entrant| format!("engine {entrant}")).collect();
        terms.extend([
            format!("rule {}", self.rule),
            format!("size {}", self.size),
            format!("{} openings ({print:016x})", prepared.openings.len()),
            format!("order {:?}, seed {}, transform {}", self.order, self.seed, self.transform),
            format!("gauntlet {}, swap2 {}", self.gauntlet, self.swap2),
            format!("draw after {:?}", self.draw_after),
            format!("tolerance {:?}, start time {:?}", self.tolerance, self.start_time),
            format!("memory tolerance {} MiB", self.memory_tolerance),
            format!("board each move {}", self.board_each_move),
            format!("freeze {}, fresh {}", self.freeze, self.fresh),
        ]);
        terms
    }

    /// How the games are played, in a few words.
    pub fn conditions(&self) -> String {
        let threads =
            self.threads.map_or_else(String::new, |threads| format!(", threads {threads}"));
        let limits = [("nodes", self.nodes), ("depth", self.depth.map(u64::from))]
            .into_iter()
            .filter_map(|(key, value)| value.map(|value| format!(", {key} {value}")))
            .collect::<String>();
        let time = format_time_control(&self.tc);
        format!("{} {}, tc {time}{limits}{threads}", self.rule, self.size)
    }

    fn check(&self) -> Result<()> {
        ensure!(self.engines.len() >= 2, "a match needs two engines or more");
        ensure!(self.games > 0, "--games must be above 0");
        ensure!(
            self.games.is_multiple_of(2),
            "--games {} is odd, but every opening is played with both colors",
            self.games
        );
        ensure!(
            (1..=MOST_GAMES_AT_ONCE).contains(&self.concurrency),
            "--concurrency goes from 1 to {MOST_GAMES_AT_ONCE}"
        );
        ensure!(
            self.sprt.is_none() || self.engines.len() == 2,
            "--sprt compares two engines, not {}",
            self.engines.len()
        );
        ensure!(!self.resume || self.log.is_some(), "--resume needs the --log of the match");
        ensure!(
            !self.swap2 || matches!(self.openings.as_str(), "builtin" | "none"),
            "--swap2 and --openings contradict: openings are negotiated"
        );
        ensure!(
            !self.rows_from_bottom || !matches!(self.openings.as_str(), "builtin" | "none"),
            "--rows-from-bottom needs an --openings file"
        );
        ensure!(!self.freeze || system::CAN_FREEZE, "--freeze is not possible on this system");
        for (key, value) in [("nodes", self.nodes), ("depth", self.depth.map(u64::from))] {
            ensure!(value != Some(0), "--{key} must be above 0");
        }
        ensure!(self.threads != Some(0), "--threads must be above 0");
        Ok(())
    }

    fn entrants(&self) -> Result<Vec<Entrant>> {
        let shared = SearchLimits {
            nodes: self.nodes,
            depth: self.depth,
            memory: Some(self.memory),
            threads: self.threads,
        };
        let mut entrants: Vec<Entrant> = Vec::new();
        for spec in &self.engines {
            let entrant = spec.clone().complete(self.tc, shared, &self.settings)?;
            if entrants.iter().any(|other| other.name == entrant.name) {
                bail!("two engines have the name {}", entrant.name);
            }
            if let Some(directory) = &entrant.directory {
                ensure!(
                    directory.is_dir(),
                    "engine {}: there is no folder {}",
                    entrant.name,
                    directory.display()
                );
            }
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    fn read_openings(&self) -> Result<Vec<Opening>> {
        let file = match self.openings.as_str() {
            _ if self.swap2 => return Ok(vec![Vec::new()]),
            "none" => return Ok(vec![Vec::new()]),
            "builtin" => return Ok(balanced(self.rule, self.size)),
            file => file,
        };
        let text = std::fs::read(file).with_context(|| format!("cannot read openings {file}"))?;
        let text = String::from_utf8_lossy(&text);
        let rows = if self.rows_from_bottom { Rows::FromBottom } else { Rows::FromTop };
        let openings = read_openings(&text, self.rule, self.size, rows)
            .with_context(|| format!("openings {file}"))?;
        ensure!(!openings.is_empty(), "there is no opening in {file}");
        Ok(openings)
    }

    fn terms(&self) -> Terms {
        Terms {
            rule: self.rule,
            size: self.size,
            tolerance: self.tolerance,
            memory_tolerance: self.memory_tolerance.saturating_mul(1 << 20),
            start_patience: self.start_time,
            freeze: self.freeze,
            fresh: self.fresh,
            board_each_move: self.board_each_move,
            draw_after: self.draw_after,
            swap2: self.swap2,
        }
    }
}

fn parse_setting(text: &str) -> Result<(String, String)> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => {
            Ok((key.to_string(), value.to_string()))
        }
        _ => bail!("`{text}` is not KEY=VALUE"),
    }
}
