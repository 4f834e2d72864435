//! Opponents that do as they are told, above all what no engine should do.
//!
//! The first argument names the habit, the others are its points. Whoever plays properly takes the
//! first of its points that is empty, then the first empty point of the board.

#![allow(clippy::print_stdout)]

use fukumi::board::{Point, Size};
use fukumi::protocol::{Command, Coordinates, Parser, Reply};
use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Runs an opponent until it is told to end.
pub fn play(arguments: &[String]) {
    let (habit, points) = arguments.split_first().expect("a habit is named");
    let wishes = points.iter().map(|text| Coordinates::parse(text).expect("a point")).collect();
    let mut opponent = Opponent {
        habit: habit.clone(),
        wishes,
        size: Size::square(15).unwrap(),
        stones: Vec::new(),
        answers: 0,
        ballast: Vec::new(),
        ticks: Arc::new(AtomicU64::new(0)),
        ticks_at_answer: 0,
    };
    opponent.live();
}

struct Opponent {
    habit: String,
    wishes: Vec<Coordinates>,
    size: Size,
    stones: Vec<Coordinates>,
    answers: usize,
    ballast: Vec<u8>,
    /// Grows as long as the process may run.
    ticks: Arc<AtomicU64>,
    ticks_at_answer: u64,
}

impl Opponent {
    fn live(&mut self) {
        match self.habit.as_str() {
            "crash-at-start" => exit(4),
            "deaf" => loop {
                say("OK");
                say("7,7");
                sleep(Duration::from_millis(5));
            },
            "ticking" => {
                let ticks = Arc::clone(&self.ticks);
                std::thread::spawn(move || {
                    loop {
                        sleep(Duration::from_millis(5));
                        ticks.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            _ => {}
        }
        let mut parser = Parser::default();
        for line in stdin().lock().lines() {
            for parsed in parser.feed(line.expect("input is text").as_bytes()) {
                self.obey(parsed.expect("the arena speaks properly"));
            }
        }
        self.outlive();
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Start(size) => self.start(size),
            Command::About if self.habit == "mute" => {}
            Command::About => say("name=\"scripted\""),
            Command::Begin => self.answer(),
            Command::Turn(point) => {
                self.stones.push(point);
                self.answer();
            }
            Command::Board(listing) => {
                self.stones = listing.coordinates().collect();
                self.answer();
            }
            Command::Swap2Board(listing) => {
                let stones: Vec<Coordinates> = listing.coordinates().collect();
                self.negotiate(&stones);
            }
            Command::Info(_) => {}
            Command::End => {
                self.outlive();
                exit(0);
            }
            other => panic!("no opponent is told {other}"),
        }
    }

    fn start(&mut self, size: Size) {
        self.size = size;
        self.stones.clear();
        match self.habit.as_str() {
            "refuse" => say("ERROR this board is too small for my ideas"),
            "sleep-at-start" => sleep(Duration::from_secs(60)),
            "slow-to-settle" => {
                say("OK");
                sleep(Duration::from_millis(2000));
            }
            _ => say("OK"),
        }
    }

    fn answer(&mut self) {
        self.answers += 1;
        match self.habit.as_str() {
            "crash" => exit(3),
            "stall" => sleep(Duration::from_secs(60)),
            "garbage" => say("what is a stone?"),
            "chatter" => {
                say("thinking hard");
                self.move_properly();
            }
            "half" => utter("7,"),
            "flood" => loop {
                say("MESSAGE and another thing");
            },
            "endless" => loop {
                utter("7777777777777777");
            },
            "complain" => say("ERROR I do not feel like it"),
            "two" => say("3,3 4,4"),
            "occupied" => say(&self.stones.last().expect("a stone to play on").to_string()),
            "outside" => say(&format!("{},0", self.size.width())),
            "far-outside" => say("99999999999999999999,-3"),
            "late" => {
                sleep(Duration::from_millis(1500));
                self.move_properly();
            }
            "slow" => {
                sleep(Duration::from_millis(30));
                self.move_properly();
            }
            "eat" => {
                self.ballast = vec![1; 200 << 20];
                self.move_properly();
            }
            "eat-and-stall" => {
                self.ballast = vec![1; 200 << 20];
                sleep(Duration::from_secs(60));
            }
            "talk" => {
                say("MESSAGE depth 7-9 ev +35 pv h8");
                say("DEBUG nothing");
                let point = self.next_move();
                // A second answer that nobody asked for.
                utter(&format!("{point}\n0,0\n"));
            }
            "ticking" => {
                let ticks = self.ticks.load(Ordering::Relaxed);
                say(&format!("MESSAGE depth {}", ticks - self.ticks_at_answer));
                self.move_properly();
                self.ticks_at_answer = self.ticks.load(Ordering::Relaxed);
            }
            "think" => {
                sleep(Duration::from_millis(400));
                self.move_properly();
            }
            _ => self.move_properly(),
        }
    }

    fn move_properly(&mut self) {
        let point = self.next_move();
        say(&Reply::Moves(vec![point]).to_string());
    }

    fn next_move(&mut self) -> Coordinates {
        let free = |at: &Coordinates| at.on(self.size).is_some() && !self.stones.contains(at);
        let wish = self.wishes.iter().copied().find(free);
        let any = || self.size.points().map(|point: Point| point.into()).find(free);
        let point = wish.or_else(any).expect("the board has room");
        self.stones.push(point);
        point
    }

    fn negotiate(&mut self, stones: &[Coordinates]) {
        match (self.habit.as_str(), stones.len()) {
            (_, 0) => say("7,7 8,7 9,9"),
            ("swap", _) | (_, 5) => say("SWAP"),
            ("stay", _) => say("8,8"),
            ("offer", _) => say("8,8 8,6"),
            ("babble", _) => say("8,8 8,6 8,5"),
            _ => panic!("{} knows no opening", self.habit),
        }
    }

    fn outlive(&self) {
        if self.habit == "undying" {
            loop {
                sleep(Duration::from_secs(1));
            }
        }
    }
}

fn say(line: &str) {
    utter(&format!("{line}\n"));
}

fn utter(text: &str) {
    let mut out = stdout().lock();
    // Whoever is not heard any more has no reason to go on.
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}
