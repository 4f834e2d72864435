//! A position given by arguments.

use super::BadInput;
use crate::board::Size;
use crate::board::notation::{Rows, parse_moves};
use crate::rules::{Referee, Rule};
use clap::Args;

/// Rule, size and moves.
#[derive(Args, Debug)]
pub(super) struct PositionArguments {
    /// freestyle (0), standard (1), renju (4), caro (8) or caro5 (9).
    #[arg(long, value_name = "RULE", default_value = "freestyle")]
    rule: Rule,

    /// One side of a square or WIDTHxHEIGHT, each side from 5 to 32.
    #[arg(long, value_name = "SIZE", default_value = "15")]
    size: Size,

    /// The moves so far, black's first: h8i9 or "h8 i9".
    ///
    /// The letter is the column from the left, the number is the row from the top, as c-gomoku-cli
    /// and GomocupJudge count; programs with a board on the screen often count rows from below.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
}

impl PositionArguments {
    /// The game as far as it was played.
    pub fn game(&self) -> Result<Referee, BadInput> {
        self.game_after(&self.moves.join(" "))
    }

    /// The same, which must go on.
    pub fn unfinished_game(&self) -> Result<Referee, BadInput> {
        unfinished(self.game()?)
    }

    /// Whether the moves are to be read from standard input.
    pub fn are_on_input(&self) -> bool {
        self.moves == ["-"]
    }

    /// The game after moves that are given as text, whatever the arguments say about them.
    pub fn game_after(&self, text: &str) -> Result<Referee, BadInput> {
        let moves = parse_moves(text, self.size, Rows::FromTop)
            .map_err(|error| BadInput(error.to_string()))?;
        let mut game = Referee::new(self.rule, self.size);
        for (number, point) in moves.into_iter().enumerate() {
            game.play(point)
                .map_err(|error| BadInput(format!("move {}, {point}: {error}", number + 1)))?;
        }
        Ok(game)
    }
}

/// The game, unless it is over.
pub(super) fn unfinished(game: Referee) -> Result<Referee, BadInput> {
    if game.outcome().is_over() { Err(BadInput(game.outcome().to_string())) } else { Ok(game) }
}
