//! Results in words and tables.

use super::log::Finished;
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use super::stats::{Elo, Pairs};
use std::fmt::Write;

/// One line about a finished game: `12. A - B 1-0, five, 43 moves`, black first.
pub fn game_line(finished: &Finished, standings: &Standings) -> String {
    let Finished { fixture, game } = finished;
    let name = |seat: usize| standings.name(fixture.engines.get(seat).copied().unwrap_or_default());
    let (black, white) = (name(game.black), name(1 - game.black.min(1)));
    let result = match game.ending.winner {
        None => "1/2",
        Some(winner) if winner == game.black => "1-0",
        Some(_) => "0-1",
    };
    let mut line = format!(
        "{}. {black} - {white} {result}, {}, {} moves",
        fixture.index + 1,
        game.ending.reason,
        game.moves.len()
    );
    if game.ending.reason.is_forfeit() {
        line += &format!(" ({})", game.ending.detail);
    }
    line
}

/// The score of two engines in a few words, for a line that is renewed.
pub fn running_score(
    standings: &Standings,
    sprt: Option<&Sprt>,
    first: usize,
    second: usize,
) -> String {
    let tally = standings.table.between(first, second);
    let mut text = format!(
        "{} +{} ={} -{} ({:.1} %)",
        standings.name(first),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.score()
    );
    let pairs = standings.pairs(first, second);
    if pairs.count() > 0 {
        text += &format!(", Elo {}", elo(pairs.elo()));
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&pairs);
        text += &format!(", LLR {ratio:.2} ({lower:.2}, {upper:.2})");
    }
    text
}

/// The whole result.
pub fn summary(standings: &Standings) -> String {
    let engines = standings.names.len();
    let mut text = String::new();
    if engines == 2 {
        text += &duel(standings);
    } else {
        text += &crosstable(standings);
    }
    let [black, draws, white] = standings.colors;
    let _ = writeln!(text, "Colors: black won {black}, white won {white}, {draws} drawn");
    for (engine, timing) in standings.timings.iter().enumerate() {
        let _ = write!(
            text,
            "{}: {:.0} ms a move, at most {:.0} ms",
            standings.name(engine),
            timing.mean().as_secs_f64() * 1e3,
            timing.longest.as_secs_f64() * 1e3
        );
        let forfeits: Vec<String> =
            standings.forfeits(engine).map(|(reason, count)| format!("{count} {reason}")).collect();
        let forfeits = if forfeits.is_empty() { "none".into() } else { forfeits.join(", ") };
        let _ = writeln!(text, "; forfeits: {forfeits}");
    }
    text
}

/// The block about a test that goes into a commit message. `conditions` tells how it was played.
pub fn sprt_block(
    standings: &Standings,
    sprt: &Sprt,
    decision: Decision,
    conditions: &str,
) -> String {
    let (lower, upper) = sprt.bounds();
    let pairs = standings.pairs(0, 1);
    let tally = standings.table.between(0, 1);
    let verdict = match decision {
        Decision::AcceptElo1 => "passed",
        Decision::AcceptElo0 => "failed",
        Decision::Continue => "undecided",
    };
    let mut block = String::new();
    let _ = writeln!(
        block,
        "SPRT  | {sprt} {verdict}: {} against {}",
        standings.name(0),
        standings.name(1)
    );
    let _ = writeln!(block, "Terms | {conditions}");
    let _ = writeln!(block, "Elo   | {} (95 %)", elo(pairs.elo()));
    let ratio = sprt.log_likelihood_ratio(&pairs);
    let _ = writeln!(block, "LLR   | {ratio:.2} ({lower:.2}, {upper:.2})");
    let _ = writeln!(
        block,
        "Games | N: {} W: {} L: {} D: {}",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws
    );
    let _ = writeln!(block, "Pairs | {}", penta(&pairs));
    block
}

fn duel(standings: &Standings) -> String {
    let tally = standings.table.between(0, 1);
    let pairs = standings.pairs(0, 1);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} against {}: {} wins, {} draws, {} losses, {:.1} of {} points ({:.1} %)",
        standings.name(0),
        standings.name(1),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.points(),
        tally.games(),
        100.0 * tally.score()
    );
    if pairs.count() > 0 {
        let _ = writeln!(
            text,
            "Elo {} (95 %), normalized {}, likelihood of superiority {:.1} %",
            elo(pairs.elo()),
            elo(pairs.normalized_elo()),
            100.0 * pairs.superiority()
        );
        let _ = writeln!(text, "Pairs of games by points 0, 1/2, 1, 3/2, 2: {}", penta(&pairs));
    }
    text
}

/// The rating list with everybody's score against everybody.
fn crosstable(standings: &Standings) -> String {
    let table = &standings.table;
    let ratings = table.ratings();
    let ranking = table.ranking(&ratings);
    let widest = standings.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{:>3}  {:widest$}  {:>14}  {:>14}", "", "engine", "Elo", "points");
    for rank in 1..=ranking.len() {
        let _ = write!(text, "  {rank:>9}");
    }
    text.push('\n');
    for (rank, &engine) in (1..).zip(&ranking) {
        let total = table.total(engine);
        let rating = ratings.get(engine).map_or_else(String::new, |rating| elo(*rating));
        let points = format!("{:.1}/{}", total.points(), total.games());
        let name = standings.name(engine);
        let _ = write!(text, "{rank:>3}  {name:widest$}  {rating:>14}  {points:>14}");
        for &other in &ranking {
            let tally = table.between(engine, other);
            let cell = match tally.games() {
                0 if engine == other => "-".to_string(),
                0 => String::new(),
                games => format!("{:.1}/{games}", tally.points()),
            };
            let _ = write!(text, "  {cell:>9}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn elo(elo: Elo) -> String {
    match (elo.value.is_finite(), elo.error.is_finite()) {
        (true, true) => format!("{:+.1} ± {:.1}", elo.value, elo.error),
        (true, false) => format!("{:+.1} ± ?", elo.value),
        (false, _) if elo.value.is_nan() => "?".to_string(),
        (false, _) => if elo.value > 0.0 { "+inf" } else { "-inf" }.to_string(),
    }
}

fn penta(pairs: &Pairs) -> String {
    format!("{:?}", pairs.counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::{Ending, Reason};
    use crate::arena::game::PlayedGame;
    use crate::arena::schedule::Fixture;
    use crate::board::Symmetry;

    /// A result of the two engines, `A` black in even games; the winner is named by seat.
    fn game(index: usize, engines: [usize; 2], winner: Option<usize>, reason: Reason) -> Finished {
        let engines = if index.is_multiple_of(2) { engines } else { [engines[1], engines[0]] };
        let fixture = Fixture { index, engines, opening: 0, symmetry: Symmetry::IDENTITY };
        let ending = Ending { winner, reason, detail: "late".to_string() };
        let (moves, answers) = (Vec::new(), Vec::new());
        Finished { fixture, game: PlayedGame { moves, answers, opening: 0, black: 0, ending } }
    }

    fn standings(names: &[&str], games: &[Finished]) -> Standings {
        let mut standings = Standings::new(names.iter().map(ToString::to_string).collect());
        games.iter().for_each(|game| standings.record(game));
        standings
    }

    #[test]
    fn a_game_is_told_black_first() {
        let late = game(1, [0, 1], Some(0), Reason::Time);
        let standings = standings(&["A", "B"], std::slice::from_ref(&late));
        assert_eq!(game_line(&late, &standings), "2. B - A 1-0, time, 0 moves (late)");
    }

    #[test]
    fn a_test_block_has_all_that_a_commit_needs() {
        let games: Vec<Finished> = (0..8)
            .map(|index| game(index, [0, 1], (index < 6).then_some(index % 2), Reason::Five))
            .collect();
        let sprt: Sprt = "elo0=0,elo1=10".parse().unwrap();
        let standings = standings(&["new", "old"], &games);
        let block = sprt_block(&standings, &sprt, sprt.decide(&standings.pairs(0, 1)), "tc 0/0.1");
        for part in [
            "SPRT  | [0.00, 10.00] undecided: new against old\n",
            "Terms | tc 0/0.1\n",
            "LLR   | ",
            "(-2.94, 2.94)\n",
            "Games | N: 8 W: 6 L: 0 D: 2\n",
            "Pairs | [0, 0, 1, 0, 3]\n",
        ] {
            assert!(block.contains(part), "{part} in {block}");
        }
    }

    #[test]
    fn three_engines_get_a_table() {
        let games = [
            game(0, [0, 1], Some(0), Reason::Five),
            game(1, [0, 1], Some(1), Reason::Five),
            game(2, [1, 2], Some(0), Reason::Five),
            game(3, [1, 2], None, Reason::FullBoard),
        ];
        let text = summary(&standings(&["A", "B", "C"], &games));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].trim_start().starts_with("1  A"), "{text}");
        assert!(lines[1].ends_with("2.0/2          -      2.0/2"), "{text}");
        assert!(lines[2].trim_start().starts_with("2  B"), "{text}");
        assert!(text.contains("black won 2, white won 1, 1 drawn"), "{text}");
    }

    #[test]
    fn forfeits_are_named() {
        let games =
            [game(0, [0, 1], Some(0), Reason::Crash), game(1, [0, 1], Some(1), Reason::Time)];
        let text = summary(&standings(&["A", "B"], &games));
        assert!(text.contains("B: 0 ms a move, at most 0 ms; forfeits: 1 time, 1 crash"), "{text}");
        assert!(text.contains("Elo +inf"), "{text}");
    }
}
