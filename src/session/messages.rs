//! Search reports as lines for people and for Yixin-Board.

use crate::board::notation::{Rows, format_moves};
use crate::board::{Point, Size};
use crate::protocol::{Coordinates, Reply};
use crate::score::{Score, Verdict};
use crate::search::Report;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Decides which reports are worth a line, and writes them.
#[derive(Debug)]
pub(super) struct Narrator {
    detail: Detail,
    size: Size,
    lines: usize,
    begun: Instant,
    told: Option<Instant>,
    /// The latest report of each rank that has not been told.
    pending: BTreeMap<usize, Report>,
}

/// Which lines the manager understands beside the plain ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Detail {
    /// `MESSAGE REALTIME ...`
    pub realtime: bool,
    /// `INFO PV ...`
    pub info: bool,
    /// Points are named as Yixin-Board shows them.
    pub yixin: bool,
}

/// Shallower iterations are over before anyone could read about them.
const WORTH_TELLING: u32 = 5;
/// No two reports come faster than this.
const PAUSE: Duration = Duration::from_millis(200);
/// A line of this many points is long enough.
const LONGEST_LINE: usize = 30;

impl Narrator {
    /// For a search of `lines` best lines.
    pub fn new(detail: Detail, size: Size, lines: usize) -> Narrator {
        let begun = Instant::now();
        Narrator { detail, size, lines: lines.max(1), begun, told: None, pending: BTreeMap::new() }
    }

    /// Takes a report; lines come out where enough time has passed since the last ones.
    pub fn hear(&mut self, report: Report) -> Vec<Reply> {
        let is_last_rank = report.rank + 1 >= self.lines;
        let is_deep = report.depth >= WORTH_TELLING;
        self.pending.insert(report.rank, report);
        let rested = self.told.unwrap_or(self.begun).elapsed() >= PAUSE;
        if is_deep && rested && is_last_rank { self.tell() } else { Vec::new() }
    }

    /// What is still to be told at the end of a search.
    pub fn close(&mut self) -> Vec<Reply> {
        self.tell()
    }

    fn tell(&mut self) -> Vec<Reply> {
        self.told = Some(Instant::now());
        let reports = std::mem::take(&mut self.pending);
        reports.values().flat_map(|report| self.describe(report)).collect()
    }

    fn describe(&self, report: &Report) -> Vec<Reply> {
        let mut replies = vec![Reply::Message(self.summary(report))];
        if self.detail.realtime && report.rank == 0 {
            replies.extend(self.realtime(report));
        }
        if self.detail.info {
            replies.extend(self.info(report));
        }
        replies
    }

    fn summary(&self, report: &Report) -> String {
        let rank = if self.lines > 1 { format!("{}: ", report.rank + 1) } else { String::new() };
        format!(
            "{rank}depth {}-{} eval {} nodes {} speed {}/s time {} ms pv {}",
            report.depth,
            report.selective_depth,
            spoken(report.score),
            short(report.nodes),
            short(speed(report)),
            report.elapsed.as_millis(),
            self.points(&report.line),
        )
    }

    fn realtime(&self, report: &Report) -> Vec<Reply> {
        let mut lines = vec!["REALTIME REFRESH".to_owned()];
        if let Some(&best) = report.line.first() {
            lines.push(format!("REALTIME BEST {}", Coordinates::from(best)));
        }
        lines.push(format!("REALTIME VAL {}", report.score.raw()));
        lines.push(format!("REALTIME PV {}", self.points(&report.line)));
        lines.into_iter().map(Reply::Message).collect()
    }

    fn info(&self, report: &Report) -> Vec<Reply> {
        let line = report.line.iter().take(LONGEST_LINE);
        let line: Vec<_> = line.map(|&point| Coordinates::from(point).to_string()).collect();
        let fields = [
            format!("PV {}", report.rank),
            format!("NUMPV {}", self.lines),
            format!("DEPTH {}", report.depth),
            format!("SELDEPTH {}", report.selective_depth),
            format!("NODES {}", report.nodes),
            format!("TOTALNODES {}", report.nodes),
            format!("TOTALTIME {}", report.elapsed.as_millis()),
            format!("SPEED {}", speed(report)),
            format!("EVAL {}", written(report.score)),
            format!("WINRATE {:.4}", winning_chance(report.score)),
            format!("BESTLINE {}", line.join(" ")),
            "PV DONE".to_owned(),
        ];
        fields.into_iter().map(Reply::Info).collect()
    }

    /// Yixin-Board's first coordinate is the row, and its rows are numbered from the bottom.
    fn points(&self, line: &[Point]) -> String {
        let line = line.iter().copied().take(LONGEST_LINE);
        let (points, size, rows) = if self.detail.yixin {
            let turned = Size::new(self.size.height(), self.size.width()).unwrap_or(self.size);
            let points = line.map(|point| Point::new(point.y(), point.x())).collect();
            (points, turned, Rows::FromBottom)
        } else {
            (line.collect::<Vec<_>>(), self.size, Rows::FromTop)
        };
        let separate: Vec<_> =
            points.chunks(1).map(|point| format_moves(point, size, rows)).collect();
        separate.join(" ")
    }
}

fn spoken(score: Score) -> String {
    match score.verdict() {
        Verdict::Points(points) => format!("{points:+}"),
        Verdict::WinIn(plies) => format!("win in {plies}"),
        Verdict::LossIn(plies) => format!("loss in {plies}"),
    }
}

/// A bare number, or `+M5`.
fn written(score: Score) -> String {
    match score.verdict() {
        Verdict::Points(points) => points.to_string(),
        _ => score.to_string(),
    }
}

fn winning_chance(score: Score) -> f64 {
    match score.verdict() {
        Verdict::Points(points) => {
            let logits = f64::from(points) / f64::from(Score::POINTS_PER_LOGIT);
            1.0 / (1.0 + (-logits).exp())
        }
        Verdict::WinIn(_) => 1.0,
        Verdict::LossIn(_) => 0.0,
    }
}

/// Nodes per second.
fn speed(report: &Report) -> u64 {
    let micros = report.elapsed.as_micros().max(1);
    u64::try_from(u128::from(report.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// `950`, `12k`, `3.4M`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1_000),
        _ => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(rank: usize, depth: u32, score: Score) -> Report {
        Report {
            rank,
            depth,
            selective_depth: depth + 9,
            score,
            nodes: 1_234_567,
            elapsed: Duration::from_millis(1500),
            line: vec![Point::new(7, 3), Point::new(0, 14)],
        }
    }

    fn texts(replies: &[Reply]) -> Vec<String> {
        replies.iter().map(Reply::to_string).collect()
    }

    fn size() -> Size {
        Size::square(15).unwrap()
    }

    #[test]
    fn the_last_iteration_is_always_told_and_the_first_ones_wait() {
        let mut narrator = Narrator::new(Detail::default(), size(), 1);
        for depth in 1..=12 {
            assert!(narrator.hear(report(0, depth, Score::points(-3))).is_empty());
        }
        let expected = "MESSAGE depth 12-21 eval -3 nodes 1.2M speed 823k/s time 1500 ms pv h4 a15";
        assert_eq!(texts(&narrator.close()), [expected]);
        assert!(narrator.close().is_empty());
    }

    #[test]
    fn wins_are_spelled_out() {
        let mut narrator = Narrator::new(Detail::default(), size(), 1);
        narrator.hear(report(0, 9, Score::win_in(7)));
        assert!(texts(&narrator.close())[0].contains("eval win in 7 nodes"));
    }

    #[test]
    fn several_lines_come_together() {
        let mut narrator = Narrator::new(Detail::default(), size(), 2);
        narrator.hear(report(0, 8, Score::ZERO));
        narrator.hear(report(1, 8, Score::ZERO));
        narrator.hear(report(0, 9, Score::ZERO));
        let told = texts(&narrator.close());
        assert_eq!(told.len(), 2);
        assert!(
            told[0].starts_with("MESSAGE 1: depth 9") && told[1].starts_with("MESSAGE 2: depth 8")
        );
    }

    #[test]
    fn yixin_board_gets_its_own_lines_and_its_own_labels() {
        let detail = Detail { realtime: true, info: true, yixin: true };
        let mut narrator = Narrator::new(detail, size(), 1);
        narrator.hear(report(0, 9, Score::win_in(3)));
        let told = texts(&narrator.close());
        // The first coordinate is the row from the top: 7,3 is d8, 0,14 is o15.
        assert!(told[0].ends_with("pv d8 o15"), "{}", told[0]);
        assert!(told.contains(&"MESSAGE REALTIME BEST 7,3".to_owned()));
        assert!(told.contains(&"INFO EVAL +M3".to_owned()));
        assert!(told.contains(&"INFO WINRATE 1.0000".to_owned()));
        assert!(told.contains(&"INFO BESTLINE 7,3 0,14".to_owned()));
        assert_eq!(told.last().unwrap(), "INFO PV DONE");
    }
}
