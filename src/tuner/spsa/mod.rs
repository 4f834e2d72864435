//! Parameters of the search tuned by games between slightly different ones.
//!
//! A batch of iterations is played from the same values, several at a time, and then learned from
//! in order; every iteration has its own random numbers. So the values depend on the options, the
//! size of a batch among them, but not on the number of threads, and a log can be continued.
//!
//! See: J. C. Spall, *Multivariate Stochastic Approximation Using a Simultaneous Perturbation
//! Gradient Approximation*, 1992; J. Kiiski's SPSA tuner for chess engines, and the fishtest
//! framework, for the way steps and gains are given by their final values.

mod ascent;
mod log;
mod pair;

use super::game::Boards;
use super::output::Output;
use super::parallel::in_order;
use super::{BadInput, report};
use crate::progress::ProgressBar;
use crate::rng::{Rng, mix};
use crate::rules::Rule;
use anyhow::{Context, Result};
use ascent::{Ascent, Side};
pub use ascent::{Parameter, Wish};
use log::State;
use pair::{Conditions, Opponents, Tally};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// `tuner spsa`
#[derive(clap::Args, Clone, Debug)]
pub struct SpsaOptions {
    /// The rule of all games.
    #[arg(long)]
    pub rule: Rule,
    /// The board: 15, 20x15, or "mixed" for a mixture of the sizes in use.
    #[arg(long, default_value = "mixed")]
    pub size: Boards,
    /// Nodes per move.
    #[arg(long, default_value_t = 8_000, value_parser = clap::value_parser!(u32).range(50..))]
    pub nodes: u32,
    /// How often the values are moved and compared.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: u32,
    /// Pairs of games per iteration.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub pairs: u32,
    /// Iterations that are played from the same values; at most these are lost by an interruption.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub batch: u32,
    /// How far, in steps, one game moves a value at the end of the run. Short runs need more.
    #[arg(long, default_value_t = 0.002)]
    pub rate: f64,
    /// The same seed gives the same values.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// What is tuned: a parameter, the value to begin with if it is not the rule's own, and how far
    /// it is moved at the end of the run; a step of 0 keeps the value. All parameters if none is
    /// named.
    #[arg(long, num_args = 1.., value_name = "NAME[=START][:STEP]")]
    pub tune: Vec<Wish>,
    #[command(flatten)]
    pub output: Output,
}

/// Plays the batches that the log does not hold yet, and tells what was found.
pub fn run(options: &SpsaOptions) -> Result<()> {
    let run = Run::new(options)?;
    let names: Vec<&str> = run.ascent.parameters.iter().map(|it| it.tunable.name).collect();
    let header = log::header(&described(options, &run.ascent.parameters), &names);
    let start = State { iterations: 0, values: run.ascent.start() };
    let read = |bytes: &[u8]| Ok(log::read(bytes, &header, start)?);
    let (mut file, mut state) = options.output.open(header.as_bytes(), read)?;
    let pairs = u64::from(run.pairs);
    let total = u64::from(options.iterations) * pairs;
    let bar = Mutex::new(ProgressBar::new(total, u64::from(state.iterations) * pairs));
    while state.iterations < options.iterations {
        let tally = run.batch(&mut state, &bar);
        let line = log::line(&state, tally);
        file.write_all(line.as_bytes())
            .with_context(|| options.output.out.display().to_string())?;
    }
    drop(bar);
    report::tuned(&run.ascent.parameters, &state.values);
    Ok(())
}

/// All that decides about the values found, in a line.
fn described(options: &SpsaOptions, parameters: &[Parameter]) -> String {
    let SpsaOptions { rule, size, nodes, iterations, pairs, batch, rate, seed, .. } = options;
    let parameters: Vec<String> = parameters.iter().map(Parameter::to_string).collect();
    format!(
        "--rule {rule} --size {size} --nodes {nodes} --iterations {iterations} --pairs {pairs} \
         --batch {batch} --rate {rate} --seed {seed} --tune {}",
        parameters.join(" ")
    )
}

struct Run {
    ascent: Ascent,
    conditions: Conditions,
    pairs: u32,
    batch: u32,
    seed: u64,
    threads: usize,
}

impl Run {
    fn new(options: &SpsaOptions) -> Result<Run, BadInput> {
        let SpsaOptions { rule, size, rate, iterations, .. } = *options;
        if !(rate.is_finite() && rate > 0.0) {
            return Err(BadInput(format!("'{rate}' is no rate")));
        }
        let wishes = if options.tune.is_empty() { Wish::all() } else { options.tune.clone() };
        let parameters: Vec<Parameter> = wishes.iter().map(|wish| wish.under(rule)).collect();
        let names: Vec<&str> = parameters.iter().map(|it| it.tunable.name).collect();
        if let Some((_, name)) = (0..).zip(&names).find(|&(at, name)| names[..at].contains(name)) {
            return Err(BadInput(format!("{name} is to be tuned twice")));
        }
        Ok(Run {
            ascent: Ascent { rule, parameters, iterations, rate },
            conditions: Conditions { rule, size: size.common(), nodes: options.nodes.into() },
            pairs: options.pairs,
            batch: options.batch,
            seed: options.seed,
            threads: options.threads,
        })
    }

    /// Plays the next batch and learns from it.
    fn batch(&self, state: &mut State, bar: &Mutex<ProgressBar>) -> Tally {
        let first = state.iterations;
        let count = self.batch.min(self.ascent.iterations - first);
        let played = in_order(
            (count * self.pairs) as usize,
            self.threads,
            Opponents::new,
            |opponents, number| {
                let iteration = first + number as u32 / self.pairs;
                let pair = u64::from(first) * u64::from(self.pairs) + number as u64;
                let tally = self.pair(opponents, &state.values, iteration, pair);
                bar.lock().unwrap_or_else(PoisonError::into_inner).step("pairs,");
                tally
            },
        );
        let mut sum = Tally::default();
        for (tallies, iteration) in played.chunks(self.pairs as usize).zip(first..) {
            let lead = tallies.iter().map(|tally| tally.lead()).sum();
            self.ascent.learn(&mut state.values, &self.signs(iteration), iteration, lead);
            tallies.iter().for_each(|&tally| sum.add(tally));
        }
        state.iterations += count;
        sum
    }

    /// Plays one pair of an iteration, numbered through the run.
    fn pair(&self, opponents: &mut Opponents, values: &[f64], iteration: u32, pair: u64) -> Tally {
        let signs = self.signs(iteration);
        let mut rng = Rng::new(mix(self.seed) ^ pair);
        let luck = self.ascent.luck(&mut rng);
        let params = [Side::Plus, Side::Minus].map(|side| {
            self.ascent.rounded(&self.ascent.moved(values, &signs, iteration, side), &luck)
        });
        opponents.play(&self.conditions, params, &mut rng)
    }

    /// The same for all pairs of an iteration, and unrelated to their openings.
    fn signs(&self, iteration: u32) -> Vec<f64> {
        self.ascent.signs(&mut Rng::new(!mix(self.seed) ^ u64::from(iteration)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        options: SpsaOptions,
    }

    fn run_of(more: &str) -> Result<Run, BadInput> {
        let text = "spsa --rule standard --size 10 --nodes 200 --iterations 5 --batch 2 --pairs 2";
        let words = text.split(' ').chain(["--out", "none"]).chain(more.split_whitespace());
        Run::new(&Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).options)
    }

    fn states(threads: usize) -> Vec<State> {
        let tuned = "late_move_base_limit:5 late_move_scale:50 reduction_scale:120";
        let run = run_of(&format!("--threads {threads} --rate 0.5 --tune {tuned}")).unwrap();
        let mut state = State { iterations: 0, values: run.ascent.start() };
        let mut states = Vec::new();
        while state.iterations < 5 {
            let tally = run.batch(&mut state, &Mutex::new(ProgressBar::new(0, 0).shown_if(false)));
            assert!(tally.wins + tally.draws + tally.losses >= 4);
            states.push(state.clone());
        }
        states
    }

    #[test]
    fn values_do_not_depend_on_the_number_of_threads() {
        let one = states(1);
        assert_eq!(one.iter().map(|it| it.iterations).collect::<Vec<_>>(), [2, 4, 5]);
        assert_eq!(one, states(3));
        assert_ne!(one[0].values, one[2].values);
    }

    #[test]
    fn contradictions_are_told() {
        let told = |more| run_of(more).err().map(|BadInput(text)| text);
        let twice = told("--tune razor_margin singular_margin razor_margin=80");
        assert_eq!(twice.as_deref(), Some("razor_margin is to be tuned twice"));
        assert_eq!(told("--rate 0").as_deref(), Some("'0' is no rate"));
        assert_eq!(told("--tune razor_margin=80:0 --tune singular_margin"), None);
    }
}
