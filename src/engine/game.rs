//! The stones of the game being played, in the order in which they came.

use crate::board::{Board, Color, Content, Point, PointSet, Size};
use crate::position::Position;
use crate::rules::Rule;
use std::fmt;

/// A position with its history, as far as it is known.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    stones: Vec<(Point, Color)>,
    to_move: Color,
}

/// Why a stone cannot be placed or taken back. The game is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    OffBoard(Size),
    Occupied,
    NoStone,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::OffBoard(size) => {
                write!(f, "the point is off the board of size {size}")
            }
            Refusal::Occupied => f.write_str("the point is occupied"),
            Refusal::NoStone => f.write_str("there is no stone to take back"),
        }
    }
}

impl std::error::Error for Refusal {}

impl Game {
    pub fn new(size: Size) -> Game {
        Game { board: Board::new(size), stones: Vec::new(), to_move: Color::Black }
    }

    /// A position from outside. Stones that come in alternating order keep it; others are put in
    /// such an order, which changes nothing but what taking back would do.
    pub fn set_up(size: Size, stones: &[(Point, Color)], dead: &PointSet, to_move: Color) -> Game {
        let mut game = Game { to_move, ..Game::new(size) };
        for point in dead {
            game.board.set(point, Content::Dead);
        }
        game.stones = alternating(stones);
        for &(point, color) in &game.stones {
            game.board.set(point, Content::Stone(color));
        }
        game
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn to_move(&self) -> Color {
        self.to_move
    }

    pub fn stone_count(&self) -> usize {
        self.stones.len()
    }

    pub fn last(&self) -> Option<Point> {
        self.stones.last().map(|&(point, _)| point)
    }

    /// Places a stone of the side to move.
    pub fn play(&mut self, point: Point) -> Result<(), Refusal> {
        self.can_play(point)?;
        self.board.set(point, Content::Stone(self.to_move));
        self.stones.push((point, self.to_move));
        self.to_move = !self.to_move;
        Ok(())
    }

    pub fn can_play(&self, point: Point) -> Result<(), Refusal> {
        if !self.size().contains(point) {
            Err(Refusal::OffBoard(self.size()))
        } else if !self.board.is_empty(point) {
            Err(Refusal::Occupied)
        } else {
            Ok(())
        }
    }

    pub fn has_stone(&self, point: Point) -> bool {
        self.stones.iter().any(|&(there, _)| there == point)
    }

    /// Takes the stone on `point` back. After the last stone its side is to move again; after an
    /// earlier one the number of stones decides.
    pub fn take_back(&mut self, point: Point) -> Result<(), Refusal> {
        let at = self.stones.iter().rposition(|&(there, _)| there == point);
        let at = at.ok_or(Refusal::NoStone)?;
        let is_last = at + 1 == self.stones.len();
        let (_, color) = self.stones.remove(at);
        self.board.set(point, Content::Empty);
        self.to_move = if is_last { color } else { Color::to_move_after(self.stones.len()) };
        Ok(())
    }

    /// The game for the fast part of the engine; where a side moved twice, the other one passed.
    pub fn position(&self, rule: Rule) -> Position {
        let mut position = Position::with_dead(self.size(), rule, self.board.dead());
        for &(point, color) in &self.stones {
            if position.to_move() != color {
                position.pass();
            }
            position.play(point);
        }
        if position.to_move() != self.to_move {
            position.pass();
        }
        position
    }
}

/// The same stones with the colors in turn, black first, as long as both have some.
fn alternating(stones: &[(Point, Color)]) -> Vec<(Point, Color)> {
    let of = |color| stones.iter().copied().filter(move |stone| stone.1 == color);
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let mut ordered = Vec::with_capacity(stones.len());
    while ordered.len() < stones.len() {
        ordered.extend(black.next());
        ordered.extend(white.next());
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::square(15).unwrap()
    }

    fn at(x: usize, y: usize) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn plays_in_turn_and_refuses_what_is_not_free() {
        let mut game = Game::new(size());
        assert_eq!(game.play(at(7, 7)), Ok(()));
        assert_eq!(game.play(at(7, 7)), Err(Refusal::Occupied));
        assert_eq!(game.play(at(15, 7)), Err(Refusal::OffBoard(size())));
        assert_eq!((game.to_move(), game.stone_count()), (Color::White, 1));
    }

    #[test]
    fn takes_back_exactly_the_named_stone() {
        let mut game = Game::new(size());
        for point in [at(0, 0), at(1, 1), at(2, 2)] {
            game.play(point).unwrap();
        }
        assert_eq!(game.take_back(at(5, 5)), Err(Refusal::NoStone));
        assert_eq!(game.take_back(at(2, 2)), Ok(()));
        assert_eq!(game.to_move(), Color::Black);
        assert_eq!(game.take_back(at(0, 0)), Ok(()));
        assert_eq!(game.to_move(), Color::White);
        assert!(game.board().is_empty(at(0, 0)) && !game.board().is_empty(at(1, 1)));
    }

    #[test]
    fn any_mixture_of_stones_becomes_a_position() {
        let (black, white) = (Color::Black, Color::White);
        let stones = [(at(1, 1), white), (at(2, 2), white), (at(3, 3), black), (at(4, 4), white)];
        let dead: PointSet = [at(9, 9)].into_iter().collect();
        for to_move in Color::ALL {
            let game = Game::set_up(size(), &stones, &dead, to_move);
            let position = game.position(Rule::Freestyle);
            assert_eq!(position.to_move(), to_move);
            assert_eq!(position.stones(white).len(), 3);
            assert_eq!(position.stones(black).len(), 1);
            assert!(!position.is_empty(at(9, 9)));
        }
    }

    #[test]
    fn an_order_that_alternates_is_kept() {
        let mut game = Game::new(size());
        let points = [at(3, 3), at(0, 0), at(9, 1), at(4, 4)];
        let stones: Vec<_> =
            points.iter().enumerate().map(|(n, &p)| (p, Color::to_move_after(n))).collect();
        for point in points {
            game.play(point).unwrap();
        }
        let told = Game::set_up(size(), &stones, &PointSet::EMPTY, Color::Black);
        assert_eq!(told.last(), Some(at(4, 4)));
        let key = |game: &Game| game.position(Rule::Renju).key();
        assert_eq!(key(&told), key(&game));
    }
}
