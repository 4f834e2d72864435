//! The engine as its clients see it: a game, options, and a request to think about it.
//!
//! Speaks in points, colors and durations. It does not know any protocol, and does not print.

mod fallback;
mod fault;
mod game;
mod memory;
mod opening;
mod options;
mod thinker;
mod timekeeper;

pub use game::{Game, Refusal};
pub use options::{MAX_THREADS, OPTIONS, OptionInfo, Options, TableSize};
pub use timekeeper::Timekeeper;

use crate::board::{Color, Point, PointSet, Size};
use crate::clock::{Budget, Limits, Spans, StopSignal};
use crate::search::Observer;
use std::time::{Duration, Instant};
use thinker::{Job, Thinker};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The best move.
    Move,
    /// This many best moves, all of them reported; the best is the answer.
    Lines(usize),
    /// Swap2: place three stones.
    Open,
    /// Swap2: answer three stones.
    AnswerThree,
    /// Swap2: answer five stones.
    AnswerFive,
    /// One or two stones after which the position is worth `bias` points to the side to move.
    Balance { stones: usize, bias: i32 },
}

/// What comes out of thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Play(Vec<Point>),
    /// Take the other color.
    Swap,
    /// There is no empty point.
    Nothing,
}

impl Answer {
    pub fn one(point: Point) -> Answer {
        Answer::Play(vec![point])
    }
}

/// Whoever asked. Called from other threads.
pub trait Listener: Observer + Send {
    /// Thinking is over; comes exactly once. A report may come beside it, but then it is the last.
    fn finished(&self, answer: Answer);
}

/// A game and the thinking about it.
pub struct Engine {
    options: Options,
    game: Game,
    /// Moves that are not to be considered.
    excluded: PointSet,
    thinker: Thinker,
    thinking: Option<Thinking>,
}

/// A search that is under way.
struct Thinking {
    stop: StopSignal,
    budget: Budget,
    nodes: Option<u64>,
    goal: Goal,
}

/// With less time than this there is no search.
const LEAST_TIME: Duration = Duration::from_millis(3);

impl Engine {
    pub fn new(size: Size, options: Options) -> Engine {
        Engine {
            options,
            game: Game::new(size),
            excluded: PointSet::EMPTY,
            thinker: Thinker::default(),
            thinking: None,
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes options. A running search obeys a changed clock at once, the rest from the next
    /// search on.
    pub fn change_options(&mut self, change: impl FnOnce(&mut Options)) {
        let rule = self.options.rule;
        change(&mut self.options);
        if self.options.rule != rule {
            self.thinker.prepare(self.options.rule);
        }
        if let Some(thinking) = &self.thinking {
            thinking.budget.revise(self.spans());
        }
    }

    /// An empty board.
    pub fn new_game(&mut self, size: Size) {
        self.game = Game::new(size);
        self.options.clock.new_game();
        self.thinker.prepare(self.options.rule);
    }

    /// Another position, perhaps of the same game.
    pub fn set_position(&mut self, stones: &[(Point, Color)], dead: &PointSet, to_move: Color) {
        self.game = Game::set_up(self.game.size(), stones, dead, to_move);
    }

    pub fn play(&mut self, point: Point) -> Result<(), Refusal> {
        self.game.play(point)
    }

    pub fn take_back(&mut self, point: Point) -> Result<(), Refusal> {
        self.game.take_back(point)
    }

    /// Moves that are not to be considered when the engine is asked for a move.
    pub fn excluded(&mut self) -> &mut PointSet {
        &mut self.excluded
    }

    /// Where the side to move must not play.
    pub fn forbidden_points(&self) -> PointSet {
        if !self.options.rule.forbids(self.game.to_move()) {
            return PointSet::EMPTY;
        }
        self.game.position(self.options.rule).forbidden_points()
    }

    /// Begins to think about the present position. Counts the time from `start`, when the request
    /// arrived. A search that is still running is stopped; its answer comes all the same.
    pub fn go(&mut self, goal: Goal, start: Instant, listener: Box<dyn Listener>) {
        self.stop();
        let spans = self.spans();
        let budget = Budget::with_spans(start, spans);
        let stop = StopSignal::default();
        // Whoever knows the key knows the patterns, and on the first move these are not there yet.
        let key = || self.game.position(self.options.rule).key();
        let options = self.options.for_move(key);
        let limits = Limits {
            budget: Some(budget.clone()),
            nodes: options.max_node,
            depth: options.max_depth,
        };
        let job = Job {
            game: self.game.clone(),
            rule: options.rule,
            goal,
            limits,
            at_once: spans.hard < LEAST_TIME,
            excluded: self.excluded,
            table: options.table_size(budget.expected()),
            threads: options.threads(),
            player: options.player.map(|kind| (kind, options.seed)),
            stop: stop.clone(),
        };
        self.thinking = Some(Thinking { stop, budget, nodes: options.max_node, goal });
        self.thinker.think(job, listener);
    }

    /// Asks the running search to answer now.
    pub fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
    }

    /// Whether neither time nor nodes end the running search; its depth may be out of reach.
    pub fn thinks_without_limit(&self) -> bool {
        let is_endless =
            |thinking: &Thinking| thinking.nodes.is_none() && thinking.budget.remaining().is_none();
        self.thinking.as_ref().is_some_and(is_endless)
    }

    /// To be told when the answer has come: makes the move and stops the clock.
    pub fn conclude(&mut self, answer: &Answer) {
        let Some(thinking) = self.thinking.take() else { return };
        self.options.clock.spend(thinking.budget.elapsed());
        let plays = matches!(thinking.goal, Goal::Move | Goal::Lines(_) | Goal::Balance { .. });
        if let (true, Answer::Play(points)) = (plays, answer) {
            for &point in points {
                // Answers are checked before they come here.
                let _ = self.game.play(point);
            }
        }
    }

    /// Forgets what earlier searches learned.
    pub fn forget(&mut self) {
        self.thinker.forget();
    }

    fn spans(&self) -> Spans {
        let area = self.game.size().area();
        Spans::new(&self.options.clock.control(), self.game.stone_count(), area)
    }
}
