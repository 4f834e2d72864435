//! What each command does.

use super::setup::Setup;
use super::{Flow, Manner, Parsed, Session};
use crate::board::{Point, Size};
use crate::engine::{Goal, Refusal};
use crate::protocol::yixin::Request;
use crate::protocol::{Command, Coordinates, Listing, Reply, Setting, rule_of_code};
use std::io::{self, Write};
use std::time::{Duration, Instant};

impl<W: Write> Session<W> {
    /// Carries a command out while no search is running, or one that needs no reply at any time.
    pub(super) fn execute(&mut self, parsed: Parsed, at: Instant) -> io::Result<Flow> {
        self.update_rule();
        let command = match parsed {
            Ok(command) => command,
            Err(error) => return self.error(&error),
        };
        match command {
            Command::Start(size) => self.start(size)?,
            Command::Restart => self.start(self.engine.game().size())?,
            Command::Begin => return self.begin(at),
            Command::Turn(point) => match self.play(point) {
                Ok(_) => self.think(Goal::Move, Manner::Gomocup, at),
                Err(refusal) => return self.error(&format_args!("TURN {point}: {refusal}")),
            },
            Command::Play(point) => match self.play(point) {
                Ok(point) => self.output.say(&point.into())?,
                Err(refusal) => return self.error(&format_args!("PLAY {point}: {refusal}")),
            },
            Command::Takeback(point) => match self.take_back(point) {
                Ok(()) => self.output.say(&Reply::Ok)?,
                Err(refusal) => return self.error(&format_args!("TAKEBACK {point}: {refusal}")),
            },
            Command::Board(listing) => {
                self.set_position(&listing)?;
                self.think(Goal::Move, Manner::Gomocup, at);
            }
            Command::Swap2Board(listing) => return self.swap2(&listing, at),
            Command::Info(setting) => self.tell(&setting)?,
            // There is no search to stop.
            Command::Stop => {}
            Command::About => self.output.say(&about())?,
            Command::End => return Ok(Flow::End),
            Command::Yixin(request) => self.answer_yixin(request, at)?,
            Command::Unknown(text) => self.output.say(&Reply::Unknown(text))?,
        }
        Ok(Flow::GoOn)
    }

    /// Whether a command that comes during a search could be carried out on the board as it is.
    pub(super) fn is_possible(&self, command: &Command) -> bool {
        let game = self.engine.game();
        let on_board = |at: &Coordinates| at.on(game.size());
        match command {
            Command::Turn(at) | Command::Play(at) => {
                on_board(at).is_some_and(|point| game.can_play(point).is_ok())
            }
            Command::Takeback(at) => on_board(at).is_some_and(|point| game.has_stone(point)),
            // The move that is owed comes first, and then the board is not empty.
            Command::Begin => false,
            Command::Swap2Board(listing) => swap2_goal(&self.opening(listing)).is_some(),
            Command::Yixin(Request::Swap2Step(step)) => self.swap2_step_goal(*step).is_ok(),
            _ => true,
        }
    }

    pub(super) fn error(&mut self, error: &dyn std::fmt::Display) -> io::Result<Flow> {
        self.output.say(&Reply::Error(error.to_string()))?;
        Ok(Flow::GoOn)
    }

    /// Sets the position of BOARD or YXBOARD.
    pub(super) fn set_position(&mut self, listing: &Listing) -> io::Result<()> {
        let setup = Setup::of_board(listing, self.engine.game().size());
        self.apply(&setup)
    }

    fn apply(&mut self, setup: &Setup) -> io::Result<()> {
        for warning in &setup.warnings {
            self.output.say(&Reply::Message(warning.clone()))?;
        }
        self.engine.set_position(&setup.stones, &setup.dead, setup.to_move);
        Ok(())
    }

    fn start(&mut self, size: Size) -> io::Result<()> {
        self.engine.new_game(size);
        // A new game is played as if it were the first of the process. Only Yixin-Board says START
        // before every position of the same game.
        if !self.parser.speaks_yixin() {
            self.engine.forget();
        }
        self.output.say(&Reply::Ok)
    }

    fn begin(&mut self, at: Instant) -> io::Result<Flow> {
        if self.engine.game().stone_count() > 0 {
            return self.error(&"BEGIN: the board is not empty");
        }
        self.think(Goal::Move, Manner::Gomocup, at);
        Ok(Flow::GoOn)
    }

    fn play(&mut self, at: Coordinates) -> Result<Point, Refusal> {
        let size = self.engine.game().size();
        let point = at.on(size).ok_or(Refusal::OffBoard(size))?;
        self.engine.play(point)?;
        Ok(point)
    }

    fn take_back(&mut self, at: Coordinates) -> Result<(), Refusal> {
        let size = self.engine.game().size();
        self.engine.take_back(at.on(size).ok_or(Refusal::OffBoard(size))?)
    }

    fn swap2(&mut self, listing: &Listing, at: Instant) -> io::Result<Flow> {
        let setup = self.opening(listing);
        let Some(goal) = swap2_goal(&setup) else {
            return self.error(&"SWAP2BOARD takes 0, 3 or 5 different points of the board");
        };
        self.apply(&setup)?;
        self.think(goal, Manner::Gomocup, at);
        Ok(Flow::GoOn)
    }

    fn opening(&self, listing: &Listing) -> Setup {
        Setup::of_opening(listing, self.engine.game().size())
    }

    fn tell(&mut self, setting: &Setting) -> io::Result<()> {
        match *setting {
            Setting::Rule(code) => return self.tell_rule(code),
            Setting::ShowDetail(bits) => self.show_detail = bits,
            Setting::TimeoutTurn(ms) => {
                let turn = if ms < FOREVER { Some(span(ms)) } else { None };
                self.engine.change_options(|options| options.clock.tell_turn(turn));
            }
            Setting::TimeoutMatch(ms) => {
                let game = if (1..FOREVER).contains(&ms) { Some(span(ms)) } else { None };
                self.engine.change_options(|options| options.clock.tell_game(game));
            }
            Setting::TimeLeft(ms) => {
                let left = if ms < FOREVER { span(ms) } else { Duration::MAX };
                self.engine.change_options(|options| options.clock.tell_left(left));
            }
            Setting::TimeIncrement(ms) => {
                self.engine.change_options(|options| options.clock.tell_increment(span(ms)));
            }
            Setting::MaxMemory(bytes) => {
                self.engine.change_options(|options| options.max_memory = positive(bytes));
            }
            Setting::HashSize(kib) => {
                let bytes = u64::try_from(kib).ok().map(|kib| kib.saturating_mul(1024));
                self.engine.change_options(|options| options.hash_size = bytes);
            }
            Setting::MaxNode(nodes) => {
                self.engine.change_options(|options| options.max_node = positive(nodes));
            }
            Setting::MaxDepth(plies) => {
                let depth = positive(plies).map(|plies| u32::try_from(plies).unwrap_or(u32::MAX));
                self.engine.change_options(|options| options.max_depth = depth);
            }
            Setting::ThreadNum(count) => {
                self.engine.change_options(|options| options.set_threads(count));
            }
            Setting::Strength(strength) => {
                self.engine.change_options(|options| options.set_strength(strength));
            }
            Setting::GameType(_) | Setting::Folder(_) | Setting::Other { .. } => {}
        }
        Ok(())
    }

    fn tell_rule(&mut self, code: i64) -> io::Result<()> {
        self.rule_code = code;
        self.update_rule();
        let found = rule_of_code(code, self.parser.speaks_yixin());
        if found.exact {
            return Ok(());
        }
        let name = found.rule.name();
        self.output.say(&Reply::Message(format!("rule {code} is not known, playing {name}")))
    }

    /// What the rule's code means changes when the manager turns out to speak Yixin's dialect.
    fn update_rule(&mut self) {
        let rule = rule_of_code(self.rule_code, self.parser.speaks_yixin()).rule;
        if rule != self.engine.options().rule {
            self.engine.change_options(|options| options.rule = rule);
        }
    }
}

/// What is asked about this many stones in swap2.
fn swap2_goal(setup: &Setup) -> Option<Goal> {
    match setup.stones.len() {
        0 => Some(Goal::Open),
        3 => Some(Goal::AnswerThree),
        5 => Some(Goal::AnswerFive),
        _ => None,
    }
}

/// From here on a number of milliseconds means that there is no limit.
const FOREVER: i64 = i32::MAX as i64;

/// Time that is over is no time.
fn span(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

/// Zero and less stand for no limit.
fn positive(value: i64) -> Option<u64> {
    u64::try_from(value).ok().filter(|&value| value > 0)
}

fn about() -> Reply {
    let pairs = [
        ("name", "Fukumi"),
        ("version", env!("CARGO_PKG_VERSION")),
        ("author", "the Fukumi developers"),
        ("country", "World"),
    ];
    Reply::About(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into())
}
