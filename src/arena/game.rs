//! One game between two engines, judged by the referee.

use super::ending::{Ending, Fault, Reason};
use super::player::{Answer, Content, Seat, Terms};
use super::remark::Remark;
use super::timing::GameClock;
use crate::board::{Color, Point};
use crate::protocol::{Command, Coordinates, Listing, Owner, Stone};
use crate::rules::Referee;
use std::time::Duration;

/// A stone with what its engine used and said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    pub point: Point,
    pub used: Duration,
    pub remark: Remark,
}

/// Who was asked, and how long the answer took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    pub seat: usize,
    pub used: Duration,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    pub moves: Vec<PlayedMove>,
    /// Every answer that was taken, several stones and a swap among them.
    pub answers: Vec<Answered>,
    /// How many of the moves were given.
    pub opening: usize,
    /// The seat that played black in the end.
    pub black: usize,
    pub ending: Ending,
}

/// Plays a game; the first seat is black, or opens the negotiation of swap2.
pub fn play(terms: &Terms, seats: [&mut Seat; 2], opening: &[Point]) -> PlayedGame {
    let mut game = Game {
        terms,
        seats,
        clocks: Vec::new(),
        referee: Referee::new(terms.rule, terms.size),
        moves: Vec::new(),
        answers: Vec::new(),
        black: 0,
        informed: [false; 2],
    };
    let ending = match game.run(opening) {
        Ok(ending) => ending,
        Err(Forfeit { seat, fault }) => {
            if let Some(seat) = game.seats.get_mut(seat) {
                seat.dismiss_after(fault.reason);
            }
            Ending::forfeit(seat, fault)
        }
    };
    let Game { moves, answers, black, .. } = game;
    PlayedGame { moves, answers, opening: opening.len(), black, ending }
}

struct Game<'g, 's> {
    terms: &'g Terms,
    seats: [&'g mut Seat<'s>; 2],
    clocks: Vec<GameClock>,
    referee: Referee,
    moves: Vec<PlayedMove>,
    answers: Vec<Answered>,
    black: usize,
    /// Which seats know the position already and need only the last stone.
    informed: [bool; 2],
}

/// The game is lost for a seat.
struct Forfeit {
    seat: usize,
    fault: Fault,
}

type Played<T> = Result<T, Forfeit>;

impl Game<'_, '_> {
    fn run(&mut self, opening: &[Point]) -> Played<Ending> {
        for (seat, engine) in self.seats.iter_mut().enumerate() {
            let clock = engine.start_game().map_err(|fault| Forfeit { seat, fault })?;
            self.clocks.push(clock);
        }
        for &point in opening {
            let given = PlayedMove { point, used: Duration::ZERO, remark: Remark::default() };
            // Openings were checked before the match; one that cannot be played ends here.
            if self.referee.play(point).is_err() {
                break;
            }
            self.moves.push(given);
        }
        if self.terms.swap2 {
            self.negotiate()?;
        }
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            self.next_move()?;
        }
    }

    fn ending(&self) -> Option<Ending> {
        let judged = Ending::judged(&self.referee, self.black);
        judged.or_else(|| {
            let most = self.terms.draw_after.filter(|&most| self.moves.len() >= most)?;
            let detail = format!("{most} stones on the board");
            Some(Ending { winner: None, reason: Reason::DrawAfter, detail })
        })
    }

    fn next_move(&mut self) -> Played<()> {
        let seat = self.seat_of(self.referee.to_move());
        let question = self.question(seat);
        let answer = self.ask(seat, &question)?;
        match &answer.content {
            Content::Moves(points) if points.len() == 1 => self.place(seat, &answer),
            content => Err(no_answer(seat, Reason::Garbage, content)),
        }
    }

    /// How the seat is asked for its move, as managers do: the opponent's stone where that is all
    /// that is new, else the whole position.
    fn question(&mut self, seat: usize) -> Command {
        let informed =
            self.informed.get_mut(seat).is_some_and(|known| std::mem::replace(known, true));
        let moves = self.referee.moves();
        match moves {
            _ if self.terms.board_each_move => Command::Board(self.listing(seat)),
            [] => Command::Begin,
            [.., last] if informed || moves.len() == 1 => Command::Turn((*last).into()),
            _ => Command::Board(self.listing(seat)),
        }
    }

    fn listing(&self, seat: usize) -> Listing {
        let own = |ply: usize| self.seat_of(Color::to_move_after(ply)) == seat;
        let stones = self.referee.moves().iter().enumerate().map(|(ply, &point)| Stone {
            at: point.into(),
            owner: Some(if own(ply) { Owner::Own } else { Owner::Opponent }),
        });
        Listing { stones: stones.collect(), unread: 0 }
    }

    /// Seat 0 places three stones; seat 1 takes black, or stays white with a stone, or adds two
    /// stones and leaves the choice to seat 0.
    fn negotiate(&mut self) -> Played<()> {
        let placed = self.negotiation_step(0)?;
        self.expect_moves(0, &placed, &[3])?;
        self.place(0, &placed)?;
        let choice = self.negotiation_step(1)?;
        if self.settles(1, &choice, &[1, 2])? {
            return Ok(());
        }
        // Whoever added two stones offers them as black.
        self.black = 1;
        let choice = self.negotiation_step(0)?;
        self.settles(0, &choice, &[1])?;
        Ok(())
    }

    /// Whether the choice of a seat that is white so far ends the negotiation; it is carried out.
    fn settles(&mut self, seat: usize, choice: &Answer, counts: &[usize]) -> Played<bool> {
        if choice.content == Content::Swap {
            self.black = seat;
            return Ok(true);
        }
        let count = self.expect_moves(seat, choice, counts)?;
        self.place(seat, choice)?;
        Ok(count == 1)
    }

    fn negotiation_step(&mut self, seat: usize) -> Played<Answer> {
        let stones: Listing = self.referee.moves().iter().map(|&p| Coordinates::from(p)).collect();
        self.ask(seat, &Command::Swap2Board(stones))
    }

    fn expect_moves(&self, seat: usize, answer: &Answer, counts: &[usize]) -> Played<usize> {
        match &answer.content {
            Content::Moves(points) if counts.contains(&points.len()) => Ok(points.len()),
            content => Err(no_answer(seat, Reason::Negotiation, content)),
        }
    }

    /// Puts all stones of an answer on the board; the first one carries the time and remark.
    fn place(&mut self, seat: usize, answer: &Answer) -> Played<()> {
        let Content::Moves(points) = &answer.content else { return Ok(()) };
        for (index, coordinates) in points.iter().enumerate() {
            let illegal = |detail| Forfeit { seat, fault: Fault::new(Reason::IllegalMove, detail) };
            let Some(point) = coordinates.on(self.terms.size) else {
                return Err(illegal(format!("{coordinates} is off the board")));
            };
            self.referee
                .play(point)
                .map_err(|error| illegal(format!("{coordinates} cannot be played: {error}")))?;
            let (used, remark) = match index {
                0 => (answer.used, answer.remark.clone()),
                _ => (Duration::ZERO, Remark::default()),
            };
            self.moves.push(PlayedMove { point, used, remark });
        }
        Ok(())
    }

    fn ask(&mut self, seat: usize, question: &Command) -> Played<Answer> {
        let (Some(engine), Some(clock)) = (self.seats.get_mut(seat), self.clocks.get_mut(seat))
        else {
            return Err(Forfeit { seat, fault: Fault::new(Reason::Start, "the seat is empty") });
        };
        let answer = engine.ask(question, clock).map_err(|fault| Forfeit { seat, fault })?;
        self.answers.push(Answered { seat, used: answer.used });
        Ok(answer)
    }

    fn seat_of(&self, color: Color) -> usize {
        (color.index() + self.black) % 2
    }
}

fn no_answer(seat: usize, reason: Reason, content: &Content) -> Forfeit {
    let said = match content {
        Content::Swap => "SWAP".to_string(),
        Content::Moves(points) => {
            points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
    };
    Forfeit { seat, fault: Fault::new(reason, format!("`{said}` does not answer the question")) }
}
