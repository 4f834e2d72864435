//! Thinks about one position and tells how the thinking goes.

use super::render;
use super::thinking::{Effort, Event, ask, engine_at, position_of};
use crate::board::Color;
use crate::board::notation::{Rows, format_moves};
use crate::engine::{Answer, Goal, Options};
use crate::eval::Explanation;
use crate::rules::Referee;
use crate::score::{Score, Verdict};
use crate::search::Report;
use std::io::{self, Write};

/// What is to be analyzed, and how.
#[derive(Clone, Debug)]
pub struct Request {
    pub game: Referee,
    pub effort: Effort,
    /// How many lines of play to follow, at least 1.
    pub lines: usize,
    pub threads: i64,
    /// Whether to tell first what the static value is made of.
    pub explains: bool,
}

/// Draws the board, explains its value if asked to, writes the lines of play as they deepen, and
/// then the best move.
pub fn analyze(request: &Request, out: &mut impl Write) -> io::Result<()> {
    let game = &request.game;
    let diagram = render::board(game);
    writeln!(out, "{diagram}\n{}", render::legend(game, &diagram))?;
    if game.outcome().is_over() {
        return Ok(());
    }
    if request.explains {
        write!(
            out,
            "\n  points  value before any search\n{}",
            Explanation::of(&position_of(game))
        )?;
    }
    writeln!(out, "\n   depth  score       nodes     time  line")?;
    let mut options = Options::default();
    options.set_threads(request.threads);
    request.effort.limit(&mut options);
    let mut engine = engine_at(game, options).map_err(io::Error::other)?;
    let goal = if request.lines > 1 { Goal::Lines(request.lines) } else { Goal::Move };
    let mut score = None;
    for event in ask(&mut engine, goal) {
        match event {
            Event::Report(report) => {
                if report.rank == 0 {
                    score = Some(report.score);
                }
                write_report(out, request, &report)?;
            }
            Event::Finished(answer) => return write_answer(out, game.to_move(), &answer, score),
        }
    }
    Ok(())
}

fn write_report(out: &mut impl Write, request: &Request, report: &Report) -> io::Result<()> {
    let rank = match request.lines {
        0 | 1 => String::new(),
        _ => format!("{}.", report.rank + 1),
    };
    let size = request.game.board().size();
    writeln!(
        out,
        "{rank:<3}{:>5}  {:>5} {:>11} {:>6}.{:02}  {}",
        format!("{}-{}", report.depth, report.selective_depth),
        report.score.to_string(),
        report.nodes,
        report.elapsed.as_secs(),
        report.elapsed.subsec_millis() / 10,
        format_moves(&report.line, size, Rows::FromTop),
    )?;
    out.flush()
}

fn write_answer(
    out: &mut impl Write,
    own: Color,
    answer: &Answer,
    score: Option<Score>,
) -> io::Result<()> {
    let Answer::Play(points) = answer else { return writeln!(out, "\nno move is left") };
    let points: Vec<String> = points.iter().map(ToString::to_string).collect();
    let meaning = score.map(|score| format!(" ({})", in_words(score, own))).unwrap_or_default();
    writeln!(out, "\nbest move: {}{meaning}", points.join(" "))
}

/// What a score of `own` means.
pub(super) fn in_words(score: Score, own: Color) -> String {
    match score.verdict() {
        Verdict::Points(points) => format!("{points:+} points for {own}"),
        Verdict::WinIn(plies) => format!("{own} wins with stone {plies} from here"),
        Verdict::LossIn(plies) => format!("{} wins with stone {plies} from here", !own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(score: Score) -> String {
        let mut out = Vec::new();
        let points = Answer::one(crate::board::Point::new(7, 7));
        write_answer(&mut out, Color::White, &points, Some(score)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn answers_say_what_the_score_means() {
        assert_eq!(answer(Score::points(30)), "\nbest move: h8 (+30 points for white)\n");
        let won = "\nbest move: h8 (white wins with stone 5 from here)\n";
        assert_eq!(answer(Score::win_in(5)), won);
        let lost = "\nbest move: h8 (black wins with stone 6 from here)\n";
        assert_eq!(answer(Score::loss_in(6)), lost);
    }
}
