//! Thinks about one position and tells how the thinking goes.

use super::render;
use crate::board::Color;
use crate::board::notation::{Rows, format_moves};
use crate::engine::{Answer, Engine, Goal, Listener, Options, Refusal};
use crate::rules::Referee;
use crate::score::{Score, Verdict};
use crate::search::{Observer, Report};
use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

/// What is to be analyzed, and how.
#[derive(Clone, Debug)]
pub struct Request {
    pub game: Referee,
    pub effort: Effort,
    /// How many lines of play to follow, at least 1.
    pub lines: usize,
    pub threads: i64,
}

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    Time(Duration),
    Nodes(u64),
    Depth(u32),
}

/// Draws the board, writes the lines of play as they deepen, and then the best move.
pub fn analyze(request: &Request, out: &mut impl Write) -> io::Result<()> {
    let game = &request.game;
    let diagram = render::board(game);
    writeln!(out, "{diagram}\n{}", render::legend(game, &diagram))?;
    if game.outcome().is_over() {
        return Ok(());
    }
    writeln!(out, "\n   depth  score       nodes     time  line")?;
    let (sender, events) = mpsc::channel();
    let mut engine = prepare(request).map_err(io::Error::other)?;
    let goal = if request.lines > 1 { Goal::Lines(request.lines) } else { Goal::Move };
    engine.go(goal, Instant::now(), Box::new(Ear(sender)));
    let mut score = None;
    for event in events {
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

/// An engine with the game on its board that obeys the asked limits.
fn prepare(request: &Request) -> Result<Engine, Refusal> {
    let mut options = Options::default();
    options.rule = request.game.rule();
    options.set_threads(request.threads);
    options.clock.tell_turn(None);
    match request.effort {
        Effort::Time(time) => options.clock.tell_turn(Some(time)),
        Effort::Nodes(nodes) => options.max_node = Some(nodes),
        Effort::Depth(depth) => options.max_depth = Some(depth),
    }
    let mut engine = Engine::new(request.game.board().size(), options);
    for &point in request.game.moves() {
        engine.play(point)?;
    }
    Ok(engine)
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
    write!(out, "\nbest move: {}", points.join(" "))?;
    match score.map(Score::verdict) {
        None => writeln!(out),
        Some(Verdict::Points(points)) => writeln!(out, " ({points:+} points for {own})"),
        Some(Verdict::WinIn(plies)) => writeln!(out, " ({own} wins with stone {plies} from here)"),
        Some(Verdict::LossIn(plies)) => {
            writeln!(out, " ({} wins with stone {plies} from here)", !own)
        }
    }
}

enum Event {
    Report(Report),
    Finished(Answer),
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
