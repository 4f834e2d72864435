//! Conversations that are too long or too exact for a transcript: many games, memory, time.

mod common;

use common::follow::Follower;
use common::{Engine, PATIENCE};
use fukumi::board::{Color, Point, Size};
use fukumi::protocol::Coordinates;
use fukumi::rng::Rng;
use fukumi::rules::{Outcome, Referee, Rule};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn sixty_games_in_one_process() {
    let mut engine = Engine::start();
    let mut rng = Rng::new(60);
    engine.send("INFO max_node 300\nINFO timeout_turn 5000");
    let mut decided = 0;
    for number in 0..60 {
        let rule = Rule::ALL[number % Rule::ALL.len()];
        let side = [15, 20, 9, 12][number % 4];
        decided += usize::from(play(&mut engine, rule, side, number % 2 == 0, &mut rng));
    }
    engine.check(decided >= 50, &format!("only {decided} games were decided"));
    engine.end();
}

/// A game against someone who plays near the stones, under an independent referee. Returns whether
/// somebody won.
fn play(engine: &mut Engine, rule: Rule, side: usize, begins: bool, rng: &mut Rng) -> bool {
    let size = Size::square(side).expect("a good size");
    let mut referee = Referee::new(rule, size);
    engine.ask(&format!("START {side}"), "OK");
    engine.send(&format!("INFO rule {}", rule.code()));
    if begins {
        engine.send("BEGIN");
    } else {
        say_a_move(engine, &mut referee, rng);
    }
    for _ in 0..30 {
        let (x, y) = engine.coordinates(PATIENCE);
        let point = size.point(x as i64, y as i64);
        let outcome = point.map(|point| referee.play(point));
        let outcome = outcome.unwrap_or_else(|| engine.fail("a move off the board"));
        match outcome {
            Ok(Outcome::Ongoing) => {}
            Ok(Outcome::Foul(_, foul)) => engine.fail(&format!("a forbidden move: {foul}")),
            Ok(outcome) => return outcome.winner().is_some(),
            Err(error) => engine.fail(&format!("an illegal move: {error}")),
        }
        say_a_move(engine, &mut referee, rng);
        if referee.outcome().is_over() {
            engine.coordinates(PATIENCE);
            return referee.outcome().winner().is_some();
        }
    }
    engine.coordinates(PATIENCE);
    false
}

fn say_a_move(engine: &mut Engine, referee: &mut Referee, rng: &mut Rng) {
    let size = referee.board().size();
    let last = referee.moves().last().copied().unwrap_or(size.center());
    let mut near: Vec<Point> = referee.board().empties().collect();
    rng.shuffle(&mut near);
    near.sort_by_key(|point| point.distance(last).max(2));
    let point = near.into_iter().find(|&point| referee.check(point).is_ok());
    let point = point.unwrap_or_else(|| engine.fail("no legal move left"));
    referee.play(point).unwrap_or_else(|error| engine.fail(&error.to_string()));
    engine.send(&format!("TURN {}", Coordinates::from(point)));
}

#[test]
fn games_repeat_after_start_and_restart() {
    let mut engine = Engine::start();
    engine.send("INFO max_node 3000\nINFO timeout_turn 60000");
    let opening = "BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE";
    let mut first = None;
    for (number, new) in ["START 15", "RESTART", "START 20", "START 15"].into_iter().enumerate() {
        engine.ask(new, "OK");
        if number == 2 {
            // Another rule and another size must leave nothing behind.
            engine.send("INFO rule 4\nTURN 19,19");
            engine.coordinates(PATIENCE);
            engine.send("INFO rule 0");
            continue;
        }
        engine.send(opening);
        let mut moves = vec![engine.coordinates(PATIENCE)];
        for turn in ["TURN 0,0", "TURN 14,14", "TURN 0,14"] {
            engine.send(turn);
            moves.push(engine.coordinates(PATIENCE));
        }
        let first = first.get_or_insert_with(|| moves.clone());
        engine.check(*first == moves, &format!("{moves:?} instead of {first:?}"));
    }
    engine.end();
}

#[test]
fn a_command_sent_the_moment_the_move_is_out_is_obeyed() {
    for _ in 0..50 {
        let mut engine = Engine::start();
        engine.send("START 15\nINFO timeout_turn 20\nBOARD\n7,7,2\n8,8,1\n6,6,2\nDONE");
        assert_eq!(engine.reply(PATIENCE), "OK");
        let (x, y) = engine.coordinates(PATIENCE);
        engine.ask(&format!("TAKEBACK {x},{y}"), "OK");
        engine.send(&format!("TURN {x},{y}"));
        engine.coordinates(PATIENCE);
        engine.end();
    }
}

#[test]
fn no_flood_of_questions_displaces_a_turn() {
    let mut engine = Engine::start();
    engine.ask("START 15", "OK");
    engine.send("INFO timeout_turn 2000\nBOARD\n7,7,2\n8,8,1\n6,6,2\nDONE");
    engine.send(&"FOO\n".repeat(300));
    engine.send("INFO timeout_turn 50\nTURN 0,0");
    engine.coordinates(PATIENCE);
    for _ in 0..256 {
        let reply = engine.reply(PATIENCE);
        engine.check(reply.starts_with("UNKNOWN"), &reply);
    }
    engine.coordinates(PATIENCE);
    engine.end();
}

#[test]
fn any_line_end() {
    for line_end in ["\n", "\r\n", "\r", "\r\r\n"] {
        let mut engine = Engine::start().with_line_end(line_end);
        engine.ask("START 15", "OK");
        engine.send("INFO timeout_turn 50\nBOARD\n7,7,2\nDONE");
        engine.coordinates(PATIENCE);
        engine.end();
    }
}

#[test]
fn bytes_may_come_in_any_pieces() {
    let mut engine = Engine::start();
    for piece in [&b"STA"[..], b"RT 1", b"5\r", b"\nINFO timeout_turn 50\nBO", b"ARD\n7,", b"7,2"] {
        engine.send_bytes(piece);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(engine.reply(PATIENCE), "OK");
    engine.silence(Duration::from_millis(50));
    engine.send_bytes(b"\ndone\n");
    engine.coordinates(PATIENCE);
    engine.end();
}

#[test]
fn the_end_of_input_is_an_end_everywhere() {
    let openings = ["", "START 15", "START 15\nBOARD\n7,7,1", "START 15\nyxblock", "INFO rule 4"];
    for lines in openings {
        let mut engine = Engine::start();
        engine.send(lines);
        engine.close_input();
        let expected = lines.contains("START").then(|| "OK".to_owned());
        assert_eq!(engine.try_reply(Duration::from_millis(500)), expected);
        engine.exit(PATIENCE);
    }
}

#[test]
fn without_any_limit_the_end_of_input_asks_for_the_move() {
    let mut engine = Engine::start();
    engine.ask("START 15", "OK");
    engine.send("INFO timeout_turn 2147483647\nINFO time_left 2147483647");
    engine.send("BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE");
    engine.silence(Duration::from_millis(200));
    engine.close_input();
    engine.coordinates(PATIENCE);
    engine.exit(PATIENCE);
}

#[test]
fn ends_at_once_with_several_threads() {
    let mut engine = Engine::start();
    engine.ask("START 15", "OK");
    engine.send("INFO thread_num 3\nINFO timeout_turn 20000\nBOARD\n7,7,1\n7,8,2\nDONE");
    engine.silence(Duration::from_millis(300));
    engine.send("END");
    engine.exit(Duration::from_millis(500));
}

#[test]
fn starts_quickly() {
    let quickest = (0..8).map(|_| {
        let begun = Instant::now();
        let mut engine = Engine::start();
        engine.ask("START 20", "OK");
        begun.elapsed()
    });
    let quickest = quickest.min().expect("some runs");
    assert!(quickest < Duration::from_millis(50), "{quickest:?} to OK");
}

#[test]
fn short_turns_are_kept_from_the_first_move_on() {
    // Other programs may keep the processors busy, so each limit has some attempts.
    for (rule, ms) in [(0, 100), (4, 100), (9, 200), (1, 500)] {
        let limit = Duration::from_millis(ms);
        let quickest = (0..5).map(|_| {
            let mut engine = Engine::start();
            engine.ask("START 15", "OK");
            engine.send(&format!("INFO rule {rule}\nINFO timeout_turn {ms}"));
            let begun = Instant::now();
            engine.send("BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE");
            engine.coordinates(PATIENCE);
            begun.elapsed()
        });
        let quickest = quickest.min().expect("some runs");
        assert!(quickest <= limit, "{quickest:?} under rule {rule} with {limit:?}");
    }
}

#[test]
fn a_game_clock_is_never_overrun() {
    let mut engine = Engine::start();
    engine.ask("START 15", "OK");
    engine.send("INFO timeout_turn 1000\nINFO timeout_match 3000\nINFO rule 1");
    let mut follower = Follower::default();
    follower.sent("START 15");
    let mut rng = Rng::new(5);
    let mut used = Duration::ZERO;
    let mut line = "BEGIN".to_owned();
    for _ in 0..40 {
        let left = 3000u128.saturating_sub(used.as_millis());
        let begun = Instant::now();
        engine.send(&format!("INFO time_left {left}\n{line}"));
        follower.sent(&line);
        let reply = engine.reply(PATIENCE);
        used += begun.elapsed();
        follower.heard(&reply);
        // Far from everything, so that the game goes on.
        let at = std::iter::repeat_with(|| Coordinates {
            x: rng.below(15) as i64,
            y: rng.below(15) as i64,
        });
        let at = at.take(10_000).find(|&at| follower.check(at).is_ok());
        line = format!("TURN {}", at.unwrap_or_else(|| engine.fail("no free point")));
    }
    assert!(used < Duration::from_millis(3000), "{used:?} of 3 s used");
    engine.end();
}

#[test]
fn two_engines_keep_and_use_the_clock_of_their_game() {
    let [turn, game] = [500, 5_000].map(Duration::from_millis);
    // Other programs may keep the processors busy, so there are some attempts.
    let mut games = Vec::new();
    for _ in 0..3 {
        let (longest, used) = game_on_the_clock(turn, game);
        let used_most = used.into_iter().max().unwrap_or_default();
        if longest <= turn && used_most < game && used_most > game / 10 {
            return;
        }
        games.push((longest, used));
    }
    panic!("of {turn:?} and {game:?}, the longest turn and both clocks: {games:?}");
}

/// The longest turn, and what each side used of its clock, in a game of two engines.
fn game_on_the_clock(turn: Duration, game: Duration) -> (Duration, [Duration; 2]) {
    let mut engines = [Engine::start(), Engine::start()];
    let mut referee = Referee::new(Rule::Freestyle, Size::DEFAULT);
    for (x, y) in [(7, 7), (8, 8), (9, 7)] {
        referee.play(Point::new(x, y)).expect("a free point");
    }
    for engine in &mut engines {
        engine.ask("START 15", "OK");
        let limits = [turn, game].map(|limit| limit.as_millis());
        engine.send(&format!("INFO timeout_turn {}\nINFO timeout_match {}", limits[0], limits[1]));
    }
    let (mut longest, mut used) = (Duration::ZERO, [Duration::ZERO; 2]);
    while !referee.outcome().is_over() {
        let mover = referee.to_move();
        let stones = referee.moves().iter().enumerate().map(|(number, point)| {
            let owner = if Color::to_move_after(number) == mover { 1 } else { 2 };
            format!("{},{},{owner}\n", point.x(), point.y())
        });
        let stones: String = stones.collect();
        let (engine, spent) = (&mut engines[mover.index()], &mut used[mover.index()]);
        let left = game.saturating_sub(*spent).as_millis();
        let begun = Instant::now();
        engine.send(&format!("INFO time_left {left}\nBOARD\n{stones}DONE"));
        let (x, y) = engine.coordinates(PATIENCE);
        longest = longest.max(begun.elapsed());
        *spent += begun.elapsed();
        referee.play(Point::new(x, y)).expect("a legal move");
    }
    engines.iter_mut().for_each(Engine::end);
    (longest, used)
}

/// Bytes that the process had resident at most.
#[cfg(target_os = "linux")]
fn peak_memory(engine: &Engine) -> u64 {
    let path = format!("/proc/{}/status", engine.process_id());
    let status = std::fs::read_to_string(path).expect("a running process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a known line");
    let kib = line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
    1024 * kib.expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_its_limit() {
    const MIB: u64 = 1 << 20;
    // Below the floor of 32 MiB nothing can be promised but that the floor is kept.
    for (told, limit) in [(1000, 32 * MIB), (32 * MIB, 32 * MIB), (80 * MIB, 80 * MIB)] {
        for threads in [1, 2] {
            let mut engine = Engine::start();
            engine.ask("START 20", "OK");
            engine.send(&format!("INFO max_memory {told}\nINFO thread_num {threads}"));
            engine.send("INFO hash_size 1000000\nINFO max_node 60000\nINFO timeout_turn 60000");
            for rule in [0, 1, 4, 8, 9] {
                engine.send(&format!("INFO rule {rule}\nBOARD\n7,7,2\n8,8,1\n9,7,2\nDONE"));
                engine.coordinates(Duration::from_secs(60));
            }
            let peak = peak_memory(&engine);
            let text = format!("{peak} bytes with {threads} threads and a limit of {limit}");
            engine.check(peak <= limit, &text);
            engine.end();
        }
    }
}

#[test]
fn a_log_goes_to_its_file_and_nowhere_else() {
    let path = std::env::temp_dir().join(format!("fukumi-log-{}", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"));
    let mut child = command
        .env("FUKUMI_LOG_FILE", &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"START 15\nFOO\nEND\n").expect("a program that reads");
    let output = child.wait_with_output().expect("a program that ends");
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a log that can be removed");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "OK\nUNKNOWN FOO\n");
    assert!(output.stderr.is_empty() && output.status.success());
    assert!(log.contains("> START 15") && log.contains("< UNKNOWN FOO"), "{log}");
}

#[test]
fn a_manager_that_goes_away_is_no_fault() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"START 15\n").expect("a program that reads");
    let output = child.wait_with_output().expect("a program that ends");
    drop(input);
    assert!(output.stderr.is_empty() && output.status.success());
}

#[test]
fn help_and_version_are_told() {
    let told = |argument: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi")).arg(argument).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{argument}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(told("--help").contains("Gomocup"));
    assert!(told("--version").contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn arguments_of_managers_do_not_matter() {
    for arguments in [&["--force-utf8"][..], &["-x", "y"]] {
        let mut engine = Engine::start_with(arguments);
        engine.ask("START 15", "OK");
        engine.end();
    }
}
