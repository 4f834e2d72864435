//! From files of games to weights, with a report of how good they are.

use super::backoff::{Backoff, Spreads};
use super::dataset::{Game, read_files};
use super::network::{self, Model};
use super::samples::{self, FACTS, Group, PAIRS, Samples, Split};
use super::value::{self, Mixture};
use super::{ordering, parallel, report};
use crate::board::Color;
use crate::eval::{Facts, Network, Pair, Pools, Weights, WeightsFile};
use crate::pattern::{Code, PatternTable};
use crate::rules::Rule;
use crate::score::Score;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};

/// Points per logit of winning chance.
pub const POINTS: f64 = Score::POINTS_PER_LOGIT as f64;
/// Promise per logit of being the best move.
const PROMISE: f64 = 50.0;

/// `tuner fit`
#[derive(clap::Args, Clone, Debug)]
pub struct FitOptions {
    /// The rule that the weights are for.
    #[arg(long)]
    pub rule: Rule,
    /// Files of self-played games.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The weights file whose section for the rule is to be written.
    #[arg(long)]
    pub into: Option<PathBuf>,
    /// Replace the section if there is one.
    #[arg(long)]
    pub force: bool,
    /// Leave these tables of the section as they are, and fit the rest on top. A search finds best
    /// only what its promises let it look at, so promises fitted to their own games narrow.
    #[arg(long, value_delimiter = ',', requires = "into")]
    pub keep: Vec<Table>,
    /// The share of the game's result in what a position is worth; the rest is the search's.
    #[arg(long, default_value_t = 0.3, value_parser = share)]
    pub result_share: f64,
    /// How far the value of one code may stray from those of its kind, in logits.
    #[arg(long, default_value_t = 0.05, value_parser = spread)]
    pub code_spread: f64,
    /// How far the value of one pair of threats may stray, in logits.
    #[arg(long, default_value_t = 0.2, value_parser = spread)]
    pub pair_spread: f64,
    /// How far the value of one combination of facts may stray, in logits.
    #[arg(long, default_value_t = 0.2, value_parser = spread)]
    pub facts_spread: f64,
    /// How far the promise of one code or pair may stray, in logits.
    #[arg(long, default_value_t = 0.7, value_parser = spread)]
    pub promise_spread: f64,
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
}

fn share(text: &str) -> Result<f64, String> {
    number_in(text, |number| (0.0..=1.0).contains(&number), "from 0 to 1")
}

/// Nothing may stray by 0: what is not known could not become known.
fn spread(text: &str) -> Result<f64, String> {
    number_in(text, |number| (1e-6..=1e6).contains(&number), "from 0.000001 to 1000000")
}

fn number_in(text: &str, fits: impl Fn(f64) -> bool, range: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number| fits(number));
    number.ok_or_else(|| format!("it goes {range}"))
}

/// What can be kept of the weights that are there.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Of codes and facts.
    Values,
    Promises,
}

/// Fits, reports, and writes.
pub fn run(options: &FitOptions) -> Result<()> {
    let file = match &options.into {
        Some(path) => Some((path, read_weights(path, options)?)),
        None => None,
    };
    let old = file.as_ref().and_then(|(_, file)| file.get(options.rule).cloned());
    ensure!(
        old.is_some() || options.keep.is_empty(),
        "there is no table of {} to keep",
        options.rule
    );
    let games = read_files(options.rule, &options.files)?;
    let splits = collect(options.rule, &games, options.threads);
    report::data(games.len(), &splits);
    let mut frames = Vec::new();
    for (split, mover) in splits.iter().zip(Color::ALL) {
        ensure!(split.training.values.rows.len() > 0, "no position to train on");
        let frame = fit_frame(options, old.as_ref(), split, mover);
        ensure!(frame.is_finite(), "the fit did not end in numbers; nothing is written");
        frames.push(frame);
    }
    let weights = assemble(options.rule, &frames);
    report::rounded(options.rule, &splits, &weights);
    if let Some((path, mut file)) = file {
        file.insert(options.rule, &weights);
        std::fs::write(path, file.to_bytes()).with_context(|| format!("{}", path.display()))?;
    }
    Ok(())
}

/// What was fitted or kept for one side to move, in logits.
pub struct Frame {
    pub values: Vec<f64>,
    pub network: Model,
    pub promises: Vec<f64>,
}

impl Frame {
    fn is_finite(&self) -> bool {
        let mut all = self.values.iter().chain(&self.promises);
        all.all(|number| number.is_finite()) && self.network.is_finite()
    }
}

fn fit_frame(options: &FitOptions, old: Option<&Weights>, split: &Split, mover: Color) -> Frame {
    let Samples { values, choices } = &split.training;
    let table = PatternTable::of(options.rule);
    let spreads = Spreads {
        code: options.code_spread,
        pair: options.pair_spread,
        facts: options.facts_spread,
        term: 1.0,
    };
    let mixture = Mixture {
        result: options.result_share,
        score_scale: value::best_scale(&values.labels, |label| label.score.raw().into()),
    };
    let backoff = Backoff::new(table, mover, true, &spreads);
    let kept = |table| old.filter(|_| options.keep.contains(&table));
    let fitted = match kept(Table::Values) {
        Some(old) => kept_values(old, mover),
        None => value::fit(values, &backoff, &mixture, options.threads),
    };

    let spread = options.promise_spread;
    let spreads = Spreads { code: spread, pair: spread, facts: 0.0, term: 3.0 };
    let backoff = Backoff::new(table, mover, false, &spreads);
    // The network keeps one thread busy, so the other one can do the promises.
    let (network, promises) = parallel::both(
        options.threads,
        || network::fit(values, &fitted, &mixture),
        || match kept(Table::Promises) {
            Some(old) => kept_promises(old, mover),
            None => ordering::fit(choices, &backoff, options.threads - options.threads / 2),
        },
    );
    report::values(split, &mixture, &fitted, &network);
    report::promises(split, &promises, options.threads);
    Frame { values: fitted, network, promises }
}

/// The integers that the engine uses.
fn assemble(rule: Rule, frames: &[Frame]) -> Weights {
    let frame = |mover: Color| &frames[samples::frame_of(rule, mover)];
    let per_code = |pick: &dyn Fn(Color, usize) -> [i16; 2]| {
        Color::ALL.map(|color| (0..Code::COUNT).map(|code| pick(color, code)).collect())
    };
    // Numbers that are weights from `first` on, per color to move.
    let numbers = |frames: &dyn Fn(Color) -> Vec<f64>, first: usize, count: usize, unit: f64| {
        Color::ALL.map(|mover| {
            let logits = &frames(mover)[first..first + count];
            logits.iter().map(|logits| round(logits * unit)).collect()
        })
    };
    let values = |mover| frame(mover).values.clone();
    let promises = |mover| frame(mover).promises.clone();
    let value = POINTS * f64::from(Weights::SCALE);
    Weights {
        // The other side's codes count against the mover.
        values: per_code(&|color, code| {
            let own = frame(color).values[code];
            let other = -frame(!color).values[Code::COUNT + code];
            [own, other].map(|logits| round(logits * value))
        }),
        pair_values: numbers(&values, PAIRS, Pair::COUNT, value),
        facts: numbers(&values, FACTS, Facts::COUNT, POINTS),
        promises: per_code(&|color, code| {
            let own = frame(color).promises[code];
            let deny = frame(!color).promises[Code::COUNT + code];
            [own, deny].map(|logits| round(logits * PROMISE))
        }),
        pair_promises: numbers(&promises, PAIRS, Pair::COUNT, PROMISE),
        network: Network {
            rows: Color::ALL.map(|color| {
                let rows = |code| {
                    let own = frame(color).network.row(code, true);
                    [own, frame(!color).network.row(code, false)]
                };
                (0..Code::COUNT).map(rows).collect()
            }),
            pairs: Color::ALL.map(|color| {
                Pair::all().map(|(pair, _)| frame(color).network.pair_row(pair)).collect()
            }),
            layers: Color::ALL.map(|color| frame(color).network.layers(POINTS)),
        },
    }
}

/// Values in logits, from which [`assemble`] makes the same values again.
fn kept_values(weights: &Weights, mover: Color) -> Vec<f64> {
    let unit = POINTS * f64::from(Weights::SCALE);
    let mut values = own_and_other(&weights.values, mover, unit);
    values[Code::COUNT..].iter_mut().for_each(|logits| *logits = -*logits);
    values.extend(weights.pair_values[mover.index()].iter().map(|&value| f64::from(value) / unit));
    values.extend(weights.facts[mover.index()].iter().map(|&points| f64::from(points) / POINTS));
    values
}

/// Promises in logits, from which [`assemble`] makes the same promises again.
fn kept_promises(weights: &Weights, mover: Color) -> Vec<f64> {
    let mut promises = own_and_other(&weights.promises, mover, PROMISE);
    let pairs = weights.pair_promises[mover.index()].iter();
    promises.extend(pairs.map(|&promise| f64::from(promise) / PROMISE));
    promises
}

/// Tables in logits, of `unit` each: the first numbers of the mover's codes, the second ones of the
/// other side's.
fn own_and_other(tables: &[Vec<[i16; 2]>; 2], mover: Color, unit: f64) -> Vec<f64> {
    let [own, other] = [mover, !mover].map(|color| tables[color.index()].iter());
    let numbers = own.map(|pair| pair[0]).chain(other.map(|pair| pair[1]));
    numbers.map(|number| f64::from(number) / unit).collect()
}

fn round(number: f64) -> i16 {
    number.round() as i16
}

/// The promise of a group as the engine computes it.
pub fn integer_promise(weights: &Weights, mover: Color, group: &Group) -> f64 {
    let [own, other] = group.codes;
    let codes = if mover == Color::Black { [own, other] } else { [other, own] };
    weights.promise(mover, codes, group.pair).into()
}

/// The value of a row in points as the engine computes it.
pub fn integer_value(weights: &Weights, mover: Color, row: &[samples::Term]) -> f64 {
    let mut sum = 0;
    let mut pools = Pools::default();
    let mut facts = None;
    for term in row {
        let at = usize::from(term.weight);
        if let Some((pair, _)) = at.checked_sub(PAIRS).and_then(|at| Pair::all().nth(at)) {
            sum += i32::from(term.count) * weights.pair_value(mover, pair);
            weights.network.add_pair(&mut pools, mover, pair, term.count as i16);
            continue;
        }
        let (color, side) = if at < Code::COUNT { (mover, 0) } else { (!mover, 1) };
        if let Some(code) = Code::from_index(at - side * Code::COUNT) {
            let value = i32::from(weights.values[color.index()][code.index()][side]);
            sum += i32::from(term.count) * if color == mover { value } else { -value };
            weights.network.add(&mut pools, color, code, term.count as i16);
        } else {
            facts = Facts::all().nth(at - FACTS);
        }
    }
    let facts = facts.map_or(0, |facts| {
        weights.facts(mover, facts) + weights.network.points(mover, &pools, facts)
    });
    (sum / Weights::SCALE + facts).into()
}

fn collect(rule: Rule, games: &[Game], threads: usize) -> Vec<Split> {
    let parts =
        parallel::in_pieces(games.len(), threads, |range| samples::collect(rule, &games[range]));
    let mut splits = vec![Split::default(); samples::frames(rule)];
    for part in parts {
        for (split, more) in splits.iter_mut().zip(part) {
            split.training.append(more.training);
            split.validation.append(more.validation);
        }
    }
    splits
}

fn read_weights(path: &Path, options: &FitOptions) -> Result<WeightsFile> {
    let name = path.display();
    if !path.exists() {
        return Ok(WeightsFile::default());
    }
    let bytes = std::fs::read(path).with_context(|| format!("{name}"))?;
    let file = WeightsFile::from_bytes(&bytes).with_context(|| format!("{name}"))?;
    if file.get(options.rule).is_some() && !options.force {
        bail!("{name} has weights for {}; --force replaces them", options.rule);
    }
    Ok(file)
}
