//! The engine must answer whatever happens to a search.

use fukumi::board::{Point, Size};
use fukumi::engine::{Answer, Engine, Goal, Listener, OPTIONS, Options};
use fukumi::protocol::Setting;
use fukumi::search::{Observer, Report};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

/// Lets a search fail from inside, the way that a report is received.
struct Saboteur {
    sabotage: fn(),
    answers: Sender<Answer>,
}

impl Observer for Saboteur {
    fn report(&self, _: &Report) {
        (self.sabotage)();
    }
}

impl Listener for Saboteur {
    fn finished(&self, answer: Answer) {
        let _ = self.answers.send(answer);
    }
}

fn engine(turn: Duration) -> Engine {
    let mut engine = Engine::new(Size::DEFAULT, Options::default());
    engine.change_options(|options| options.clock.tell_turn(Some(turn)));
    for (x, y) in [(7, 7), (8, 8), (7, 8)] {
        engine.play(Point::new(x, y)).expect("an empty point");
    }
    engine
}

fn go(engine: &mut Engine, sabotage: fn()) -> Receiver<Answer> {
    let (answers, receiver) = mpsc::channel();
    engine.go(Goal::Move, Instant::now(), Box::new(Saboteur { sabotage, answers }));
    receiver
}

fn expect_move(engine: &mut Engine, answers: &Receiver<Answer>, within: Duration) {
    let answer = answers.recv_timeout(within).expect("an answer in time");
    let Answer::Play(points) = &answer else { panic!("{answer:?}") };
    assert_eq!(points.len(), 1);
    assert_eq!(engine.game().can_play(points[0]), Ok(()));
    engine.conclude(&answer);
    assert!(answers.recv_timeout(Duration::from_millis(50)).is_err(), "a second answer");
}

const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn a_search_that_panics_is_replaced_by_a_legal_move() {
    let mut engine = engine(Duration::from_secs(5));
    for _ in 0..3 {
        let answers = go(&mut engine, || panic!("sabotage"));
        expect_move(&mut engine, &answers, PATIENCE);
    }
    let answers = go(&mut engine, || {});
    engine.stop();
    expect_move(&mut engine, &answers, PATIENCE);
}

#[test]
fn a_search_that_does_not_return_is_left_behind_in_time() {
    let mut engine = engine(Duration::from_millis(300));
    for _ in 0..2 {
        let begun = Instant::now();
        let answers = go(&mut engine, || std::thread::sleep(Duration::from_secs(4)));
        expect_move(&mut engine, &answers, PATIENCE);
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        std::thread::sleep(Duration::from_millis(1100));
    }
    let answers = go(&mut engine, || {});
    expect_move(&mut engine, &answers, PATIENCE);
}

/// However fast the requests come that wait for it.
#[test]
fn a_search_that_does_not_return_is_replaced_while_others_wait() {
    static REPORTS: AtomicUsize = AtomicUsize::new(0);
    let mut engine = engine(Duration::from_millis(100));
    let answers = go(&mut engine, || std::thread::sleep(Duration::from_secs(60)));
    expect_move(&mut engine, &answers, PATIENCE);
    let begun = Instant::now();
    while REPORTS.load(Ordering::Relaxed) == 0 {
        assert!(begun.elapsed() < PATIENCE, "no search any more");
        let answers = go(&mut engine, || {
            REPORTS.fetch_add(1, Ordering::Relaxed);
        });
        expect_move(&mut engine, &answers, PATIENCE);
    }
}

#[test]
fn a_stopped_search_answers_soon() {
    let mut engine = engine(Duration::from_secs(60));
    let answers = go(&mut engine, || {});
    std::thread::sleep(Duration::from_millis(100));
    engine.stop();
    expect_move(&mut engine, &answers, Duration::from_secs(2));
}

#[test]
fn every_option_is_a_key_of_info() {
    for option in OPTIONS {
        let setting = Setting::parse(&format!("{} 1", option.name));
        assert!(!matches!(setting, None | Some(Setting::Other { .. })), "{}", option.name);
    }
}
