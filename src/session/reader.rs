//! The thread that reads: bytes to lines, each with the time of its arrival.

use super::Event;
use crate::protocol::Parser;
use std::io::{self, Read};
use std::sync::mpsc::{Sender, SyncSender};
use std::thread;
use std::time::Instant;

/// Of longer lines the rest is dropped; one byte too many tells the parser so.
const MOST_BYTES: usize = Parser::LONGEST_LINE + 1;

/// Sends every line and, at the end, [`Event::InputClosed`]. Each line takes a place in `ahead`
/// first, so that no more is read than will soon be heard.
pub(super) fn spawn(
    input: impl Read + Send + 'static,
    events: Sender<Event>,
    ahead: SyncSender<()>,
) -> io::Result<()> {
    let reader = thread::Builder::new().name("reader".into());
    reader.spawn(move || read(input, &events, &ahead)).map(|_| ())
}

fn read(mut input: impl Read, events: &Sender<Event>, ahead: &SyncSender<()>) {
    let mut lines = Lines::default();
    let mut buffer = [0; 4096];
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("input: {error}");
                break;
            }
        };
        let at = Instant::now();
        for text in lines.take(buffer.get(..count).unwrap_or_default()) {
            if ahead.send(()).is_err() || events.send(Event::Line { text, at }).is_err() {
                return;
            }
        }
    }
    if let Some(text) = lines.rest() {
        let _ = ahead.send(());
        let _ = events.send(Event::Line { text, at: Instant::now() });
    }
    let _ = events.send(Event::InputClosed);
}

/// Cuts bytes into lines that end with a line feed, a carriage return or both. Blank lines vanish.
#[derive(Default)]
struct Lines {
    unfinished: Vec<u8>,
}

impl Lines {
    fn take(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if matches!(byte, b'\n' | b'\r') {
                lines.extend(self.rest());
            } else if self.unfinished.len() < MOST_BYTES {
                self.unfinished.push(byte);
            }
        }
        lines
    }

    /// What has come since the last line end.
    fn rest(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.unfinished);
        (!line.is_empty()).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_line_end_in_any_pieces() {
        let text = b"a\r\nb\rc\n\n\r\nd\r\r\ne";
        for piece in 1..text.len() {
            let mut lines = Lines::default();
            let mut found: Vec<Vec<u8>> =
                text.chunks(piece).flat_map(|bytes| lines.take(bytes)).collect();
            found.extend(lines.rest());
            assert_eq!(found, [b"a", b"b", b"c", b"d", b"e"], "in pieces of {piece}");
        }
    }

    #[test]
    fn endless_lines_are_cut() {
        let mut lines = Lines::default();
        assert!(lines.take(&vec![b'x'; 3 * MOST_BYTES]).is_empty());
        assert_eq!(lines.take(b"\nok\n")[1], b"ok");
    }
}
