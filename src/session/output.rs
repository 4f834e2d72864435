//! The only place that writes to the manager.

use crate::protocol::Reply;
use std::io::{self, Write};

/// Writes each reply at once, as one piece that ends with a line feed.
pub(super) struct Output<W> {
    writer: W,
}

impl<W: Write> Output<W> {
    pub fn new(writer: W) -> Output<W> {
        Output { writer }
    }

    /// Fails if nobody reads any more.
    pub fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let line = format!("{reply}\n");
        log::debug!("< {}", line.trim_end());
        self.writer.write_all(line.as_bytes())?;
        self.writer.flush()
    }
}
