//! Follows a game from the manager's side, with the literal rules only.

use fukumi::board::{Board, Color, Content, Point, Size};
use fukumi::protocol::{Command, Coordinates, Owner, Parser, Reply, Setting, rule_of_code, yixin};
use fukumi::rules::{self, Rule};

/// The board as a manager knows it.
pub struct Follower {
    parser: Parser,
    board: Board,
    order: Vec<Point>,
    to_move: Color,
    rule: Rule,
    /// Points in the answer to the last request are stones of the engine.
    plays: bool,
}

impl Default for Follower {
    fn default() -> Follower {
        let size = Size::square(15).expect("a good size");
        Follower {
            parser: Parser::default(),
            board: Board::new(size),
            order: Vec::new(),
            to_move: Color::Black,
            rule: Rule::Freestyle,
            plays: false,
        }
    }
}

impl Follower {
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Takes a line that is sent; returns how many replies it asks for.
    pub fn sent(&mut self, line: &str) -> usize {
        let parsed = self.parser.feed(line.as_bytes());
        parsed.into_iter().map(|parsed| parsed.map_or(1, |command| self.obey(command))).sum()
    }

    /// Takes a line that came back.
    pub fn heard(&mut self, line: &str) {
        if let (true, Some(Reply::Moves(points))) = (self.plays, Reply::parse(line.as_bytes())) {
            for at in points {
                self.place(at);
            }
            self.plays = false;
        }
    }

    /// Whether the engine may play there. Where black has only forbidden points, they are free.
    pub fn check(&self, at: Coordinates) -> Result<(), String> {
        let point = at.on(self.size()).ok_or(format!("{at} is off the board"))?;
        if !self.board.is_empty(point) {
            return Err(format!("{at} is occupied"));
        }
        let is_foul = |point| {
            self.rule.forbids(self.to_move) && rules::forbidden(&self.board, point).is_some()
        };
        if is_foul(point) && !self.board.empties().all(is_foul) {
            return Err(format!("{at} is forbidden"));
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> usize {
        self.plays = matches!(command, Command::Begin | Command::Turn(_) | Command::Board(_));
        match command {
            Command::Start(size) => self.clear(size),
            Command::Restart => self.clear(self.size()),
            Command::Turn(at) | Command::Play(at) => self.place(at),
            Command::Board(listing) => self.set_up(&listing),
            Command::Takeback(at) => self.take_back(at),
            Command::Info(Setting::Rule(code)) => {
                self.rule = rule_of_code(code, self.parser.speaks_yixin()).rule;
                return 0;
            }
            Command::Yixin(yixin::Request::Board(listing)) => {
                self.set_up(&listing);
                return 0;
            }
            Command::Yixin(request) => return usize::from(asks(&request)),
            Command::Swap2Board(listing) => {
                self.set_up(&listing);
                self.plays = false;
            }
            Command::Info(_) | Command::Stop | Command::End => return 0,
            Command::Begin | Command::About | Command::Unknown(_) => {}
        }
        1
    }

    fn clear(&mut self, size: Size) {
        self.board = Board::new(size);
        self.order.clear();
        self.to_move = Color::Black;
    }

    /// Places a stone where that is possible; the engine refuses what is not.
    fn place(&mut self, at: Coordinates) {
        let Some(point) = at.on(self.size()).filter(|&point| self.board.is_empty(point)) else {
            return;
        };
        self.board.set(point, Content::Stone(self.to_move));
        self.order.push(point);
        self.to_move = !self.to_move;
    }

    fn take_back(&mut self, at: Coordinates) {
        let Some(point) = at.on(self.size()).filter(|point| self.order.contains(point)) else {
            return;
        };
        self.order.retain(|&other| other != point);
        self.board.set(point, Content::Empty);
        self.to_move = Color::to_move_after(self.order.len());
    }

    fn set_up(&mut self, listing: &fukumi::protocol::Listing) {
        self.clear(self.size());
        let is_dead = |owner| owner == Some(Owner::Dead);
        let living = listing.stones.iter().filter(|stone| !is_dead(stone.owner)).count();
        let own = Color::to_move_after(living);
        let mut turn = living;
        for stone in &listing.stones {
            let Some(point) = stone.at.on(self.size()) else { continue };
            if !self.board.is_empty(point) {
                continue;
            }
            let content = match stone.owner {
                Some(Owner::Dead) => Content::Dead,
                Some(Owner::Own) => Content::Stone(own),
                Some(Owner::Opponent) => Content::Stone(!own),
                None if turn % 2 == 1 => Content::Stone(!own),
                None => Content::Stone(own),
            };
            if content != Content::Dead {
                turn -= 1;
                self.order.push(point);
            }
            self.board.set(point, content);
        }
        self.to_move = own;
    }
}

/// Whether a request is answered by a line that is no comment.
fn asks(request: &yixin::Request) -> bool {
    use yixin::Request;
    matches!(
        request,
        Request::ShowForbidden
            | Request::Best(_)
            | Request::SearchDefend
            | Request::BalanceOne(_)
            | Request::BalanceTwo(_)
    )
}
