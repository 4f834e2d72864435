//! An engine that is asked and waited for.

use crate::engine::{Answer, Engine, Goal, Listener, Options, Refusal};
use crate::position::Position;
use crate::rules::Referee;
use crate::search::{Observer, Report};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    Time(Duration),
    Nodes(u64),
    Depth(u32),
}

impl Effort {
    /// Makes this the only limit of a search.
    pub(super) fn limit(self, options: &mut Options) {
        options.clock.tell_turn(None);
        match self {
            Effort::Time(time) => options.clock.tell_turn(Some(time)),
            Effort::Nodes(nodes) => options.max_node = Some(nodes),
            Effort::Depth(depth) => options.max_depth = Some(depth),
        }
    }
}

/// The position that a game has come to.
pub(super) fn position_of(game: &Referee) -> Position {
    let mut position = Position::new(game.board().size(), game.rule());
    game.moves().iter().for_each(|&point| position.play(point));
    position
}

/// An engine with the game on its board.
pub(super) fn engine_at(game: &Referee, mut options: Options) -> Result<Engine, Refusal> {
    options.rule = game.rule();
    let mut engine = Engine::new(game.board().size(), options);
    for &point in game.moves() {
        engine.play(point)?;
    }
    Ok(engine)
}

/// Something that the engine's threads tell.
pub(super) enum Event {
    Report(Report),
    Finished(Answer),
}

/// Lets the engine think; what it tells comes out of the iterator, and the answer last.
pub(super) fn ask(engine: &mut Engine, goal: Goal) -> impl Iterator<Item = Event> + use<> {
    let (sender, events) = mpsc::channel();
    engine.go(goal, Instant::now(), Box::new(Ear(sender)));
    events.into_iter()
}

/// Passes on what the engine's threads tell; where nobody listens any more, nothing is lost.
struct Ear(Sender<Event>);

impl Observer for Ear {
    fn report(&self, report: &Report) {
        let _ = self.0.send(Event::Report(report.clone()));
    }
}

impl Listener for Ear {
    fn finished(&self, answer: Answer) {
        let _ = self.0.send(Event::Finished(answer));
    }
}
