//! The thread that thinks, and the one that watches it.
//!
//! Whatever happens to a search, an answer comes out in time: a panic is caught, and a search that
//! does not return is left behind with the best move that it has reported.

use super::fallback::any_move;
use super::memory::obtainable;
use super::opening::Advisor;
use super::{Answer, Game, Goal, Listener, TableSize, fault};
use crate::board::{Point, PointSet, Size};
use crate::clock::{Limits, StopSignal};
use crate::position::Position;
use crate::rules::Rule;
use crate::search::{Observer, Report, STACK_BYTES, Searcher, Task};
use crate::sparring::{Kind, Player, Situation};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Everything one search needs to know.
pub(super) struct Job {
    pub game: Game,
    pub rule: Rule,
    pub goal: Goal,
    pub limits: Limits,
    /// There is no time for a search at all.
    pub at_once: bool,
    pub excluded: PointSet,
    pub table: TableSize,
    pub threads: usize,
    /// Who chooses instead of the search, and the seed to begin with.
    pub player: Option<(Kind, u64)>,
    pub stop: StopSignal,
}

/// Owns the thread that searches; replaces it if it gets stuck.
#[derive(Default)]
pub(super) struct Thinker {
    worker: Option<Worker>,
}

struct Worker {
    orders: Sender<Order>,
    running: Running,
}

/// The signal of the search that a thread is at, if it is at one; others may wait for it.
type Running = Arc<Mutex<Option<StopSignal>>>;

enum Order {
    /// Compute what the first move under this rule would have to wait for.
    Prepare(Rule),
    Think {
        job: Arc<Job>,
        relay: Arc<Relay>,
        done: Sender<Option<Answer>>,
    },
    Forget,
}

/// Passes reports on until the answer has been given, and remembers the best move.
struct Relay {
    listener: Box<dyn Listener>,
    best: Mutex<Option<Point>>,
    closed: AtomicBool,
}

/// What a thread asks the system for while it searches.
const THREAD_BYTES: usize = 12 << 20;
/// What the allocator may set aside for a thread that has just begun, between a trial and its use.
const ARENA_BYTES: usize = 128 << 20;
/// How often the watcher looks at the clock while nothing is near.
const TICK: Duration = Duration::from_millis(10);
/// The least pause between two looks.
const LEAST_TICK: Duration = Duration::from_millis(1);
/// Managers tell the rule right after the size, so there is no hurry to get ready for the old one.
const SETTLING: Duration = Duration::from_millis(2);
/// How long a search may take to notice that it has to stop.
const GRACE: Duration = Duration::from_millis(20);
/// The same where no clock runs out: the manager asked to stop.
const STOP_GRACE: Duration = Duration::from_millis(250);
/// After this a stopped search is taken for stuck.
const GIVING_UP: Duration = Duration::from_secs(1);

impl Thinker {
    /// Begins to think; the listener hears exactly one answer.
    pub fn think(&mut self, job: Job, listener: Box<dyn Listener>) {
        let (done, result) = mpsc::channel();
        let job = Arc::new(job);
        let relay = Relay { listener, best: Mutex::new(None), closed: AtomicBool::new(false) };
        let relay = Arc::new(relay);
        let order = Order::Think { job: Arc::clone(&job), relay: Arc::clone(&relay), done };
        self.order(order);
        let watcher = thread::Builder::new().name("watcher".into());
        let (watched, watch) = (Arc::clone(&job), Arc::clone(&relay));
        if let Err(error) = watcher.spawn(move || watch_over(&watched, &watch, &result)) {
            // Without anybody to watch over it there is no search.
            log::error!("no thread to watch: {error}");
            job.stop.raise();
            relay.close(job.rescue(None));
        }
    }

    /// Gets ready for a rule, so that the clock of the first move does not pay for it.
    pub fn prepare(&mut self, rule: Rule) {
        self.order(Order::Prepare(rule));
    }

    /// Forgets what earlier searches learned.
    pub fn forget(&mut self) {
        if self.worker.is_some() {
            self.order(Order::Forget);
        }
    }

    fn order(&mut self, order: Order) {
        if self.worker.as_ref().is_some_and(Worker::is_stuck) {
            log::error!("a search did not return, its thread is left behind");
            self.worker = None;
        }
        let worker = self.worker.get_or_insert_with(Worker::start);
        if worker.orders.send(order).is_err() {
            self.worker = None;
        }
    }
}

impl Worker {
    fn start() -> Worker {
        let (orders, inbox) = mpsc::channel();
        let running = Running::default();
        let told = Arc::clone(&running);
        let thread = thread::Builder::new().name("thinker".into()).stack_size(STACK_BYTES);
        if let Err(error) = thread.spawn(move || serve(&inbox, &told)) {
            // The channel is closed now, so the watcher hears at once that nobody thinks.
            log::error!("no thread to think: {error}");
        }
        Worker { orders, running }
    }

    fn is_stuck(&self) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let stopped = running.as_ref().and_then(StopSignal::raised_at);
        stopped.is_some_and(|since| since.elapsed() > GIVING_UP)
    }
}

/// The life of the thinking thread.
fn serve(inbox: &Receiver<Order>, running: &Running) {
    let tell = |stop| *running.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    let mut workshop = Workshop::default();
    let mut expected_rule = None;
    while let Some(order) = next_order(inbox, &mut expected_rule, &mut workshop) {
        match order {
            Order::Prepare(rule) => expected_rule = Some(rule),
            Order::Forget => workshop.forget(),
            Order::Think { job, relay, done } => {
                tell(Some(job.stop.clone()));
                let thought = catch_unwind(AssertUnwindSafe(|| workshop.think(&job, &*relay)));
                if thought.is_err() {
                    // What it was working on may be in any state.
                    std::mem::forget(std::mem::take(&mut workshop));
                }
                tell(None);
                // The watcher may have given up.
                let _ = done.send(thought.ok());
            }
        }
    }
}

/// Waits for an order; gets ready for the expected rule if none comes soon. `None` is the end.
fn next_order(
    inbox: &Receiver<Order>,
    expected_rule: &mut Option<Rule>,
    workshop: &mut Workshop,
) -> Option<Order> {
    let Some(rule) = expected_rule.take() else { return inbox.recv().ok() };
    match inbox.recv_timeout(SETTLING) {
        Err(RecvTimeoutError::Timeout) => {
            workshop.prepare_tables(rule);
            inbox.recv().ok()
        }
        order => order.ok(),
    }
}

/// The searcher and what it was made for.
#[derive(Default)]
struct Workshop {
    searcher: Option<Searcher>,
    table_bytes: usize,
    threads: usize,
    /// The rule whose tables are there for certain.
    prepared: Option<Rule>,
    /// What the table's values are true for.
    subject: Option<(Rule, Size)>,
    /// Those who have chosen moves of this game; each keeps its random choices going.
    players: Vec<(Kind, Box<dyn Player>)>,
}

impl Workshop {
    fn prepare_tables(&mut self, rule: Rule) {
        if self.prepared != Some(rule) {
            // Tables are made at their first use.
            let _ = Searcher::static_move(&Game::new(Size::DEFAULT).position(rule));
            self.prepared = Some(rule);
        }
    }

    fn forget(&mut self) {
        self.players.clear();
        self.forget_positions();
    }

    fn forget_positions(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            // The old table is given back only after the new one is there.
            if obtainable(self.table_bytes, ARENA_BYTES) == Some(self.table_bytes) {
                searcher.clear();
            } else {
                self.searcher = None;
            }
        }
    }

    /// The searcher as the job wants it; none if the system hands out no memory.
    fn prepare(&mut self, job: &Job) -> Option<&Searcher> {
        let (table, threads) = (job.table, job.threads);
        let subject = Some((job.rule, job.game.size()));
        if self.subject.is_some() && self.subject != subject {
            self.forget_positions();
        }
        self.subject = subject;
        // What the table knows is lost with it, so it stays where it is merely too large to be
        // useful.
        if !(table.useful..=table.most).contains(&self.table_bytes) {
            self.searcher = None;
        }
        if self.searcher.is_none() {
            let bytes = obtainable(table.useful, threads * THREAD_BYTES + ARENA_BYTES)?;
            (self.table_bytes, self.threads) = (table.useful, threads);
            self.searcher = Some(Searcher::new(bytes, threads));
        }
        let searcher = self.searcher.as_mut()?;
        if self.threads != threads {
            searcher.set_threads(threads);
            self.threads = threads;
        }
        Some(searcher)
    }

    fn think(&mut self, job: &Job, observer: &dyn Observer) -> Answer {
        let answer = match job.player {
            Some((kind, seed)) if job.wants_move() => self.spar(kind, seed, job),
            _ if job.at_once => job.at_once(),
            _ => match self.prepare(job) {
                Some(searcher) => job.search(searcher, observer),
                None => job.rescue(None),
            },
        };
        if job.is_sound(&answer) { answer } else { job.rescue(None) }
    }

    fn spar(&mut self, kind: Kind, seed: u64, job: &Job) -> Answer {
        let at = self.players.iter().position(|&(known, _)| known == kind).unwrap_or_else(|| {
            self.players.push((kind, kind.player(seed)));
            self.players.len() - 1
        });
        let situation = Situation {
            excluded: job.excluded,
            limits: job.limits.clone(),
            stop: job.stop.clone(),
            ..Situation::new(job.game.board(), job.rule, job.game.to_move())
        };
        self.players[at].1.choose(&situation).map_or(Answer::Nothing, Answer::one)
    }
}

impl Job {
    /// Whether one move is asked for, as in an ordinary game.
    fn wants_move(&self) -> bool {
        matches!(self.goal, Goal::Move | Goal::Lines(_))
    }

    fn at_once(&self) -> Answer {
        let position = self.game.position(self.rule);
        self.rescue(Searcher::static_move(&position))
    }

    /// How many stones an answer without search has.
    fn stones_wanted(&self) -> usize {
        match self.goal {
            Goal::Open => 3,
            Goal::Balance { stones, .. } => stones,
            Goal::Move | Goal::Lines(_) | Goal::AnswerThree | Goal::AnswerFive => 1,
        }
    }

    fn search(&self, searcher: &Searcher, observer: &dyn Observer) -> Answer {
        let advisor = Advisor {
            searcher,
            limits: &self.limits,
            stop: &self.stop,
            game: &self.game,
            rule: self.rule,
        };
        match self.goal {
            Goal::Move => self.best_line(searcher, observer, 1),
            Goal::Lines(count) => self.best_line(searcher, observer, count),
            Goal::Open => advisor.open(),
            Goal::AnswerThree => advisor.answer_three(),
            Goal::AnswerFive => advisor.answer_five(),
            Goal::Balance { stones, bias } => advisor.balance(stones, bias),
        }
    }

    fn best_line(&self, searcher: &Searcher, observer: &dyn Observer, multi: usize) -> Answer {
        let position = self.game.position(self.rule);
        let limits = self.limits.clone();
        let task = Task { position, limits, multi, excluded: self.excluded };
        let found = searcher.search(&task, &self.stop, observer);
        let best = found.lines.first().and_then(|line| line.moves.first());
        best.map_or(Answer::Nothing, |&point| Answer::one(point))
    }

    /// Whether an answer can be given as it is. A forbidden move is sound only where there is no
    /// other, and no answer only if the board is full.
    fn is_sound(&self, answer: &Answer) -> bool {
        let Answer::Play(points) = answer else {
            return *answer == Answer::Swap || self.game.board().empties().next().is_none();
        };
        let mut game = self.game.clone();
        !points.is_empty()
            && points.iter().all(|&point| {
                let is_legal = is_legal(&mut game.position(self.rule), point);
                game.play(point).is_ok() && is_legal
            })
    }

    /// An answer without search, around a move that is known to be good, if there is one.
    fn rescue(&self, best: Option<Point>) -> Answer {
        let wanted = self.stones_wanted();
        let mut best = best.filter(|&point| self.is_sound(&Answer::one(point)));
        let mut game = self.game.clone();
        let mut points = Vec::new();
        for _ in 0..wanted {
            let Some(point) = best.take().or_else(|| any_move(&game, self.rule)) else { break };
            if game.play(point).is_err() {
                break;
            }
            points.push(point);
        }
        if points.is_empty() { Answer::Nothing } else { Answer::Play(points) }
    }
}

/// Forbidden points are legal where all points are forbidden.
fn is_legal(position: &mut Position, point: Point) -> bool {
    position.size().contains(point)
        && position.is_empty(point)
        && (!position.is_forbidden(point)
            || position.empties().iter().all(|other| position.is_forbidden(other)))
}

impl Relay {
    /// Gives the answer, unless one has been given.
    fn close(&self, answer: Answer) {
        if !self.closed.swap(true, Ordering::AcqRel) {
            self.listener.finished(answer);
        }
    }

    fn best(&self) -> Option<Point> {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Relay {
    fn report(&self, report: &Report) {
        fault::strike();
        if self.closed.load(Ordering::Acquire) {
            return;
        }
        if report.rank == 0 {
            let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
            *best = report.line.first().copied();
        }
        self.listener.report(report);
    }
}

/// Waits for the thinker, but not for ever.
fn watch_over(job: &Job, relay: &Relay, result: &Receiver<Option<Answer>>) {
    let answer = loop {
        match result.recv_timeout(pause_before_next_look(job)) {
            Ok(Some(answer)) => break Some(answer),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                log::error!("the search failed");
                break None;
            }
            Err(RecvTimeoutError::Timeout) if is_overdue(job) => {
                log::error!("the search is late");
                job.stop.raise();
                break None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    let answer = answer.unwrap_or_else(|| {
        // Only moves of an ordinary search are answers to what was asked.
        let best = if job.wants_move() { relay.best() } else { None };
        catch_unwind(|| job.rescue(best))
            .or_else(|_| catch_unwind(|| job.rescue(None)))
            .unwrap_or(Answer::Nothing)
    });
    relay.close(answer);
}

/// Shorter where the hard limit is near, so that a late search is not waited for even longer.
fn pause_before_next_look(job: &Job) -> Duration {
    let Some(budget) = &job.limits.budget else { return TICK };
    let left = budget.remaining().map(|left| (left + GRACE).saturating_sub(budget.overrun()));
    left.unwrap_or(TICK).clamp(LEAST_TICK, TICK)
}

fn is_overdue(job: &Job) -> bool {
    let late = |since: Instant, by: Duration| since.elapsed() > by;
    if job.stop.raised_at().is_some_and(|since| late(since, STOP_GRACE)) {
        return true;
    }
    let Some(budget) = &job.limits.budget else { return false };
    budget.remaining() == Some(Duration::ZERO) && budget.overrun() > GRACE
}
