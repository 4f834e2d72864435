//! A game under a rule: who moves, what may be played, and how it ended.

use super::{Foul, Rule, forbidden, wins};
use crate::board::{Board, Color, Content, Point, Size};
use std::fmt;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Ongoing,
    /// This color made a winning row.
    Five(Color),
    /// This color played a forbidden point, and so the other one won.
    Foul(Color, Foul),
    /// The board is full.
    Draw,
}

impl Outcome {
    pub fn is_over(self) -> bool {
        self != Outcome::Ongoing
    }

    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Five(color) => Some(color),
            Outcome::Foul(color, _) => Some(!color),
            Outcome::Ongoing | Outcome::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Outcome::Ongoing => write!(f, "the game goes on"),
            Outcome::Five(color) => write!(f, "{color} wins by five in a row"),
            Outcome::Foul(color, foul) => write!(f, "{} wins, {color} played a {foul}", !*color),
            Outcome::Draw => write!(f, "the board is full: a draw"),
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    OffBoard(Point, Size),
    Occupied(Point),
    GameOver(Outcome),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayError::OffBoard(point, size) => write!(f, "{point} is off a board of size {size}"),
            PlayError::Occupied(point) => write!(f, "{point} is occupied"),
            PlayError::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// Keeps one game and judges it. Forbidden moves can be played, and lose.
///
/// ```
/// use fukumi::board::{Color, Point, Size};
/// use fukumi::rules::{Outcome, PlayError, Referee, Rule};
///
/// let mut game = Referee::new(Rule::Freestyle, Size::square(15).unwrap());
/// for x in 0..4 {
///     game.play(Point::new(x, 0)).unwrap();
///     game.play(Point::new(x, 1)).unwrap();
/// }
/// assert_eq!(game.play(Point::new(0, 0)), Err(PlayError::Occupied(Point::new(0, 0))));
/// assert_eq!(game.play(Point::new(4, 0)), Ok(Outcome::Five(Color::Black)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Referee {
    rule: Rule,
    board: Board,
    moves: Vec<Point>,
    to_move: Color,
    outcome: Outcome,
}

impl Referee {
    /// A game on an empty board, black to move.
    pub fn new(rule: Rule, size: Size) -> Referee {
        Referee::from_board(rule, Board::new(size), Color::Black)
    }

    /// A game that begins with stones on the board; it is not over, whatever stands there, unless
    /// the board is full.
    pub fn from_board(rule: Rule, board: Board, to_move: Color) -> Referee {
        let mut referee =
            Referee { rule, board, moves: Vec::new(), to_move, outcome: Outcome::Ongoing };
        if referee.is_full() {
            referee.outcome = Outcome::Draw;
        }
        referee
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves played since the start, the first one first.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Whether a move can be played, without playing it.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        if self.outcome.is_over() {
            Err(PlayError::GameOver(self.outcome))
        } else if !self.board.size().contains(point) {
            Err(PlayError::OffBoard(point, self.board.size()))
        } else if !self.board.is_empty(point) {
            Err(PlayError::Occupied(point))
        } else {
            Ok(())
        }
    }

    /// Plays for the side to move. A move in error changes nothing.
    pub fn play(&mut self, point: Point) -> Result<Outcome, PlayError> {
        self.check(point)?;
        let color = self.to_move;
        let foul = if self.rule.forbids(color) { forbidden(&self.board, point) } else { None };
        self.board.set(point, Content::Stone(color));
        self.moves.push(point);
        self.to_move = !color;
        self.outcome = match foul {
            Some(foul) => Outcome::Foul(color, foul),
            None if wins(self.rule, &self.board, point, color) => Outcome::Five(color),
            None if self.is_full() => Outcome::Draw,
            None => Outcome::Ongoing,
        };
        Ok(self.outcome)
    }

    /// Takes the last move back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.moves.pop()?;
        self.board.set(point, Content::Empty);
        self.to_move = !self.to_move;
        self.outcome = Outcome::Ongoing;
        Some(point)
    }

    /// Whether the game ended by a foul that could not be helped, all other points being forbidden.
    pub fn was_foul_forced(&self) -> bool {
        let mut before = self.clone();
        matches!(self.outcome, Outcome::Foul(..))
            && before.undo().is_some()
            && before.board.empties().all(|point| forbidden(&before.board, point).is_some())
    }

    fn is_full(&self) -> bool {
        self.board.empties().next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Rows, parse_moves};

    fn played(rule: Rule, moves: &str) -> Referee {
        let size = Size::square(15).unwrap();
        let mut game = Referee::new(rule, size);
        for point in parse_moves(moves, size, Rows::FromTop).unwrap() {
            game.play(point).unwrap();
        }
        game
    }

    #[test]
    fn nothing_is_played_after_the_end_and_undo_resumes() {
        let mut game = played(Rule::Standard, "a1a2b1b2c1c2d1d2e1");
        assert_eq!(game.outcome(), Outcome::Five(Color::Black));
        let error = game.play(Point::new(7, 7)).unwrap_err();
        assert_eq!(error.to_string(), "the game is over: black wins by five in a row");
        assert_eq!(game.undo(), Some(Point::new(4, 0)));
        assert_eq!((game.outcome(), game.to_move()), (Outcome::Ongoing, Color::Black));
        assert_eq!(game, played(Rule::Standard, "a1a2b1b2c1c2d1d2"));
    }

    #[test]
    fn black_loses_by_a_foul_only_in_renju() {
        let double_three = Point::new(6, 7);
        let mut game = played(Rule::Renju, "g7a1g6c1h8e1i8g1");
        assert_eq!(game.play(double_three), Ok(Outcome::Foul(Color::Black, Foul::DoubleThree)));
        assert_eq!(game.outcome().winner(), Some(Color::White));
        assert_eq!(played(Rule::Freestyle, "g7a1g6c1h8e1i8g1g8").outcome(), Outcome::Ongoing);
    }

    #[test]
    fn white_may_play_what_black_may_not() {
        let game = played(Rule::Renju, "a1g7c1g6e1h8g1i8i1g8");
        assert_eq!(game.outcome(), Outcome::Ongoing);
    }

    #[test]
    fn off_board_points_are_refused() {
        let size = Size::new(7, 5).unwrap();
        let mut game = Referee::new(Rule::Freestyle, size);
        assert_eq!(game.play(Point::new(6, 5)), Err(PlayError::OffBoard(Point::new(6, 5), size)));
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let size = Size::square(5).unwrap();
        let mut game = Referee::new(Rule::Freestyle, size);
        let moves = "a1b1c1d1e1a2b2c2d2e2b3a3d3c3a4e3c4b4e4d4a5b5c5d5e5";
        for point in parse_moves(moves, size, Rows::FromTop).unwrap() {
            assert_eq!(game.outcome(), Outcome::Ongoing);
            game.play(point).unwrap();
        }
        assert_eq!(game.outcome(), Outcome::Draw);
        assert_eq!(
            Referee::from_board(Rule::Renju, game.board().clone(), Color::White).outcome(),
            Outcome::Draw
        );
    }

    #[test]
    fn the_last_stone_may_win_on_a_full_board() {
        let size = Size::square(5).unwrap();
        let mut board = Board::new(size);
        for point in size.points() {
            board.set(point, Content::Dead);
        }
        for x in 0..4 {
            board.set(Point::new(x, 0), Content::Stone(Color::White));
        }
        board.set(Point::new(4, 0), Content::Empty);
        let mut game = Referee::from_board(Rule::CaroExact, board, Color::White);
        assert_eq!(game.play(Point::new(4, 0)), Ok(Outcome::Five(Color::White)));
    }
}
