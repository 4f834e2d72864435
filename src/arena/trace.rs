//! A file with every line that engines were told and said.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Where traffic is written, if anywhere.
#[derive(Clone, Debug, Default)]
pub struct Trace(Option<Arc<Sink>>);

#[derive(Debug)]
struct Sink {
    file: Mutex<File>,
    start: Instant,
}

impl Trace {
    pub fn create(path: &Path) -> Result<Trace> {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Trace(Some(Arc::new(Sink { file: Mutex::new(file), start: Instant::now() }))))
    }

    pub fn told(&self, engine: &str, text: &str) {
        for line in text.lines() {
            self.write(engine, "<-", line, Instant::now());
        }
    }

    pub fn said(&self, engine: &str, line: &str, at: Instant) {
        self.write(engine, "->", line, at);
    }

    fn write(&self, engine: &str, arrow: &str, line: &str, at: Instant) {
        let Some(sink) = &self.0 else { return };
        let milliseconds = at.saturating_duration_since(sink.start).as_millis();
        let text = format!("{milliseconds:>8} {engine} {arrow} {line}\n");
        let mut file = sink.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A trace is an aid; games do not stop because it cannot be written.
        let _ = file.write_all(text.as_bytes());
    }
}
