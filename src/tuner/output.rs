//! The file that a long run writes piece by piece, and how far it has come.

use super::BadInput;
use anyhow::{Context, Result};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// Where a run writes, and what becomes of what is there already.
#[derive(clap::Args, Clone, Debug)]
pub struct Output {
    /// The file that is written.
    #[arg(long)]
    pub out: PathBuf,
    /// Continue a file that was begun with the same options.
    #[arg(long)]
    pub resume: bool,
    /// Replace an existing file.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}

impl Output {
    /// Opens the file at its end; a new one begins with `header`. `read` judges what is in the
    /// file: how many of the bytes are whole, and what they say; a broken tail behind them is cut
    /// off.
    pub fn open<T>(
        &self,
        header: &[u8],
        read: impl FnOnce(&[u8]) -> Result<(usize, T)>,
    ) -> Result<(File, T)> {
        let name = self.out.display();
        if self.out.exists() && !self.resume && !self.force {
            let choice = "exists; --resume continues it, --force replaces it";
            return Err(BadInput(format!("{name} {choice}")).into());
        }
        self.open_unguarded(header, read).with_context(|| name.to_string())
    }

    fn open_unguarded<T>(
        &self,
        header: &[u8],
        read: impl FnOnce(&[u8]) -> Result<(usize, T)>,
    ) -> Result<(File, T)> {
        if !self.resume || !self.out.exists() {
            let mut file = File::create(&self.out)?;
            file.write_all(header)?;
            return Ok((file, read(header)?.1));
        }
        let mut file = OpenOptions::new().read(true).write(true).open(&self.out)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (whole, content) = read(&bytes)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((file, content))
    }
}
