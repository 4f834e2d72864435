//! What engines say about their search in messages, in whatever words.

use serde::{Deserialize, Serialize};

/// Score and depth an engine told with a move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Remark {
    /// In the engine's own units, or a distance to a win such as `+M7`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

const SCORE_WORDS: [&str; 4] = ["eval", "ev", "score", "value"];
const DEPTH_WORD: &str = "depth";

impl Remark {
    /// Takes over what a message tells; later messages are better informed.
    pub fn hear(&mut self, message: &str) {
        let mut words = message
            .split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '|' | ',' | '(' | ')'))
            .filter(|word| !word.is_empty())
            .peekable();
        while let Some(word) = words.next() {
            let word = word.to_ascii_lowercase();
            let Some(&value) = words.peek() else { return };
            if SCORE_WORDS.contains(&word.as_str()) && is_score(value) {
                self.score = Some(value.to_string());
            } else if word == DEPTH_WORD {
                // A range such as `8-13` tells the selective depth behind the dash.
                let depth = value.split(['-', '/']).next().and_then(|depth| depth.parse().ok());
                self.depth = depth.or(self.depth);
            }
        }
    }
}

/// `12`, `-0.53`, `+M7`, `-M4`.
fn is_score(text: &str) -> bool {
    const LONGEST: usize = 12;
    let digits = text.trim_start_matches(['+', '-']).trim_start_matches(['M', 'm']);
    let numeric = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.len() <= LONGEST && digits.starts_with(|c: char| c.is_ascii_digit()) && numeric
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(messages: &[&str]) -> (Option<String>, Option<u32>) {
        let mut remark = Remark::default();
        messages.iter().for_each(|message| remark.hear(message));
        (remark.score, remark.depth)
    }

    #[test]
    fn the_usual_wordings_are_understood() {
        let told = |score: &str, depth| (Some(score.to_string()), Some(depth));
        assert_eq!(heard(&["depth 7-12 ev -35 n 1000 pv h8"]), told("-35", 7));
        assert_eq!(heard(&["Depth 8 | Eval 23 | Time 5"]), told("23", 8));
        assert_eq!(heard(&["Depth=3 Score=+M7"]), told("+M7", 3));
        assert_eq!(heard(&["depth 1 eval 5", "depth 2 eval 9"]), told("9", 2));
    }

    #[test]
    fn other_talk_tells_nothing() {
        assert_eq!(heard(&["value of life", "in depth", "eval", "score: none"]), (None, None));
    }
}
