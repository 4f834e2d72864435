//! The conversation with a manager: lines in, thinking, replies out.
//!
//! One loop owns the output and all state. A reader thread and the engine send it events, so it
//! hears everything at any time and never waits for a search. Between a request for a move and
//! the move it says nothing but comments, because some managers take the next other line for the
//! answer: what needs a reply waits until the move is out. It does not know how a move is found.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod dispatch;
mod messages;
mod output;
mod reader;
mod setup;
mod yixin;

use crate::board::Size;
use crate::engine::{Answer, Engine, Goal, Listener, Options};
use crate::protocol::{Command, ParseError, Parser, Reply, Setting};
use crate::search::{Observer, Report};
use messages::{Detail, Narrator};
use output::Output;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

/// Something that happened.
enum Event {
    /// A line came; `at` is when.
    Line { text: Vec<u8>, at: Instant },
    /// The search with this number found something better.
    Report { search: u64, report: Report },
    /// The search with this number is over.
    Finished { search: u64, answer: Answer },
    /// No more lines will come.
    InputClosed,
}

/// How the lines come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Someone at the other end decides when to say what; a new game during a search ends it.
    Conversation,
    /// All lines were written beforehand, so each waits until the one before has been answered.
    Script,
}

/// While nobody takes what is said, no more than this is listened to.
const MOST_LINES_AHEAD: usize = 256;
/// What more of a kind is asked during one search is passed over, so that nobody can fill the
/// memory.
const MOST_WAITING: usize = 256;

/// Talks until END, the end of the input, or nobody listens any more.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    pace: Pace,
    options: Options,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let (ahead, heard) = mpsc::sync_channel(MOST_LINES_AHEAD);
    reader::spawn(input, sender.clone(), ahead)?;
    let mut session = Session::new(output, sender, pace, options);
    for event in events {
        if matches!(event, Event::Line { .. }) {
            // Makes room for another line; the reader took a place for this one.
            let _ = heard.try_recv();
        }
        match session.handle(event) {
            Ok(Flow::GoOn) => {}
            Ok(Flow::End) => break,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    GoOn,
    End,
}

type Parsed = Result<Command, ParseError>;

struct Session<W> {
    output: Output<W>,
    parser: Parser,
    engine: Engine,
    pace: Pace,
    /// As sent; what it means depends on the dialect.
    rule_code: i64,
    show_detail: i64,
    thinking: Option<Thinking>,
    /// What came during a search and needs a reply.
    waiting: Vec<(Parsed, Instant)>,
    /// Something that waits will begin anew, and what comes later belongs to that.
    is_superseded: bool,
    input_closed: bool,
    searches: u64,
    events: Sender<Event>,
}

/// A search whose answer is owed.
struct Thinking {
    search: u64,
    manner: Manner,
    narrator: Narrator,
}

/// How an answer is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// As a move, moves, or SWAP.
    Gomocup,
    /// As messages, for this step of Yixin-Board's swap2 dialogue.
    YixinSwap2(u8),
}

impl<W: Write> Session<W> {
    fn new(output: W, events: Sender<Event>, pace: Pace, options: Options) -> Session<W> {
        Session {
            output: Output::new(output),
            parser: Parser::default(),
            engine: Engine::new(Size::DEFAULT, options),
            pace,
            rule_code: 0,
            show_detail: 0,
            thinking: None,
            waiting: Vec::new(),
            is_superseded: false,
            input_closed: false,
            searches: 0,
            events,
        }
    }

    fn handle(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line { text, at } => return self.hear(&text, at),
            Event::Report { search, report } => self.report(search, report)?,
            Event::Finished { search, answer } => return self.finish(search, &answer),
            Event::InputClosed => self.close(),
        }
        Ok(self.flow())
    }

    fn hear(&mut self, text: &[u8], at: Instant) -> io::Result<Flow> {
        log::debug!("> {}", String::from_utf8_lossy(text));
        for parsed in self.parser.feed(text) {
            if self.take(parsed, at)? == Flow::End {
                return Ok(Flow::End);
            }
        }
        Ok(Flow::GoOn)
    }

    /// Carries a command out, or keeps it until the search is over.
    fn take(&mut self, parsed: Parsed, at: Instant) -> io::Result<Flow> {
        if self.thinking.is_none() {
            return self.execute(parsed, at);
        }
        match (self.pace, &parsed) {
            (Pace::Conversation, Ok(Command::End)) => return Ok(Flow::End),
            (_, Ok(Command::Stop)) if !self.is_superseded => self.engine.stop(),
            (Pace::Conversation, Ok(Command::Info(setting))) if !self.is_superseded => {
                let now = matches!(setting, Setting::TimeoutTurn(..=0));
                self.execute(parsed, at)?;
                if now {
                    self.engine.stop();
                }
            }
            // What cannot be done does not cost the search its time.
            (_, Ok(command)) if supersedes(command) && self.is_possible(command) => {
                if self.pace == Pace::Conversation {
                    self.engine.stop();
                }
                self.is_superseded = true;
                self.keep(parsed, at);
            }
            _ => self.keep(parsed, at),
        }
        Ok(Flow::GoOn)
    }

    /// Keeps a command for later. A script is as long as it is; a conversation has its limits, one
    /// for what is only to be told and one for what is to be done, so that no question displaces
    /// it.
    fn keep(&mut self, parsed: Parsed, at: Instant) {
        let is_deed = |parsed: &Parsed| parsed.as_ref().is_ok_and(supersedes);
        let kind = is_deed(&parsed);
        let alike = self.waiting.iter().filter(|(other, _)| is_deed(other) == kind).count();
        if self.pace == Pace::Script || alike < MOST_WAITING {
            self.waiting.push((parsed, at));
        } else {
            log::error!("too much is asked during a search");
        }
    }

    fn think(&mut self, goal: Goal, manner: Manner, start: Instant) {
        self.searches += 1;
        let search = self.searches;
        let lines = if let Goal::Lines(count) = goal { count } else { 1 };
        let detail = Detail {
            realtime: self.show_detail & 1 != 0,
            info: self.show_detail & 2 != 0,
            yixin: self.parser.speaks_yixin(),
        };
        let narrator = Narrator::new(detail, self.engine.game().size(), lines);
        self.thinking = Some(Thinking { search, manner, narrator });
        let ear = Ear { search, events: self.events.clone() };
        self.engine.go(goal, start, Box::new(ear));
        if self.input_closed && self.engine.thinks_without_limit() {
            self.engine.stop();
        }
    }

    fn report(&mut self, search: u64, report: Report) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        if thinking.search != search {
            return Ok(());
        }
        for reply in thinking.narrator.hear(report) {
            self.output.say(&reply)?;
        }
        Ok(())
    }

    /// The board is brought up to date before the move is out, because the next command may come
    /// the moment after.
    fn finish(&mut self, search: u64, answer: &Answer) -> io::Result<Flow> {
        let is_owed = |thinking: &mut Thinking| thinking.search == search;
        let Some(mut thinking) = self.thinking.take_if(is_owed) else { return Ok(self.flow()) };
        self.engine.conclude(answer);
        for reply in thinking.narrator.close() {
            self.output.say(&reply)?;
        }
        for reply in replies(answer, thinking.manner) {
            self.output.say(&reply)?;
        }
        self.is_superseded = false;
        // Heard once more, as if it came now: what begins a search has what follows for company.
        for (parsed, at) in std::mem::take(&mut self.waiting) {
            let at = if self.pace == Pace::Script { Instant::now() } else { at };
            if self.take(parsed, at)? == Flow::End {
                return Ok(Flow::End);
            }
        }
        Ok(self.flow())
    }

    /// What has been asked is still answered, unless that would take for ever.
    fn close(&mut self) {
        self.input_closed = true;
        if self.engine.thinks_without_limit() {
            self.engine.stop();
        }
    }

    fn flow(&self) -> Flow {
        let is_done = self.input_closed && self.thinking.is_none() && self.waiting.is_empty();
        if is_done { Flow::End } else { Flow::GoOn }
    }
}

/// Whether a command makes the answer of a running search useless.
fn supersedes(command: &Command) -> bool {
    match command {
        Command::Start(_)
        | Command::Restart
        | Command::Begin
        | Command::Turn(_)
        | Command::Board(_)
        | Command::Swap2Board(_)
        | Command::Takeback(_)
        | Command::Play(_) => true,
        Command::Yixin(request) => yixin::supersedes(request),
        Command::Info(_) | Command::Stop | Command::About | Command::End | Command::Unknown(_) => {
            false
        }
    }
}

fn replies(answer: &Answer, manner: Manner) -> Vec<Reply> {
    if let Manner::YixinSwap2(step) = manner {
        return yixin::swap2_replies(answer, step);
    }
    vec![match answer {
        Answer::Play(points) => Reply::Moves(points.iter().map(|&point| point.into()).collect()),
        Answer::Swap => Reply::Swap,
        Answer::Nothing => Reply::Error("there is no empty point".into()),
    }]
}

/// Hears a search and passes on what it says.
struct Ear {
    search: u64,
    events: Sender<Event>,
}

impl Observer for Ear {
    fn report(&self, report: &Report) {
        // Nobody listens any more when the program is about to end.
        let _ = self.events.send(Event::Report { search: self.search, report: report.clone() });
    }
}

impl Listener for Ear {
    fn finished(&self, answer: Answer) {
        let _ = self.events.send(Event::Finished { search: self.search, answer });
    }
}
