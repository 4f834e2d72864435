//! Whole matches: who is asked what, what is written, what is counted.

use crate::Test;
use crate::harness::Arena;
use fukumi::board::notation::Rows;
use fukumi::record::{Reason, psq, sgf};
use fukumi::rules::Rule;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

pub const TESTS: &[Test] = &[
    ("openings_are_played_with_both_colors", openings_are_played_with_both_colors),
    ("transforms_turn_openings", transforms_turn_openings),
    ("concurrency_changes_no_game", concurrency_changes_no_game),
    ("settings_reach_the_engines", settings_reach_the_engines),
    ("other_limits_than_time_suffice", other_limits_than_time_suffice),
    ("positions_are_sent_as_asked", positions_are_sent_as_asked),
    ("every_rule_and_shape_is_played", every_rule_and_shape_is_played),
    ("match_time_runs_out", match_time_runs_out),
    ("idle_engines_can_be_frozen", idle_engines_can_be_frozen),
    ("swap2_is_negotiated", swap2_is_negotiated),
    ("many_engines_get_a_crosstable", many_engines_get_a_crosstable),
    ("a_gauntlet_is_run_by_the_first", a_gauntlet_is_run_by_the_first),
    ("a_test_ends_when_it_is_decided", a_test_ends_when_it_is_decided),
    ("games_are_written_for_other_programs", games_are_written_for_other_programs),
    ("a_killed_match_goes_on", a_killed_match_goes_on),
    ("our_own_players_are_started_by_name", our_own_players_are_started_by_name),
];

/// Wins against whoever takes the first empty points.
const FOURTH_ROW: &str = "proper 0,4 1,4 2,4 3,4 4,4 5,4";

fn strings(games: &[Value], key: &str) -> Vec<String> {
    games.iter().map(|game| game[key].as_str().unwrap_or("-").to_string()).collect()
}

fn openings_are_played_with_both_colors() {
    let outcome = Arena::new("colors")
        .write("openings", "h8i9j8\n0,0, 1,1\n")
        .engine("a", "proper")
        .engine("b", "proper")
        .with("--openings {}/openings --order sequential --games 4 --tc 0/5")
        .run()
        .success();
    assert_eq!(strings(&outcome.games, "black"), ["a", "b", "a", "b"]);
    let openings: Vec<String> = outcome
        .games
        .iter()
        .map(|game| {
            let stones = game["opening"].as_u64().unwrap() as usize;
            game["moves"].as_str().unwrap()[..2 * stones].to_string()
        })
        .collect();
    assert_eq!(openings, ["h8i9j8", "h8i9j8", "h8i9", "h8i9"]);
    assert!(outcome.stdout.contains("Pairs of games"), "{}", outcome.stdout);
}

fn transforms_turn_openings() {
    let starts = |seed: u32| -> Vec<String> {
        let outcome = Arena::new("transform")
            .write("openings", "a2\n")
            .engine("a", "proper")
            .engine("b", "proper")
            .with("--openings {}/openings --games 20 --tc 0/5 --draw-after 2 --transform")
            .with(&format!("--seed {seed}"))
            .run()
            .success();
        let games = strings(&outcome.games, "moves");
        games.iter().map(|moves| moves.replace("a1", "").replace("b1", "")).collect()
    };
    let first = starts(1);
    assert!(first.chunks(2).all(|pair| pair[0] == pair[1]), "{first:?}");
    assert!(first.iter().collect::<BTreeSet<_>>().len() > 2, "{first:?}");
    assert_eq!(first, starts(1));
    assert_ne!(first, starts(2));
}

fn concurrency_changes_no_game() {
    let games = |name: &str, concurrency: u32| {
        let outcome = Arena::new(name)
            .engine("a", FOURTH_ROW)
            .engine("b", "proper")
            .engine("c", "proper 9,9 8,8 7,7 6,6")
            .with(&format!("--games 6 --tc 0/5 --concurrency {concurrency}"))
            .run()
            .success();
        (strings(&outcome.games, "moves"), strings(&outcome.games, "winner"))
    };
    let one = games("concurrency-1", 1);
    assert_eq!(one.0.len(), 18);
    assert_eq!(one, games("concurrency-3", 3));
}

fn settings_reach_the_engines() {
    let outcome = Arena::new("settings")
        .engine_with("a", "proper", ",tc=60/2+0.5,nodes=1000,info.folder=/a b/c,memory=0")
        .engine("b", "proper")
        .with("--tc 0/3 --depth 7 --threads 2 --memory 100 --info contempt=10 --rule caro5")
        .with("--size 12x9 --openings none")
        .run()
        .success();
    let told = |name: &str, line: &str| outcome.trace.contains(&format!(" {name} <- {line}\n"));
    for line in [
        "RECTSTART 12,9",
        "INFO timeout_match 60000",
        "INFO timeout_turn 2000",
        "INFO time_increment 500",
        "INFO time_left 60000",
        "INFO max_memory 0",
        "INFO max_node 1000",
        "INFO max_depth 7",
        "INFO thread_num 2",
        "INFO rule 9",
        "INFO contempt 10",
        "INFO folder /a b/c",
        "BEGIN",
        "TURN 1,0",
        "END",
    ] {
        assert!(told("a", line), "a was not told {line}:\n{}", outcome.trace);
    }
    for line in ["INFO timeout_match 0", "INFO timeout_turn 3000", "INFO time_left 2147483647"] {
        assert!(told("b", line), "b was not told {line}");
    }
    assert!(told("b", "INFO max_memory 104857600"));
    assert!(!outcome.trace.contains(" b <- INFO max_node"));
}

fn other_limits_than_time_suffice() {
    let outcome = Arena::new("nodes")
        .engine("a", "proper")
        .engine("b", "late")
        .with("--tc 0/0 --nodes 100 --openings none --draw-after 6")
        .run()
        .success();
    assert_eq!(outcome.results(), ["- draw-after"; 2]);
    assert!(outcome.trace.contains("a <- INFO timeout_turn 2147483647\n"));
}

fn positions_are_sent_as_asked() {
    let arena = |name: &str| {
        Arena::new(name)
            .write("openings", "h8i9j8\n")
            .engine("a", "proper")
            .engine("b", "proper")
            .with("--openings {}/openings --tc 0/5 --draw-after 8")
    };
    let turns = arena("turns").run().success().trace;
    // White is first to move after three stones, and knows only its own from then on.
    assert!(turns.contains("b <- BOARD\n"), "{turns}");
    assert!(turns.contains("b <- 7,7,2\n") && turns.contains("b <- 8,8,1\n"));
    assert!(turns.contains("b <- TURN "));
    let boards = arena("boards").with("--board-each-move").run().success().trace;
    assert!(!boards.contains("TURN"));
    assert!(boards.matches("BOARD").count() > turns.matches("BOARD").count());
}

fn every_rule_and_shape_is_played() {
    for rule in Rule::ALL {
        for size in ["5", "32", "32x5", "7x20"] {
            let outcome = Arena::new("shapes")
                .engine("a", "proper")
                .engine("b", FOURTH_ROW)
                .with(&format!("--rule {rule} --size {size} --tc 0/10 --transform"))
                .run()
                .success();
            assert_eq!(outcome.games.len(), 2);
            for reason in strings(&outcome.games, "reason") {
                assert!(["five", "full-board", "foul"].contains(&reason.as_str()), "{reason}");
            }
        }
    }
}

fn match_time_runs_out() {
    let outcome = Arena::new("match-time")
        .engine_with("slow", "slow", ",tc=0.2/5")
        .engine("quick", "proper")
        .with("--tc 0/5 --tolerance 0 --openings none --rule standard")
        .run()
        .success();
    assert_eq!(outcome.results(), ["quick time"; 2]);
    let increments = Arena::new("increments")
        .engine_with("slow", "slow", ",tc=1/5+0.5")
        .engine("quick", "proper")
        .with("--tc 0/5 --tolerance 0 --openings none --draw-after 100 --rule standard")
        .run()
        .success();
    assert!(increments.results().iter().all(|result| !result.ends_with("time")));
}

/// The fewest ticks that passed between an answer and the next question.
fn idle_ticks(name: &str, options: &str) -> u64 {
    let outcome = Arena::new(name)
        .engine("ticking", "ticking")
        .engine("think", "think")
        .with("--tc 0/10 --openings none --draw-after 8")
        .with(options)
        .run()
        .success();
    // As black its later moves come after pauses in which the opponent thinks.
    let remarks = outcome.games[0]["remarks"].as_array().unwrap();
    let later = remarks.iter().skip(2).step_by(2);
    later.map(|remark| remark["depth"].as_u64().unwrap()).min().unwrap()
}

fn idle_engines_can_be_frozen() {
    assert!(idle_ticks("running", "") > 20);
    if cfg!(unix) {
        assert!(idle_ticks("frozen", "--freeze") < 10);
    }
}

fn swap2_is_negotiated() {
    // Who has black in the end, and how many stones were placed before the first ordinary move.
    for (habit, black, question) in
        [("swap", "b", "BOARD"), ("stay", "a", "BOARD"), ("offer", "a", "SWAP2BOARD")]
    {
        let outcome = Arena::new(habit)
            .engine("a", "swap")
            .engine("b", habit)
            .with("--swap2 --tc 0/5 --rule standard --draw-after 12")
            .run()
            .success();
        assert_eq!(outcome.games[0]["black"], black, "{habit}");
        assert!(outcome.games[0]["moves"].as_str().unwrap().starts_with("h8i8j10"));
        assert!(outcome.trace.contains(&format!("a <- {question}\n")), "{habit}");
        assert!(outcome.results().iter().all(|result| result == "- draw-after"), "{habit}");
    }
    let outcome = Arena::new("babble")
        .engine("a", "swap")
        .engine("b", "babble")
        .with("--swap2 --tc 0/5")
        .run()
        .success();
    assert_eq!(outcome.results()[0], "a negotiation");
}

fn many_engines_get_a_crosstable() {
    let outcome = Arena::new("crosstable")
        .engine("weak", "crash")
        .engine("strong", FOURTH_ROW)
        .engine("middle", "proper 14,14 14,12 14,10 14,8")
        .with("--games 4 --tc 0/5 --openings none")
        .run()
        .success();
    assert_eq!(outcome.games.len(), 12);
    let table: Vec<&str> = outcome.stdout.lines().skip(12).collect();
    let names: Vec<&str> =
        table[1..4].iter().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(names, ["strong", "middle", "weak"], "{}", outcome.stdout);
    assert!(table[1].contains("8.0/8"), "{}", outcome.stdout);
}

fn a_gauntlet_is_run_by_the_first() {
    let outcome = Arena::new("gauntlet")
        .engine("a", "proper")
        .engine("b", "proper")
        .engine("c", "proper")
        .with("--gauntlet --tc 0/5")
        .run()
        .success();
    assert_eq!(strings(&outcome.games, "black"), ["a", "b", "a", "c"]);
}

fn a_test_ends_when_it_is_decided() {
    let outcome = Arena::new("sprt")
        .engine("new", FOURTH_ROW)
        .engine("old", "crash")
        .with("--games 2000 --tc 0/5 --sprt elo0=0,elo1=200 --concurrency 2")
        .run()
        .success();
    assert!((4..200).contains(&outcome.games.len()), "{}", outcome.games.len());
    let block = "SPRT  | [0.00, 200.00] passed: new against old\nTerms | freestyle 15, tc 0/5\n";
    assert!(outcome.stdout.contains(block), "{}", outcome.stdout);
}

fn games_are_written_for_other_programs() {
    let arena = Arena::new("files")
        .write("openings", "h8i9j8\n")
        .engine("a[1]", "late")
        .engine("b", "proper")
        .with("--psq {}/games --sgf {}/games --tc 0/0.5 --tolerance 0.5 --rule renju")
        .with("--openings {}/openings --size 20x12");
    let outcome = arena.run().success();
    let read = |name: &str| fs::read_to_string(arena.file("games").join(name)).unwrap();
    let moves = outcome.games[0]["moves"].as_str().unwrap();
    let from_psq = psq::read(&read("000001-a_1_-b.psq"), Rule::Renju).unwrap();
    assert_eq!(from_psq.pos(Rows::FromTop), moves);
    assert_eq!(from_psq.players, ["a[1]", "b"]);
    let from_sgf = sgf::read(&read("000001-a_1_-b.sgf"), Rule::Freestyle).unwrap();
    assert_eq!(from_sgf.pos(Rows::FromTop), moves);
    assert_eq!((from_sgf.rule(), from_sgf.opening), (Rule::Renju, 3));
    assert_eq!(from_sgf.ending.map(|ending| ending.reason), Some(Reason::Timeout));
    assert_eq!(fs::read_dir(arena.file("games")).unwrap().count(), 4);
}

fn a_killed_match_goes_on() {
    let arena = Arena::new("killed")
        .engine("a", "slow")
        .engine("b", "slow")
        .with("--games 12 --tc 0/5 --concurrency 2 --draw-after 14 --resume");
    let mut running = arena.start();
    let deadline = Instant::now() + Duration::from_secs(120);
    while arena.games().len() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let before = arena.games();
    assert!((3..12).contains(&before.len()), "{}", before.len());
    let outcome = arena.run().success();
    let numbers: Vec<u64> =
        outcome.games.iter().map(|game| game["game"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=12).collect::<Vec<u64>>());
    assert!(before.iter().all(|game| outcome.games.contains(game)));
    assert!(outcome.stdout.contains("of 12 points"), "{}", outcome.stdout);
    // A match that is complete only reports again.
    assert!(arena.run().success().stdout.contains("of 12 points"));
}

fn our_own_players_are_started_by_name() {
    let outcome = Arena::new("own")
        .engine("a", "proper")
        .with("--engine player=fukumi --tc 0/0.3 --tolerance 5 --size 10 --memory 0")
        .run()
        .success();
    assert_eq!(outcome.results(), ["fukumi five"; 2]);
}
