//! Proves wins, one line of answer a position.

use super::thinking::position_of;
use crate::board::{Color, Point};
use crate::clock::{Budget, Spans, StopSignal};
use crate::position::Position;
use crate::progress::ProgressBar;
use crate::rules::Referee;
use crate::solver::{Answer, Interrupt, Vcf, VcfLimits, Vct, VctLimits};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// What is to be proven, and how hard to try for each position.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    pub goal: SolveGoal,
    /// Who is to win; `None` is the side to move.
    pub side: Option<Color>,
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveGoal {
    /// A win by fours.
    Fours,
    /// A win by fours and threes.
    Threats,
}

/// Memory for what is learned about positions, in bytes.
const VCF_BYTES: usize = 16 << 20;
const VCT_BYTES: usize = 96 << 20;

/// Writes one line for each position: `win in 3: h8 h9 g8 | 12 nodes 0.3 ms`, `no vcf | ...`,
/// `no vct | ...` or `unknown | ...`.
pub fn solve(request: &SolveRequest, games: &[Referee], out: &mut impl Write) -> io::Result<()> {
    let mut solver = Solver::new(request.goal);
    // A bar for a single position would say nothing.
    let mut bar = ProgressBar::new(games.len() as u64, 0).shown_if(games.len() > 1);
    for (done, game) in (1..).zip(games) {
        let mut position = position_for(game, request.side);
        let start = Instant::now();
        let nodes = solver.nodes();
        let answer = solver.solve(&mut position, request);
        let (elapsed, nodes) = (start.elapsed(), solver.nodes() - nodes);
        let line = line(request.goal, &answer, nodes, elapsed);
        // The bar must not be in the way where both go to the same terminal.
        bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
        bar.advance(done, "");
    }
    Ok(())
}

enum Solver {
    Vcf(Box<Vcf>),
    Vct(Box<Vct>),
}

impl Solver {
    fn new(goal: SolveGoal) -> Solver {
        match goal {
            SolveGoal::Fours => Solver::Vcf(Box::new(Vcf::new(VCF_BYTES))),
            SolveGoal::Threats => Solver::Vct(Box::new(Vct::new(VCT_BYTES))),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Solver::Vcf(vcf) => vcf.nodes(),
            Solver::Vct(vct) => vct.nodes(),
        }
    }

    fn solve(&mut self, position: &mut Position, request: &SolveRequest) -> Answer {
        let nodes = request.nodes.unwrap_or(u64::MAX);
        let budget = request
            .time
            .map(|time| Budget::with_spans(Instant::now(), Spans { soft: time, hard: time }));
        match self {
            Solver::Vcf(vcf) => {
                let interrupt = Interrupt { stop: None, budget };
                vcf.solve_shortest(position, VcfLimits::exhaustive(nodes), &interrupt)
            }
            Solver::Vct(vct) => {
                let limits = VctLimits { budget, ..VctLimits::nodes(nodes) };
                vct.solve(position, &limits, &StopSignal::default())
            }
        }
    }
}

/// The position of a game; the side to move loses its turn if the other one is to win.
fn position_for(game: &Referee, side: Option<Color>) -> Position {
    let mut position = position_of(game);
    if side.is_some_and(|side| side != position.to_move()) {
        position.pass();
    }
    position
}

fn line(goal: SolveGoal, answer: &Answer, nodes: u64, elapsed: Duration) -> String {
    let answer = match (answer, goal) {
        (Answer::Win(line), _) => {
            let points: Vec<String> = line.iter().map(Point::to_string).collect();
            format!("win in {}: {}", line.len(), points.join(" "))
        }
        (Answer::NoWin, SolveGoal::Fours) => "no vcf".into(),
        (Answer::NoWin, SolveGoal::Threats) => "no vct".into(),
        (Answer::Unknown, _) => "unknown".into(),
    };
    let micros = elapsed.as_micros();
    format!("{answer} | {nodes} nodes {}.{:03} ms", micros / 1_000, micros % 1_000)
}
