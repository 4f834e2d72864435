//! Who takes part: a program with its own settings, as written on the command line.

use super::timing::{format_time_control, parse_time_control};
use crate::clock::TimeControl;
use anyhow::{Context, Result, bail, ensure};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// What `--engine` says. Limits that are absent are those given for all engines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EntrantSpec {
    pub name: Option<String>,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// One of our own players instead of a command.
    pub player: Option<String>,
    pub directory: Option<PathBuf>,
    pub time: Option<TimeControl>,
    pub limits: SearchLimits,
    /// Further settings, each sent as `INFO key value`.
    pub settings: Vec<(String, String)>,
    /// A line that means nothing loses the game at once, even if an answer might follow.
    pub strict: bool,
}

/// Limits that an engine is told besides its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// In MiB; 0 is unlimited.
    pub memory: Option<u64>,
    pub threads: Option<u32>,
}

/// An engine that takes part, with nothing left open.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    pub name: String,
    pub command: Vec<String>,
    pub directory: Option<PathBuf>,
    pub time: TimeControl,
    pub limits: SearchLimits,
    pub settings: Vec<(String, String)>,
    pub strict: bool,
}

/// Our own engine at full strength, as a player's name.
const SELF: &str = "fukumi";

impl EntrantSpec {
    /// Fills in what all engines share.
    pub fn complete(
        self,
        time: TimeControl,
        shared: SearchLimits,
        settings: &[(String, String)],
    ) -> Result<Entrant> {
        let default_name = self.player.clone().or_else(|| file_stem(&self.command));
        let name = self.name.or(default_name).context("an engine has neither cmd nor player")?;
        let command = match (self.command.is_empty(), self.player) {
            (false, None) => self.command,
            (true, Some(player)) => own_player(&player)?,
            (true, None) => bail!("engine {name} has neither cmd nor player"),
            (false, Some(_)) => bail!("engine {name} has both cmd and player"),
        };
        let limits = SearchLimits {
            nodes: self.limits.nodes.or(shared.nodes),
            depth: self.limits.depth.or(shared.depth),
            memory: self.limits.memory.or(shared.memory),
            threads: self.limits.threads.or(shared.threads),
        };
        let time = self.time.unwrap_or(time);
        ensure!(
            time.turn.or(time.game).is_some()
                || limits.nodes.or(limits.depth.map(u64::from)).is_some(),
            "engine {name} has no limit at all: give it time, nodes or depth"
        );
        let settings = settings.iter().cloned().chain(self.settings).collect();
        let directory = self.directory;
        Ok(Entrant { name, command, directory, time, limits, settings, strict: self.strict })
    }
}

impl Entrant {
    /// The most memory the engine may hold, in bytes.
    pub fn memory_limit(&self) -> Option<u64> {
        self.limits
            .memory
            .filter(|&mebibytes| mebibytes > 0)
            .map(|mebibytes| mebibytes.saturating_mul(1 << 20))
    }
}

/// All that decides how the engine plays, in one line.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} = `{}`", self.name, self.command.join(" "))?;
        if let Some(directory) = &self.directory {
            write!(f, " in {}", directory.display())?;
        }
        write!(f, ", tc {}", format_time_control(&self.time))?;
        let limits = [
            ("nodes", self.limits.nodes),
            ("depth", self.limits.depth.map(u64::from)),
            ("memory", self.limits.memory),
            ("threads", self.limits.threads.map(u64::from)),
        ];
        for (key, value) in limits {
            if let Some(value) = value {
                write!(f, ", {key} {value}")?;
            }
        }
        for (key, value) in &self.settings {
            write!(f, ", {key} {value}")?;
        }
        if self.strict { write!(f, ", strict") } else { Ok(()) }
    }
}

/// `name=A,cmd="PROGRAM ARGS",tc=0/0.5,nodes=N,depth=N,memory=MB,threads=N,
/// strength=N,dir=PATH,info.KEY=VALUE,strict=true`, or `player=NAME` instead of `cmd`.
impl FromStr for EntrantSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<EntrantSpec> {
        let mut spec = EntrantSpec::default();
        for part in split_quoted(text, |c| c == ',', false)? {
            let (key, value) = part
                .split_once('=')
                .with_context(|| format!("engine option `{part}` is not KEY=VALUE"))?;
            spec.set(key.trim(), unquoted(value))?;
        }
        Ok(spec)
    }
}

impl EntrantSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        ensure!(!value.is_empty(), "engine option {key} has no value");
        match key {
            "name" => {
                ensure!(
                    !value.contains(|c: char| c.is_control() || c == '"'),
                    "the name {value:?} has characters that no result file can hold"
                );
                self.name = Some(value.to_string());
            }
            "cmd" => self.command = split_quoted(value, char::is_whitespace, true)?,
            "player" => self.player = Some(value.to_string()),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "tc" => self.time = Some(parse_time_control(value)?),
            "nodes" => self.limits.nodes = Some(positive(key, value)?),
            "depth" => self.limits.depth = Some(positive(key, value)?),
            "memory" => self.limits.memory = Some(number(key, value)?),
            "threads" => self.limits.threads = Some(positive(key, value)?),
            "strength" => {
                let strength: u8 = number(key, value)?;
                ensure!(strength <= 100, "engine option {key} goes from 0 to 100");
                self.settings.push((key.to_string(), value.to_string()));
            }
            "strict" => self.strict = flag(value)?,
            _ => match key.strip_prefix("info.").filter(|key| !key.is_empty()) {
                Some(key) => self.settings.push((key.to_string(), value.to_string())),
                None => bail!(
                    "engine option `{key}` is none of name, cmd, player, dir, tc, nodes, depth, \
                     memory, threads, strength, strict, info.KEY"
                ),
            },
        }
        Ok(())
    }
}

/// The program file that runs now, told to be one of our players.
fn own_player(player: &str) -> Result<Vec<String>> {
    let program = std::env::current_exe().context("the arena's own program is not known")?;
    let program = program.to_str().context("the arena's own path is no text")?.to_string();
    if player == SELF {
        return Ok(vec![program]);
    }
    Ok(vec![program, "--player".to_string(), player.to_string()])
}

fn file_stem(command: &[String]) -> Option<String> {
    let path = PathBuf::from(command.first()?);
    Some(path.file_stem()?.to_string_lossy().into_owned())
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T> {
    value.parse().ok().with_context(|| format!("engine option {key}: `{value}` is no number"))
}

fn positive<T: FromStr + Default + PartialEq>(key: &str, value: &str) -> Result<T> {
    let number: T = number(key, value)?;
    ensure!(number != T::default(), "engine option {key} must be above 0");
    Ok(number)
}

fn flag(value: &str) -> Result<bool> {
    match value {
        "1" | "true" | "yes" => Ok(true),
        "0" | "false" | "no" => Ok(false),
        _ => bail!("`{value}` is neither true nor false"),
    }
}

/// The text without quotes around the whole of it.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    ['"', '\'']
        .into_iter()
        .find_map(|quote| {
            text.strip_prefix(quote)?.strip_suffix(quote).filter(|t| !t.contains(quote))
        })
        .unwrap_or(text)
}

/// Splits at separators outside quotes; empty parts are dropped. Quotes are removed on demand.
fn split_quoted(text: &str, separates: fn(char) -> bool, unquote: bool) -> Result<Vec<String>> {
    let mut parts = Vec::new();
    let mut part: Option<String> = None;
    let mut open = None;
    for c in text.chars() {
        match open {
            None if separates(c) => parts.extend(part.take()),
            None if matches!(c, '"' | '\'') => {
                open = Some(c);
                let part = part.get_or_insert_default();
                if !unquote {
                    part.push(c);
                }
            }
            Some(quote) if c == quote => {
                open = None;
                if !unquote {
                    part.get_or_insert_default().push(c);
                }
            }
            _ => part.get_or_insert_default().push(c),
        }
    }
    ensure!(open.is_none(), "a quote is not closed in `{text}`");
    parts.extend(part);
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(text: &str) -> Result<Entrant> {
        let time = parse_time_control("0/1")?;
        text.parse::<EntrantSpec>()?.complete(time, SearchLimits::default(), &[])
    }

    #[test]
    fn specs_read_with_and_without_quotes() {
        let entrant = complete(
            "name=A b,cmd=\"./engine --x 'two words', y\",tc=60/5,nodes=10,info.strength=40,info.folder=\"a, b\"",
        )
        .unwrap();
        assert_eq!(entrant.name, "A b");
        assert_eq!(entrant.command, ["./engine", "--x", "two words,", "y"]);
        assert_eq!(entrant.settings[1], ("folder".to_string(), "a, b".to_string()));
        assert_eq!(entrant.limits.nodes, Some(10));
        assert_eq!(complete("cmd=/x/pbrain-a.exe").unwrap().name, "pbrain-a");
        assert_eq!(complete("name=A,cmd=prog 1 2").unwrap().command, ["prog", "1", "2"]);
    }

    #[test]
    fn own_players_start_our_program() {
        let entrant = complete("player=directional").unwrap();
        assert_eq!(entrant.name, "directional");
        assert_eq!(entrant.command[1..], ["--player", "directional"]);
        let weaker = complete("name=F,player=fukumi,strength=40").unwrap();
        assert_eq!(weaker.command.len(), 1);
        assert_eq!(weaker.settings, [("strength".to_string(), "40".to_string())]);
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        for (text, word) in [
            ("name=A", "A has neither"),
            ("name=A,cmd=x,player=y", "both"),
            ("nmae=A,cmd=x", "`nmae`"),
            ("name=A,cmd", "`cmd`"),
            ("name=A,cmd=\"x", "quote"),
            ("cmd=x,nodes=0", "nodes"),
            ("cmd=x,threads=two", "`two`"),
            ("cmd=x,tc=0/0", "no limit"),
            ("cmd=x,strict=maybe", "maybe"),
            ("cmd=x,strength=101", "0 to 100"),
            ("cmd=x,info.=1", "info."),
        ] {
            let error = format!("{:#}", complete(text).unwrap_err());
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn shared_limits_hold_where_an_engine_has_none() {
        let shared = SearchLimits { nodes: Some(5), memory: Some(100), ..Default::default() };
        let spec: EntrantSpec = "cmd=x,nodes=7".parse().unwrap();
        let time = parse_time_control("0/1").unwrap();
        let everyone = [("a".to_string(), "1".to_string())];
        let entrant = spec.complete(time, shared, &everyone).unwrap();
        assert_eq!((entrant.limits.nodes, entrant.memory_limit()), (Some(7), Some(100 << 20)));
        assert_eq!(entrant.settings, everyone);
        assert_eq!(entrant.to_string(), "x = `x`, tc 0/1, nodes 7, memory 100, a 1");
    }
}
