//! Weights as text, for review.

use super::report;
use crate::board::Color;
use crate::eval::{Facts, Network, Pair, ShapeNames, Weights, WeightsFile};
use crate::pattern::{Code, PatternTable};
use crate::rules::Rule;
use anyhow::{Context, Result};
use std::fmt::{self, Write};
use std::path::PathBuf;

/// `tuner dump`
#[derive(clap::Args, Clone, Debug)]
pub struct DumpOptions {
    /// The rule whose weights are shown.
    #[arg(long)]
    pub rule: Rule,
    /// A weights file; without one, the weights of this program are shown.
    pub file: Option<PathBuf>,
}

/// Prints one line per code and color, one per combination of facts, and the network.
pub fn run(options: &DumpOptions) -> Result<()> {
    let read = match &options.file {
        Some(path) => {
            let name = path.display();
            let bytes = std::fs::read(path).with_context(|| format!("{name}"))?;
            let file = WeightsFile::from_bytes(&bytes).with_context(|| format!("{name}"))?;
            let weights = file.get(options.rule).cloned();
            Some(weights.with_context(|| format!("{name}: no weights for {}", options.rule))?)
        }
        None => None,
    };
    let weights = read.as_ref().unwrap_or_else(|| Weights::of(options.rule));
    let mut text = String::new();
    write(options.rule, weights, &mut text)?;
    report::show(format_args!("{text}"));
    Ok(())
}

fn write(rule: Rule, weights: &Weights, out: &mut String) -> fmt::Result {
    let table = PatternTable::of(rule);
    for color in Color::ALL {
        writeln!(
            out,
            "# {rule}, {color}: value to move and not, in points; promise to play, to deny"
        )?;
        for (code, shapes) in Code::all() {
            let [to_move, not] = weights.values[color.index()][code.index()];
            let [play, deny] = weights.promises[color.index()][code.index()];
            let points = |value: i16| f64::from(value) / f64::from(Weights::SCALE);
            let (to_move, not) = (points(to_move), points(not));
            let threat = format!("{:?}", table.threat(color, code));
            let shapes = ShapeNames(shapes);
            writeln!(out, "{to_move:>8.1} {not:>8.1} {play:>6} {deny:>6}  {threat:<16} {shapes}")?;
        }
        write_pairs(rule, color, weights, out)?;
        writeln!(out, "# {rule}, {color} to move: value of the facts, in points")?;
        for facts in Facts::all() {
            writeln!(out, "{:>8}  {facts}", weights.facts(color, facts))?;
        }
        write_network(color, &weights.network, out)?;
    }
    Ok(())
}

fn write_pairs(rule: Rule, mover: Color, weights: &Weights, out: &mut String) -> fmt::Result {
    writeln!(out, "# {rule}, {mover} to move: value of pairs, in points; promise")?;
    for (pair, [own, other]) in Pair::all() {
        let value = f64::from(weights.pair_value(mover, pair)) / f64::from(Weights::SCALE);
        let promise = weights.pair_promises[mover.index()][pair.index()];
        writeln!(out, "{value:>8.1} {promise:>6}  {own:?}, {other:?}")?;
    }
    Ok(())
}

fn write_network(color: Color, network: &Network, out: &mut String) -> fmt::Result {
    writeln!(out, "# network, {color}: pools to move and not")?;
    for (code, shapes) in Code::all() {
        let [to_move, not] = network.rows[color.index()][code.index()];
        writeln!(out, "{}  {}  {}", Numbers(&to_move), Numbers(&not), ShapeNames(shapes))?;
    }
    writeln!(out, "# network, {color} to move: pools of pairs")?;
    for (pair, [own, other]) in Pair::all() {
        let row = Numbers(&network.pairs[color.index()][pair.index()]);
        writeln!(out, "{row}  {own:?}, {other:?}")?;
    }
    let layers = &network.layers[color.index()];
    writeln!(out, "# network, {color} to move: per unit, from pools, from facts, bias, to points")?;
    let rows = layers.from_pools.iter().chain(&layers.from_facts);
    for row in rows.chain([&layers.bias, &layers.to_points]) {
        writeln!(out, "{}", Numbers(row))?;
    }
    Ok(())
}

/// Numbers in columns.
struct Numbers<'a>(&'a [i16]);

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|number| write!(f, "{number:>6}"))
    }
}
