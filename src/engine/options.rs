//! What can be set from outside.

use super::Timekeeper;
use crate::rng::Rng;
use crate::rules::Rule;
use crate::sparring::{Kind, Strength};
use std::time::Duration;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    pub rule: Rule,
    pub clock: Timekeeper,
    /// Bytes that the whole process may use; `None` is unlimited.
    pub max_memory: Option<u64>,
    /// Bytes for the transposition table, where they are asked for apart from `max_memory`.
    pub hash_size: Option<u64>,
    pub max_node: Option<u64>,
    pub max_depth: Option<u32>,
    /// Who chooses the moves instead of the search.
    pub player: Option<Kind>,
    /// What the random choices of players and of lesser strengths follow from.
    pub seed: u64,
    strength: Strength,
    threads: usize,
}

/// One line of the table of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The key of `INFO`.
    pub name: &'static str,
    pub range: &'static str,
    pub default: &'static str,
    pub doc: &'static str,
}

const fn info(
    name: &'static str,
    range: &'static str,
    default: &'static str,
    doc: &'static str,
) -> OptionInfo {
    OptionInfo { name, range, default, doc }
}

/// All options, as the README lists them.
pub const OPTIONS: [OptionInfo; 14] = [
    info("timeout_turn", "ms, from 0", "5000", "the most for one move; 0 asks for a move at once"),
    info("timeout_match", "ms, from 0", "0", "the most for the whole game; 0 is unlimited"),
    info("time_left", "ms", "timeout_match", "what is left of the game; 2147483647 is unlimited"),
    info("time_increment", "ms, from 0", "0", "added to the time of the game with each own move"),
    info(
        "max_memory",
        "bytes, from 0",
        "367001600",
        "for the process, kept from 32 MiB up; 0 is unlimited",
    ),
    info("hash_size", "KiB, from 0", "as useful", "the transposition table, within max_memory"),
    info(
        "max_node",
        "from 1",
        "unlimited",
        "nodes of a search on its first thread; 0 and less are unlimited",
    ),
    info("max_depth", "from 1", "unlimited", "plies searched fully; 0 and less are unlimited"),
    info("thread_num", "1 to 64", "1", "threads that search"),
    info("strength", "0 to 100", "100", "how strong to play; see the ladder of strengths"),
    info("rule", "0, 1, 4, 8, 9, each +2", "0", "see the table of rules"),
    info("game_type", "0 to 3", "0", "accepted; changes nothing"),
    info("show_detail", "0 to 3", "0", "1 adds MESSAGE REALTIME lines, 2 adds INFO lines"),
    info("folder", "path", "none", "accepted; nothing is ever written there"),
];

const MIB: u64 = 1 << 20;
/// What the protocol assumes where no limit is told.
const DEFAULT_MEMORY: u64 = 350 * MIB;
/// Where memory is unlimited, the table is still of a reasonable size.
const UNLIMITED_TABLE: u64 = 512 * MIB;
/// Code, pattern tables, buffers and what the allocator keeps.
const FIXED_COST: u64 = 24 * MIB;
/// Position, histories, caches and stack of one searching thread.
const THREAD_COST: u64 = 6 * MIB;
/// Below this a table is of no use; a limit that leaves less cannot be honoured.
const SMALLEST_TABLE: u64 = MIB;
/// A table of this size is handed out in no time.
const USEFUL_TABLE: u64 = 4 * MIB;
/// The table that the nodes of one second on one thread can use in the course of some moves.
const SECOND_BYTES: u64 = 64 * MIB;
/// The same for one node.
const NODE_BYTES: u64 = 128;
/// More threads than this do not help each other.
pub const MAX_THREADS: i64 = 64;

impl Default for Options {
    fn default() -> Options {
        Options {
            rule: Rule::Freestyle,
            clock: Timekeeper::default(),
            max_memory: Some(DEFAULT_MEMORY),
            hash_size: None,
            max_node: None,
            max_depth: None,
            player: None,
            seed: 0,
            strength: Strength::FULL,
            threads: 1,
        }
    }
}

impl Options {
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Brought into the range that works.
    pub fn set_threads(&mut self, threads: i64) {
        self.threads = threads.clamp(1, MAX_THREADS) as usize;
    }

    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Brought into the range that works.
    pub fn set_strength(&mut self, strength: i64) {
        self.strength = Strength::new(strength);
    }

    /// The options with the strength turned into what it means for one move: a player, or a limit
    /// of nodes. The same positions, known by their keys, get the same for the same seed.
    pub fn for_move(&self, key: impl FnOnce() -> u64) -> Options {
        if self.player.is_some() || self.strength == Strength::FULL {
            return self.clone();
        }
        let level = self.strength.level(&mut Rng::new(self.seed ^ key()));
        let max_node = self.max_node.into_iter().chain(level.nodes()).min();
        Options { player: level.classic(), max_node, ..self.clone() }
    }

    /// The transposition table for searches that are expected to take this long.
    pub fn table_size(&self, expected: Option<Duration>) -> TableSize {
        let others = FIXED_COST + THREAD_COST * self.threads as u64;
        let room = match self.max_memory {
            // An eighth is left for what cannot be foreseen.
            Some(limit) => limit.saturating_sub(others) / 8 * 7,
            None => u64::MAX,
        };
        let most = self.hash_size.unwrap_or(UNLIMITED_TABLE).min(room).max(SMALLEST_TABLE);
        let wanted = match (self.hash_size, self.max_node, expected) {
            (None, Some(nodes), _) => nodes.saturating_mul(NODE_BYTES),
            (None, None, Some(time)) => {
                let rate = SECOND_BYTES / 1_000 * self.threads as u64;
                rate.saturating_mul(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
            }
            _ => u64::MAX,
        };
        let useful = in_steps(wanted).min(most);
        let bytes = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        TableSize { useful: bytes(useful), most: bytes(most) }
    }
}

/// Large steps, because a table that changes its size loses what it knows.
fn in_steps(wanted: u64) -> u64 {
    let mut step = USEFUL_TABLE;
    while step < wanted {
        step = step.saturating_mul(4);
    }
    step
}

/// How large a table should be, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSize {
    /// What the searches can fill. The system hands memory out slowly, so that in short searches
    /// a larger table costs more than it gives.
    pub useful: usize,
    /// What the limits allow.
    pub most: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Option<Duration> = Some(Duration::from_secs(3600));

    #[test]
    fn tables_fit_into_the_memory_told() {
        for megabytes in [40, 80, 350, 1024, 4095] {
            for threads in [1, 2, 64] {
                let mut options =
                    Options { max_memory: Some(megabytes * MIB), ..Options::default() };
                options.set_threads(threads);
                let table = options.table_size(HOUR).most as u64;
                let others = FIXED_COST + THREAD_COST * threads as u64;
                assert!(table == SMALLEST_TABLE || table + others <= megabytes * MIB);
            }
        }
    }

    #[test]
    fn a_table_asked_for_is_given_within_the_limit() {
        let table = |options: &Options| options.table_size(None).useful as u64;
        let mut options = Options { hash_size: Some(64 * MIB), ..Options::default() };
        assert_eq!(table(&options), 64 * MIB);
        options.max_memory = Some(50 * MIB);
        assert!(table(&options) < 26 * MIB);
        options.max_memory = None;
        options.hash_size = Some(0);
        assert_eq!(table(&options), SMALLEST_TABLE);
    }

    #[test]
    fn strength_only_adds_limits_and_a_named_player_has_no_strength() {
        let mut options = Options { max_node: Some(500), ..Options::default() };
        let resolved = |options: &Options| {
            let options = options.for_move(|| 7);
            (options.player, options.max_node)
        };
        assert_eq!(resolved(&options), (None, Some(500)));
        // At full strength the key is not wanted, for it costs the tables of a rule.
        assert_eq!(options.for_move(|| unreachable!()).max_node, Some(500));
        options.set_strength(-1);
        assert_eq!(resolved(&options), (Some(Kind::Random), Some(500)));
        options.set_strength(90);
        assert_eq!(resolved(&options), (None, Some(500)));
        options.max_node = None;
        assert!(resolved(&options).1.is_some());
        options.player = Some(Kind::Mcts);
        assert_eq!(resolved(&options), (Some(Kind::Mcts), None));
    }

    #[test]
    fn short_searches_get_small_tables() {
        let mut options = Options::default();
        let useful = |options: &Options, ms| {
            options.table_size(Some(Duration::from_millis(ms))).useful as u64
        };
        assert_eq!(useful(&options, 1), USEFUL_TABLE);
        assert_eq!(useful(&options, 1_000), SECOND_BYTES);
        assert_eq!(useful(&options, 900), SECOND_BYTES);
        assert_eq!(useful(&options, 60_000), options.table_size(None).most as u64);
        // What is counted in nodes must not depend on the clock.
        options.max_node = Some(100_000);
        assert_eq!(useful(&options, 1), useful(&options, 60_000));
    }

    #[test]
    fn option_names_are_unique() {
        for (at, option) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS.iter().skip(at + 1).all(|other| other.name != option.name));
        }
    }
}
