//! The log of a run: plain lines, from which it can be continued.
//!
//! The first lines, which begin with `#`, say by what options it was begun and name the columns.
//! Then comes one line per batch: the iterations so far, the games that the plus side won, drew and
//! lost in this batch, and the values after it, to the last digit.

use super::pair::Tally;
use crate::tuner::BadInput;
use std::fmt::Write;

/// How a log begins, whatever the options.
const TITLE: &str = "# spsa log 1";

/// What the log says after some batches.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Iterations done.
    pub iterations: u32,
    pub values: Vec<f64>,
}

/// The lines before the first batch.
pub fn header(options: &str, names: &[&str]) -> String {
    format!("{TITLE}\n# {options}\n# iteration won drawn lost {}\n", names.join(" "))
}

/// The line of a batch.
pub fn line(state: &State, tally: Tally) -> String {
    let Tally { wins, draws, losses } = tally;
    let mut line = format!("{} {wins} {draws} {losses}", state.iterations);
    for value in &state.values {
        let _ = write!(line, " {value}");
    }
    line.push('\n');
    line
}

/// The length of the log without the line that was being written when the writer died, and the
/// state after it; `start` is the state before the first batch.
pub fn read(bytes: &[u8], header: &str, start: State) -> Result<(usize, State), BadInput> {
    let text = String::from_utf8_lossy(bytes);
    if !text.starts_with(TITLE) {
        return Err(BadInput("no log of this tuner".to_owned()));
    }
    let Some(body) = text.strip_prefix(header) else {
        let options = text.lines().nth(1).unwrap_or_default().trim_start_matches("# ");
        return Err(BadInput(format!("begun with other options: {options}")));
    };
    let mut state = start;
    let mut whole = header.len();
    for (at, line) in body.split_inclusive('\n').enumerate() {
        if !line.ends_with('\n') {
            break;
        }
        let next = state_of(line, state.values.len());
        let Some(next) = next.filter(|next| next.iterations > state.iterations) else {
            return Err(BadInput(format!("line {} is damaged", at + 1 + header.lines().count())));
        };
        state = next;
        whole += line.len();
    }
    Ok((whole, state))
}

fn state_of(line: &str, width: usize) -> Option<State> {
    let mut words = line.split_whitespace();
    let iterations = words.next()?.parse().ok()?;
    for _tally in 0..3 {
        words.next()?.parse::<u32>().ok()?;
    }
    let values: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let is_sound = values.len() == width && values.iter().all(|value| value.is_finite());
    is_sound.then_some(State { iterations, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> State {
        State { iterations: 0, values: vec![1.0, 2.0] }
    }

    fn head() -> String {
        header("seed=1", &["a", "b"])
    }

    #[test]
    fn values_survive_to_the_last_bit_and_a_cut_line_does_not_count() {
        let first = State { iterations: 8, values: vec![1.0 / 3.0, -2e-17] };
        let second = State { iterations: 16, values: vec![0.1 + 0.2, 5.0] };
        let text = head() + &line(&first, Tally::default());
        assert_eq!(read(text.as_bytes(), &head(), start()), Ok((text.len(), first)));
        let longer = text.clone() + &line(&second, Tally { wins: 3, draws: 1, losses: 12 });
        assert_eq!(read(longer.as_bytes(), &head(), start()), Ok((longer.len(), second)));
        let (whole, state) =
            read(&longer.as_bytes()[..longer.len() - 1], &head(), start()).unwrap();
        assert_eq!((whole, state.iterations), (text.len(), 8));
        assert_eq!(read(head().as_bytes(), &head(), start()), Ok((head().len(), start())));
    }

    #[test]
    fn other_files_are_refused() {
        let told = |text: &str| read(text.as_bytes(), &head(), start()).unwrap_err().0;
        assert_eq!(told(""), "no log of this tuner");
        assert_eq!(told("name = value\n"), "no log of this tuner");
        let other = header("seed=2", &["a", "b"]);
        assert_eq!(told(&other), "begun with other options: seed=2");
        for damaged in ["8 1 2 3 0.5\n", "8 1 2 3 0.5 x\n", "8 1 2 3 0.5 NaN\n", "0 1 2 3 1 1\n"] {
            assert_eq!(told(&format!("{}{damaged}", head())), "line 4 is damaged");
        }
    }
}
