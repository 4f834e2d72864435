//! Where the depth ends: the static evaluation, unless a run of fours wins.

use super::moves::{Need, worthwhile};
use super::tt::Known;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::score::{Bound, Score};
use crate::solver::{Aborted, Answer, VcfLimits};

impl Worker<'_> {
    /// The score of a position that is not searched any deeper.
    pub fn quiescence(&mut self, window: Window, ply: u32) -> Result<Score, Aborted> {
        self.visit(ply)?;
        self.level(ply).line.clear();
        if let Some(score) = self.decided(ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate());
        }
        if self.position.has_five(!self.position.to_move()) {
            return self.forced_answer(window, ply);
        }
        let key = self.position.key();
        let known = self.shared.table.probe(key, ply);
        if let Some(known) = known
            && known.depth >= 0
            && known.bound != Bound::Upper
            && (known.score >= window.beta || known.bound == Bound::Exact)
        {
            return Ok(known.score);
        }
        let eval = match known.and_then(|known| known.eval) {
            Some(eval) => eval,
            None => self.evaluate(),
        };
        // What stands above beta already need not win too.
        let is_enough = eval >= window.beta;
        let win = if is_enough { None } else { self.win_by_fours(ply) };
        let score = win.unwrap_or(eval);
        if known.is_none_or(|known| known.depth <= 0) {
            let known = Known {
                point: self.level(ply).line.first().copied(),
                score,
                bound: if is_enough { Bound::Lower } else { Bound::Exact },
                depth: 0,
                eval: Some(eval),
                principal: false,
            };
            self.shared.table.store(key, ply, &known);
        }
        Ok(score)
    }

    /// A proven win by fours, within the budget of a quiescence search.
    fn win_by_fours(&mut self, ply: u32) -> Option<Score> {
        let params = self.shared.params;
        let limits = VcfLimits {
            nodes: params.quiescence_nodes as u64,
            bare_fours: params.quiescence_bare_fours as u8,
        };
        match self.vcf.solve(&mut self.position, limits) {
            Answer::Win(line) => {
                let score = Score::win_in(ply + line.len() as u32);
                self.level(ply).line = line;
                Some(score)
            }
            Answer::NoWin | Answer::Unknown => None,
        }
    }

    /// Answers a five; free of charge, because there is hardly a choice.
    fn forced_answer(&mut self, mut window: Window, ply: u32) -> Result<Score, Aborted> {
        let (answers, need) = worthwhile(&mut self.position);
        debug_assert_eq!(need, Need::AnswerFive);
        let mut best = Score::loss_in(ply + 2);
        for answer in answers.iter() {
            if self.position.is_forbidden(answer) {
                continue;
            }
            self.play(answer);
            let score = self.quiescence(window.flipped(), ply + 1);
            self.undo();
            let score = -score?;
            if score > best {
                best = score;
                self.extend_line(ply, answer);
                window = window.raised(score);
                if window.is_empty() {
                    break;
                }
            }
        }
        Ok(best)
    }
}
