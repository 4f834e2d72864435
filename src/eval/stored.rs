//! Weights as a file, which is what the tuner writes and the program embeds.
//!
//! `FKWGHTS3`, then one section per rule. All numbers are little-endian.
//!
//! | section | bytes |
//! |---|---|
//! | [code](Rule::code) of the rule | 1 |
//! | colors: 1 where both have the same weights, else 2 | 1 |
//! | 0 | 2 |
//! | [checksum] of the numbers that follow | 4 |
//! | per color: values `[to move, not to move]` per code | 2 × 2 × codes |
//! | then per color: values of pairs | 2 × 225 |
//! | then per color: the value of each combination of facts | 2 × 2048 |
//! | then per color: promises `[own, deny]` per code | 2 × 2 × codes |
//! | then per color: promises of pairs | 2 × 225 |
//! | then per color: rows of the network `[to move, not to move]` per code | 2 × 2 × 8 × codes |
//! | then per color: rows of the network per pair | 2 × 8 × 225 |
//! | then per color: 8 layers from the pools, 11 from the facts, bias, weights of points | 2 × 21 × 32 |

use super::network::{Layers, Network, POOLS, UNITS};
use super::{Facts, Pair, Weights};
use crate::board::Color;
use crate::pattern::Code;
use crate::rng::checksum;
use crate::rules::Rule;
use std::fmt;

const MAGIC: &[u8; 8] = b"FKWGHTS3";
const PREFIX_BYTES: usize = 8;

/// Weights of some rules.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct WeightsFile {
    sections: [Option<Weights>; Rule::ALL.len()],
}

/// The bytes are no weights; the number is where the fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsError(usize);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no weights of this version, or damaged ones, at byte {}", self.0)
    }
}

impl std::error::Error for WeightsError {}

impl WeightsFile {
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        let mut file = WeightsFile::default();
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError(0))?;
        while !rest.is_empty() {
            let offset = bytes.len() - rest.len();
            let (rule, weights, more) = read_section(rest).ok_or(WeightsError(offset))?;
            file.insert(rule, &weights);
            rest = more;
        }
        Ok(file)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for (rule, weights) in Rule::ALL.into_iter().zip(&self.sections) {
            if let Some(weights) = weights {
                write_section(rule, weights, &mut bytes);
            }
        }
        bytes
    }

    pub fn get(&self, rule: Rule) -> Option<&Weights> {
        self.sections[rule.index()].as_ref()
    }

    pub fn insert(&mut self, rule: Rule, weights: &Weights) {
        self.sections[rule.index()] = Some(weights.clone());
    }
}

/// Numbers of one color's section.
const NUMBERS: usize = (2 + 2 + 2 * POOLS) * Code::COUNT
    + (1 + 1 + POOLS) * Pair::COUNT
    + Facts::COUNT
    + (POOLS + Facts::BITS + 2) * UNITS;

fn write_section(rule: Rule, weights: &Weights, bytes: &mut Vec<u8>) {
    let Weights { values, pair_values, facts, promises, pair_promises, network } = weights;
    let Network { rows, pairs, layers } = network;
    let is_alike = values[0] == values[1]
        && pair_values[0] == pair_values[1]
        && facts[0] == facts[1]
        && promises[0] == promises[1]
        && pair_promises[0] == pair_promises[1]
        && rows[0] == rows[1]
        && pairs[0] == pairs[1]
        && layers[0] == layers[1];
    let colors = if is_alike { 1 } else { 2 };
    let mut numbers: Vec<i16> = Vec::new();
    values[..colors].iter().for_each(|table| numbers.extend(table.as_flattened()));
    pair_values[..colors].iter().for_each(|table| numbers.extend(table));
    facts[..colors].iter().for_each(|table| numbers.extend(table));
    promises[..colors].iter().for_each(|table| numbers.extend(table.as_flattened()));
    pair_promises[..colors].iter().for_each(|table| numbers.extend(table));
    for rows in &rows[..colors] {
        numbers.extend(rows.as_flattened().as_flattened());
    }
    pairs[..colors].iter().for_each(|rows| numbers.extend(rows.as_flattened()));
    for Layers { from_pools, from_facts, bias, to_points } in &layers[..colors] {
        numbers.extend(from_pools.as_flattened());
        numbers.extend(from_facts.as_flattened());
        numbers.extend(bias.iter().chain(to_points));
    }
    let body: Vec<u8> = numbers.into_iter().flat_map(i16::to_le_bytes).collect();
    bytes.extend([rule.code(), colors as u8, 0, 0]);
    bytes.extend(checksum(&body).to_le_bytes());
    bytes.extend(body);
}

fn read_section(bytes: &[u8]) -> Option<(Rule, Weights, &[u8])> {
    let (&prefix, rest) = bytes.split_first_chunk::<PREFIX_BYTES>()?;
    let [code, colors, 0, 0, sum @ ..] = prefix else { return None };
    let rule = Rule::ALL.into_iter().find(|rule| rule.code() == code)?;
    let colors = usize::from(colors);
    if !(1..=2).contains(&colors) {
        return None;
    }
    let (body, rest) = rest.split_at_checked(2 * colors * NUMBERS)?;
    if checksum(body) != u32::from_le_bytes(sum) {
        return None;
    }
    let mut numbers = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let numbers = &mut numbers;
    let weights = Weights {
        values: per_color(colors, || read_rows(numbers)),
        pair_values: per_color(colors, || numbers.take(Pair::COUNT).collect()),
        facts: per_color(colors, || numbers.take(Facts::COUNT).collect()),
        promises: per_color(colors, || read_rows(numbers)),
        pair_promises: per_color(colors, || numbers.take(Pair::COUNT).collect()),
        network: Network {
            rows: per_color(colors, || (0..Code::COUNT).map(|_| read_arrays(numbers)).collect()),
            pairs: per_color(colors, || (0..Pair::COUNT).map(|_| read_array(numbers)).collect()),
            layers: per_color(colors, || Layers {
                from_pools: read_arrays(numbers),
                from_facts: read_arrays(numbers),
                bias: read_array(numbers),
                to_points: read_array(numbers),
            }),
        },
    };
    Some((rule, weights, rest))
}

/// What is read for each color, once where both have the same.
fn per_color<T: Clone>(colors: usize, mut read: impl FnMut() -> T) -> [T; Color::ALL.len()] {
    let first = read();
    let second = if colors == 2 { read() } else { first.clone() };
    [first, second]
}

fn read_rows(numbers: &mut impl Iterator<Item = i16>) -> Vec<[i16; 2]> {
    (0..Code::COUNT).map(|_| read_array(numbers)).collect()
}

fn read_arrays<const M: usize, const N: usize>(
    numbers: &mut impl Iterator<Item = i16>,
) -> [[i16; N]; M] {
    std::array::from_fn(|_| read_array(numbers))
}

/// The next numbers, which have been counted before.
fn read_array<const N: usize>(numbers: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(colors: [i16; 2]) -> Weights {
        let pairs = |start: i16| (0..Code::COUNT as i16).map(move |n| [n + start, -n]).collect();
        let rows =
            |start: i16| (0..Code::COUNT as i16).map(move |n| [[n - start; POOLS], [n; POOLS]]);
        let layers = |start: i16| Layers {
            from_pools: std::array::from_fn(|at| [start + at as i16; UNITS]),
            from_facts: std::array::from_fn(|at| [start - at as i16; UNITS]),
            bias: std::array::from_fn(|at| at as i16),
            to_points: [start; UNITS],
        };
        Weights {
            values: colors.map(pairs),
            pair_values: colors.map(|start| (0..Pair::COUNT as i16).map(|n| n - start).collect()),
            facts: colors.map(|start| (0..Facts::COUNT as i16).map(|n| 3 * n - start).collect()),
            promises: colors.map(|start| pairs(start + 7)),
            pair_promises: colors.map(|start| (0..Pair::COUNT as i16).map(|n| start - n).collect()),
            network: Network {
                rows: colors.map(|start| rows(start).collect()),
                pairs: colors.map(|start| vec![[start; POOLS]; Pair::COUNT]),
                layers: colors.map(layers),
            },
        }
    }

    #[test]
    fn files_read_back() {
        let mut file = WeightsFile::default();
        file.insert(Rule::Freestyle, &weights([5, 5]));
        file.insert(Rule::Renju, &weights([5, 6]));
        let bytes = file.to_bytes();
        assert_eq!(WeightsFile::from_bytes(&bytes), Ok(file));
        assert_eq!(bytes.len(), 8 + 2 * PREFIX_BYTES + 3 * 2 * NUMBERS);
    }

    #[test]
    fn damage_is_noticed_with_its_place() {
        let mut file = WeightsFile::default();
        file.insert(Rule::Caro, &weights([1, 1]));
        let bytes = file.to_bytes();
        let read = |bytes: &[u8]| WeightsFile::from_bytes(bytes);
        assert_eq!(read(b"something else"), Err(WeightsError(0)));
        assert_eq!(read(&bytes[..bytes.len() - 1]), Err(WeightsError(8)));
        let mut damaged = bytes.clone();
        damaged[100] ^= 4;
        assert_eq!(read(&damaged), Err(WeightsError(8)));
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert_eq!(read(&longer), Err(WeightsError(bytes.len())));
    }
}
