//! Finished games as files that other programs read.

use super::log::Finished;
use super::options::{Match, Options};
use crate::board::Color;
use crate::record::{Ending, Record, psq, sgf};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders games are written to.
pub struct Archive {
    psq: Option<PathBuf>,
    sgf: Option<PathBuf>,
}

impl Archive {
    /// Makes the folders that are missing.
    pub fn create(options: &Options) -> Result<Archive> {
        for folder in [&options.psq, &options.sgf].into_iter().flatten() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        Ok(Archive { psq: options.psq.clone(), sgf: options.sgf.clone() })
    }

    /// Writes a game to files named by its place in the schedule, so that a game which is played
    /// again after an interruption replaces itself.
    pub fn write(&self, finished: &Finished, played: &Match) -> Result<()> {
        if self.psq.is_none() && self.sgf.is_none() {
            return Ok(());
        }
        let record = record_of(finished, played);
        let [black, white] = record.players.each_ref().map(|name| file_name(name));
        let stem = format!("{:06}-{black}-{white}", finished.fixture.index + 1);
        if let Some(folder) = &self.psq {
            write(&folder.join(stem.clone() + ".psq"), &psq::write(&record))?;
        }
        if let Some(folder) = &self.sgf {
            write(&folder.join(stem + ".sgf"), &sgf::write(&record))?;
        }
        Ok(())
    }
}

fn record_of(finished: &Finished, played: &Match) -> Record {
    let Finished { fixture, game } = finished;
    let seat_of = |color: Color| (color.index() + game.black) % 2;
    let name = |color: Color| {
        let engine = fixture.engines.get(seat_of(color)).copied().unwrap_or_default();
        played.entrants.get(engine).map_or_else(String::new, |entrant| entrant.name.clone())
    };
    let mut record = Record::new(played.terms.rule, played.terms.size);
    record.players = Color::ALL.map(name);
    record.event = format!("arena game {}", fixture.index + 1);
    record.opening = game.opening;
    for (ply, stone) in game.moves.iter().enumerate() {
        let time = (ply >= game.opening).then_some(stone.used);
        // The referee took the move, so the record takes it too.
        let _ = record.push(stone.point, time);
    }
    let winner = Color::ALL.into_iter().find(|&color| Some(seat_of(color)) == game.ending.winner);
    record.ending = Some(Ending { winner, reason: game.ending.reason.recorded() });
    record
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The name with only what is harmless in file names everywhere.
fn file_name(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "._".contains(c) { c } else { '_' };
    name.chars().map(safe).collect()
}
