//! A game between a person and the engine.

use super::analyze::in_words;
use super::render;
use super::thinking::{Effort, Event, ask, engine_at};
use crate::board::notation::{Rows, parse_point};
use crate::board::{Color, Point};
use crate::engine::{Answer, Engine, Goal, Options};
use crate::rules::{Referee, forbidden};
use crate::score::Score;
use crate::sparring::Kind;
use std::io::{self, BufRead, Write};

/// A game and its two sides.
#[derive(Clone, Debug)]
pub struct Match {
    /// As far as it has been played.
    pub game: Referee,
    /// The person's color.
    pub person: Color,
    /// How long the engine thinks about a move.
    pub effort: Effort,
    /// Who plays instead of the search, with the seed of its random choices.
    pub player: Option<(Kind, u64)>,
}

const HELP: &str = "say your move, such as h8; or undo, hint, board, help, quit";

/// Plays until the game is over, or the person has had enough.
pub fn play(request: Match, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut options = Options::default();
    request.effort.limit(&mut options);
    if let Some((kind, seed)) = request.player {
        (options.player, options.seed) = (Some(kind), seed);
    }
    let engine = engine_at(&request.game, options).map_err(io::Error::other)?;
    let Match { game, person, .. } = request;
    writeln!(out, "{HELP}\n")?;
    Table { game, engine, person, input, out }.sit()
}

struct Table<'a, I, O> {
    game: Referee,
    engine: Engine,
    person: Color,
    input: &'a mut I,
    out: &'a mut O,
}

/// What the person wants.
enum Wish {
    Play(Point),
    Undo,
    Hint,
    Board,
    Help,
    Quit,
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn sit(&mut self) -> io::Result<()> {
        self.draw()?;
        while !self.game.outcome().is_over() {
            if self.game.to_move() != self.person {
                self.engine_moves()?;
                continue;
            }
            match self.ask_person()? {
                Wish::Play(point) => self.person_plays(point)?,
                Wish::Undo => self.undo()?,
                Wish::Hint => self.hint()?,
                Wish::Board => self.draw()?,
                Wish::Help => writeln!(self.out, "{HELP}")?,
                Wish::Quit => return Ok(()),
            }
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let diagram = render::board(&self.game);
        writeln!(self.out, "{diagram}\n{}", render::legend(&self.game, &diagram))
    }

    /// Asks until there is an answer that means something; the end of the input is one.
    fn ask_person(&mut self) -> io::Result<Wish> {
        loop {
            write!(self.out, "{}> ", self.person)?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(Wish::Quit);
            }
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "undo" => return Ok(Wish::Undo),
                "hint" => return Ok(Wish::Hint),
                "board" => return Ok(Wish::Board),
                "help" => return Ok(Wish::Help),
                "quit" | "exit" => return Ok(Wish::Quit),
                text => match parse_point(text, self.game.board().size(), Rows::FromTop) {
                    Ok(point) => return Ok(Wish::Play(point)),
                    Err(error) => writeln!(self.out, "{error}; {HELP}")?,
                },
            }
        }
    }

    fn person_plays(&mut self, point: Point) -> io::Result<()> {
        if let Err(error) = self.game.check(point) {
            return writeln!(self.out, "{error}");
        }
        let forbids = self.game.rule().forbids(self.person);
        if let Some(foul) = forbidden(self.game.board(), point).filter(|_| forbids) {
            return writeln!(self.out, "{point} would be a {foul}, which is forbidden and loses");
        }
        self.play(point)?;
        self.engine.play(point).map_err(io::Error::other)?;
        if self.game.outcome().is_over() { self.draw() } else { Ok(()) }
    }

    fn engine_moves(&mut self) -> io::Result<()> {
        let (answer, score) = self.think()?;
        self.engine.conclude(&answer);
        let Answer::Play(points) = answer else { return Err(io::Error::other("no move is left")) };
        for point in points {
            let meaning = score.map(|score| format!(" ({})", in_words(score, !self.person)));
            let (color, meaning) = (!self.person, meaning.unwrap_or_default());
            writeln!(self.out, "{color} plays {point}{meaning}\n")?;
            self.play(point)?;
        }
        self.draw()
    }

    fn hint(&mut self) -> io::Result<()> {
        let (answer, score) = self.think()?;
        let Answer::Play(points) = answer else { return Ok(()) };
        let meaning = score.map(|score| format!(" ({})", in_words(score, self.person)));
        let points: Vec<String> = points.iter().map(ToString::to_string).collect();
        writeln!(self.out, "try {}{}", points.join(" "), meaning.unwrap_or_default())
    }

    /// Takes back what came since the person's last move, and that move too.
    fn undo(&mut self) -> io::Result<()> {
        if self.game.moves().len() < 2 {
            return writeln!(self.out, "there is nothing to take back");
        }
        for _ in 0..2 {
            if let Some(point) = self.game.undo() {
                self.engine.take_back(point).map_err(io::Error::other)?;
            }
        }
        self.draw()
    }

    /// What the engine would do for the side to move.
    fn think(&mut self) -> io::Result<(Answer, Option<Score>)> {
        let mut score = None;
        for event in ask(&mut self.engine, Goal::Move) {
            match event {
                Event::Report(report) => score = Some(report.score),
                Event::Finished(answer) => return Ok((answer, score)),
            }
        }
        Err(io::Error::other("the engine does not answer"))
    }

    fn play(&mut self, point: Point) -> io::Result<()> {
        self.game.play(point).map(|_| ()).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rule;

    fn played(rule: Rule, moves: &[(usize, usize)], person: Color, said: &str) -> String {
        let mut game = Referee::new(rule, Size::square(9).unwrap());
        for &(x, y) in moves {
            game.play(Point::new(x, y)).unwrap();
        }
        let request = Match { game, person, effort: Effort::Nodes(500), player: None };
        let mut out = Vec::new();
        play(request, &mut said.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn both_sides_move_in_turn_until_the_person_leaves() {
        let text = played(Rule::Freestyle, &[], Color::White, "a1\nquit\n");
        assert!(text.contains("black plays e5") && text.contains("3 stones, white to move"));
        let text = played(Rule::Freestyle, &[], Color::Black, "e5\n");
        assert!(text.contains("2 stones, black to move") && text.ends_with("black> \n"), "{text}");
    }

    #[test]
    fn what_cannot_be_played_is_explained_and_asked_again() {
        let text = played(Rule::Freestyle, &[(0, 0), (1, 1)], Color::Black, "a1\nz9\nfoo\n\n");
        assert!(text.contains("a1 is occupied") && text.contains("off a board of size 9"));
        assert!(!text.contains("plays"), "{text}");
        let cross = [(4, 3), (0, 0), (4, 4), (0, 8), (3, 5), (8, 0), (2, 5), (8, 8)];
        let text = played(Rule::Renju, &cross, Color::Black, "e6\n");
        assert!(text.contains("e6 would be a double-three, which is forbidden"), "{text}");
    }

    #[test]
    fn a_five_ends_the_game() {
        let moves = [(0, 0), (0, 8), (1, 0), (1, 8), (2, 0), (2, 8), (3, 0), (3, 8)];
        let text = played(Rule::Standard, &moves, Color::Black, "e1\na5\n");
        assert!(text.contains("black wins by five in a row") && !text.contains("plays"), "{text}");
        let text = played(Rule::Standard, &moves, Color::Black, "h5\na5\n");
        assert!(text.contains("white plays e9 (white wins with stone 1 from here)"), "{text}");
        assert!(text.ends_with("a capital letter is the last move\n"), "{text}");
    }

    #[test]
    fn undo_takes_back_a_pair_and_hints_change_nothing() {
        let text = played(Rule::Freestyle, &[], Color::Black, "undo\nhint\ne5\nundo\nboard\n");
        assert!(text.contains("there is nothing to take back") && text.contains("try e5"));
        let last = text.rsplit("freestyle, size 9, ").next().unwrap();
        assert!(last.starts_with("0 stones, black to move"), "{text}");
    }
}
