//! An engine as its manager sees it: told about the game, asked for moves, held to its limits.

use super::ending::{Fault, Reason};
use super::entrant::Entrant;
use super::process::{Heard, Line, Process};
use super::remark::Remark;
use super::timing::GameClock;
use super::trace::Trace;
use crate::board::Size;
use crate::protocol::{Command, Coordinates, Reply, Setting};
use crate::rules::Rule;
use std::ffi::OsStr;
use std::time::{Duration, Instant};

/// What holds for every game and engine.
#[derive(Clone, Debug)]
pub struct Terms {
    pub rule: Rule,
    pub size: Size,
    /// How far an answer may exceed its limit.
    pub tolerance: Duration,
    /// By how many bytes an engine may exceed its memory.
    pub memory_tolerance: u64,
    /// How long a program may take to be ready for a game.
    pub start_patience: Duration,
    /// Engines do not run while they are not asked.
    pub freeze: bool,
    /// Every game has processes of its own.
    pub fresh: bool,
    /// The whole position is sent with every request.
    pub board_each_move: bool,
    /// A game with this many stones is a draw.
    pub draw_after: Option<usize>,
    pub swap2: bool,
}

/// What an engine answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub content: Content,
    pub used: Duration,
    pub remark: Remark,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    Moves(Vec<Coordinates>),
    Swap,
}

/// An engine's place at the table, with its process once there is one.
pub struct Seat<'a> {
    entrant: &'a Entrant,
    terms: &'a Terms,
    trace: &'a Trace,
    process: Option<Process>,
    /// The last complaint since the question, which may explain why no answer comes.
    complaint: Option<String>,
    /// The last line since the question that means nothing.
    garbage: Option<String>,
    /// Whether it left ABOUT without any answer once.
    mute: bool,
}

/// How long we wait for a lost answer before we call it silence.
const GRACE: Duration = Duration::from_secs(1);
/// How long we wait for a move that has no time limit.
const UNLIMITED_PATIENCE: Duration = Duration::from_secs(600);
/// How long ABOUT may go unanswered before we do without.
const ABOUT_PATIENCE: Duration = Duration::from_secs(3);
const MEMORY_INTERVAL: Duration = Duration::from_millis(100);
/// How long an engine may take to end after END.
const END_GRACE: Duration = Duration::from_millis(700);
/// The manager's word for "no limit" where a number must be told.
const UNLIMITED_MILLISECONDS: i64 = i32::MAX as i64;
/// `INFO game_type` for an opponent that is a program.
const AGAINST_A_PROGRAM: i64 = 1;
const LONGEST_QUOTE: usize = 80;

impl<'a> Seat<'a> {
    pub fn new(entrant: &'a Entrant, terms: &'a Terms, trace: &'a Trace) -> Seat<'a> {
        Seat { entrant, terms, trace, process: None, complaint: None, garbage: None, mute: false }
    }

    /// Starts the program if need be and sets up a game on an empty board.
    pub fn start_game(&mut self) -> Result<GameClock, Fault> {
        if self.terms.fresh {
            self.quit();
        }
        if self.process.is_none() {
            self.process = Some(self.launch()?);
        }
        self.thaw();
        self.skip_stale_lines();
        self.tell(&format!("{}\n", Command::Start(self.terms.size)));
        self.await_ok()?;
        let settings: String =
            self.settings().into_iter().map(|s| format!("{}\n", Command::Info(s))).collect();
        self.tell(&settings);
        self.await_settled()?;
        self.freeze();
        Ok(GameClock::new(self.entrant.time))
    }

    /// Puts a question and waits for the answer within the clock's limits.
    pub fn ask(&mut self, question: &Command, clock: &mut GameClock) -> Result<Answer, Fault> {
        (self.complaint, self.garbage) = (None, None);
        self.skip_stale_lines();
        let left = clock.left().map_or(UNLIMITED_MILLISECONDS, milliseconds);
        let text = format!("{}\n{question}\n", Command::Info(Setting::TimeLeft(left)));
        // The clock runs before anything is told: an answer may be here before we look again.
        let start = Instant::now();
        self.tell(&text);
        self.thaw();
        let answer = self.await_answer(start, clock.allowance(self.terms.tolerance))?;
        self.freeze();
        clock.charge(answer.used);
        self.check_memory()?;
        Ok(answer)
    }

    /// Ends the program, politely at first.
    pub fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.thaw();
            self.trace.told(&self.entrant.name, "END");
            process.quit(&format!("{}\n", Command::End), END_GRACE);
        }
    }

    /// Gives up on a program that failed, so that the next game gets a new one. Who was merely
    /// late has shown to be alive.
    pub fn dismiss_after(&mut self, reason: Reason) {
        if !matches!(reason, Reason::Time | Reason::IllegalMove) {
            self.process = None;
        }
    }

    fn launch(&self) -> Result<Process, Fault> {
        let (program, arguments) = self
            .entrant
            .command
            .split_first()
            .ok_or_else(|| Fault::new(Reason::Start, "there is no program to start"))?;
        let directory = self.entrant.directory.as_deref();
        Process::start(OsStr::new(program), arguments, directory).map_err(|error| {
            Fault::new(Reason::Start, format!("`{program}` could not be started: {error}"))
        })
    }

    fn settings(&self) -> Vec<Setting> {
        let Entrant { time, limits, .. } = self.entrant;
        let game = time.game.map_or(0, milliseconds);
        let turn =
            time.turn.map_or(if game > 0 { game } else { UNLIMITED_MILLISECONDS }, milliseconds);
        let memory = self.entrant.memory_limit().unwrap_or(0);
        let mut settings = vec![
            Setting::MaxMemory(i64::try_from(memory).unwrap_or(i64::MAX)),
            Setting::TimeoutMatch(game),
            Setting::TimeoutTurn(turn),
            Setting::GameType(AGAINST_A_PROGRAM),
            Setting::Rule(i64::from(self.terms.rule.code())),
        ];
        if !time.increment.is_zero() {
            settings.push(Setting::TimeIncrement(milliseconds(time.increment)));
        }
        let nodes = limits.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX));
        settings.extend(nodes.map(Setting::MaxNode));
        settings.extend(limits.depth.map(|depth| Setting::MaxDepth(i64::from(depth))));
        settings.extend(limits.threads.map(|threads| Setting::ThreadNum(i64::from(threads))));
        let own = self.entrant.settings.iter().cloned();
        settings.extend(own.map(|(key, value)| Setting::Other { key, value }));
        settings
    }

    fn await_ok(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + self.terms.start_patience;
        // Banners are common here and do no harm.
        let told = |reply: &Reply| matches!(reply, Reply::Ok | Reply::Error(_) | Reply::Unknown(_));
        match self.await_reply(until, told)? {
            Some(Reply::Ok) => Ok(()),
            Some(reply) => {
                let detail = format!("answered START by `{}`", quoted(&reply.to_string()));
                Err(Fault::new(Reason::Start, detail))
            }
            None => Err(self.not_ready()),
        }
    }

    /// Waits until the settings are dealt with, for making room for big tables takes longer than a
    /// fast game allows for a move. Whatever answers ABOUT has read what came before.
    fn await_settled(&mut self) -> Result<(), Fault> {
        if self.mute {
            return Ok(());
        }
        self.tell(&format!("{}\n", Command::About));
        let until = Instant::now() + self.terms.start_patience.min(ABOUT_PATIENCE);
        let about = |reply: &Reply| !reply.is_comment();
        self.mute = self.await_reply(until, about)?.is_none();
        Ok(())
    }

    /// The first reply of the wanted kind; `None` if there is none in time.
    fn await_reply(
        &mut self,
        until: Instant,
        wanted: impl Fn(&Reply) -> bool,
    ) -> Result<Option<Reply>, Fault> {
        loop {
            match self.listen(until) {
                Heard::Line(line) if line.at <= until => {
                    let reply = Reply::parse(line.text.as_bytes());
                    if let Some(reply) = reply.filter(&wanted) {
                        return Ok(Some(reply));
                    }
                }
                Heard::Line(_) | Heard::Nothing => return Ok(None),
                Heard::Closed => return Err(self.crash(Reason::Start)),
            }
        }
    }

    fn not_ready(&self) -> Fault {
        let seconds = self.terms.start_patience.as_secs_f64();
        Fault::new(Reason::Start, format!("did not answer START by OK within {seconds} s"))
    }

    fn await_answer(&mut self, start: Instant, limit: Option<Duration>) -> Result<Answer, Fault> {
        let limit = limit.unwrap_or(UNLIMITED_PATIENCE);
        let deadline = start + limit + GRACE;
        let mut memory_checked = start;
        let mut remark = Remark::default();
        loop {
            match self.listen(deadline.min(Instant::now() + MEMORY_INTERVAL)) {
                // It was on its way when the question was put, so it answers something else.
                Heard::Line(line) if line.at < start => {}
                Heard::Line(line) if line.at <= deadline => {
                    let used = line.at.saturating_duration_since(start);
                    match self.understand(&line, &mut remark)? {
                        None => {}
                        Some(_) if used > limit => return Err(too_late(used, limit)),
                        Some(content) => return Ok(Answer { content, used, remark }),
                    }
                }
                Heard::Nothing if Instant::now() < deadline => {}
                Heard::Line(_) | Heard::Nothing => return Err(self.silence(limit)),
                Heard::Closed => return Err(self.crash(Reason::Crash)),
            }
            if memory_checked.elapsed() >= MEMORY_INTERVAL {
                self.check_memory()?;
                memory_checked = Instant::now();
            }
        }
    }

    /// The answer in a line, if it is one.
    fn understand(&mut self, line: &Line, remark: &mut Remark) -> Result<Option<Content>, Fault> {
        match Reply::parse(line.text.as_bytes()) {
            None => {}
            Some(Reply::Moves(moves)) => return Ok(Some(Content::Moves(moves))),
            Some(Reply::Swap) => return Ok(Some(Content::Swap)),
            Some(reply) if reply.is_comment() => {
                if let Reply::Message(text) | Reply::Debug(text) = reply {
                    remark.hear(&text);
                }
            }
            Some(Reply::About(_)) => {}
            // Complaints about settings come here too and are no reason to give up.
            Some(Reply::Error(_) | Reply::Unknown(_)) => self.complaint = Some(quoted(&line.text)),
            // Some engines chatter in words of their own; what counts is whether an answer comes.
            Some(_) => {
                let text = quoted(&line.text);
                if self.entrant.strict {
                    return Err(Fault::new(Reason::Garbage, format!("`{text}` is no answer")));
                }
                self.garbage = Some(text);
            }
        }
        Ok(None)
    }

    /// The fault of an engine from which no answer came.
    fn silence(&self, limit: Duration) -> Fault {
        let mut detail = format!("no answer within {:.3} s", limit.as_secs_f64());
        if let Some(garbage) = &self.garbage {
            detail += &format!(", and `{garbage}` is none");
            return Fault::new(Reason::Garbage, detail);
        }
        let unfinished = self.process.as_ref().map(Process::unfinished).unwrap_or_default();
        if !unfinished.is_empty() {
            detail += &format!(", only an unfinished line `{}`", quoted(&unfinished));
        } else if let Some(complaint) = &self.complaint {
            detail += &format!(", it complained `{complaint}`");
        }
        Fault::new(Reason::Silence, detail)
    }

    fn crash(&mut self, reason: Reason) -> Fault {
        let ended = self.process.as_mut().and_then(|process| process.ended_within(GRACE));
        let detail = match ended {
            Some(status) => format!("the program ended by itself ({status})"),
            None => "the program closed its output".to_string(),
        };
        Fault::new(reason, detail)
    }

    fn check_memory(&mut self) -> Result<(), Fault> {
        let (Some(limit), Some(process)) = (self.entrant.memory_limit(), &mut self.process) else {
            return Ok(());
        };
        let limit = limit.saturating_add(self.terms.memory_tolerance);
        let used = process.memory(limit);
        if used <= limit {
            return Ok(());
        }
        let detail = format!("{} MiB used, {} MiB tolerated", used >> 20, limit >> 20);
        Err(Fault::new(Reason::Memory, detail))
    }

    fn tell(&self, text: &str) {
        if let Some(process) = &self.process {
            self.trace.told(&self.entrant.name, text);
            process.send(text);
        }
    }

    fn listen(&self, until: Instant) -> Heard {
        let heard = self.process.as_ref().map_or(Heard::Closed, |process| process.listen(until));
        if let Heard::Line(line) = &heard {
            self.trace.said(&self.entrant.name, &line.text, line.at);
        }
        heard
    }

    /// Lines that answer nothing must not be taken for the next answer.
    fn skip_stale_lines(&self) {
        let waiting = || self.process.as_ref().and_then(Process::next_waiting);
        for line in std::iter::from_fn(waiting).take(MOST_STALE_LINES) {
            self.trace.said(&self.entrant.name, &line.text, line.at);
        }
    }

    fn freeze(&self) {
        if let Some(process) = self.process.as_ref().filter(|_| self.terms.freeze) {
            process.freeze();
        }
    }

    fn thaw(&self) {
        if let Some(process) = self.process.as_ref().filter(|_| self.terms.freeze) {
            process.thaw();
        }
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.quit();
    }
}

/// A program that floods its output must not keep us reading for ever.
const MOST_STALE_LINES: usize = 10_000;

fn too_late(used: Duration, limit: Duration) -> Fault {
    let (used, limit) = (used.as_secs_f64(), limit.as_secs_f64());
    Fault::new(Reason::Time, format!("answered after {used:.3} s, {limit:.3} s were allowed"))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// As much of an engine's line as fits into a report.
fn quoted(text: &str) -> String {
    let clean = text.trim().chars().map(|c| if c.is_control() { '?' } else { c });
    clean.take(LONGEST_QUOTE).collect()
}
