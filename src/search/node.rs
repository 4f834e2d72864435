//! The node of the alpha-beta tree: every pruning, reduction and extension in its order.

use super::history::{History, Intent};
use super::moves::{Need, worthwhile};
use super::params::PLY;
use super::picker::Picker;
use super::tt::Known;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::board::{Point, PointSet};
use crate::pattern::Threat;
use crate::score::{Bound, Score};
use crate::solver::Aborted;

/// Points that a counter move is ordered up by.
const COUNTER_PROMISE: i32 = 60;
/// Moves within this distance of the last ones are near.
const NEARBY: usize = 4;
/// The singular search goes to this part of the depth, in 16ths.
const SINGULAR_DEPTH: i32 = 8;

/// What a node knows before its moves.
struct Outlook {
    principal: bool,
    need: Need,
    depth: i32,
    is_cut: bool,
    is_improving: bool,
}

/// One move about to be tried.
struct Try {
    point: Point,
    number: usize,
    /// Far from where both sides played last.
    is_distant: bool,
    intent: Intent,
    makes_four: bool,
    /// Neither side gets anything from a stone there.
    is_trivial: bool,
}

impl Worker<'_> {
    /// The score of the position for its side to move, `ply` plies from the root; `is_cut` where
    /// it is expected to reach beta.
    pub fn node(
        &mut self,
        window: Window,
        depth: i32,
        ply: u32,
        is_cut: bool,
    ) -> Result<Score, Aborted> {
        self.level(ply).line.clear();
        if depth <= 0 {
            return self.quiescence(window, ply);
        }
        self.visit(ply)?;
        if ply >= MAX_PLY {
            return Ok(self.evaluate());
        }

        // Nothing from here can be better than a win on the next ply.
        let window = window.within_reach(ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }

        // Decided by the threats on the board.
        if let Some(score) = self.decided(ply) {
            return Ok(score);
        }

        // Known from another order of moves.
        let principal = !window.is_null();
        let excluded = self.level(ply).excluded;
        let key = self.position.key();
        let known = match excluded {
            None => self.shared.table.probe(key, ply),
            Some(_) => None,
        };
        if let Some(known) = known
            && !principal
            && is_enough(&known, window, depth)
        {
            return Ok(known.score);
        }

        // Static evaluation; under a threat of five it means nothing.
        let (set, need) = worthwhile(&mut self.position);
        let eval = self.static_eval(ply, need, known.as_ref());
        let is_improving = self.is_improving(ply);
        let outlook = Outlook { principal, need, depth, is_cut, is_improving };
        if excluded.is_none()
            && let Some(eval) = eval
            && let Some(score) = self.shallow_verdict(window, eval, ply, &outlook)?
        {
            return Ok(score);
        }

        self.try_moves(window, ply, &set, known, &outlook)
    }

    /// Cuts by static evaluation, where it is far outside the window.
    fn shallow_verdict(
        &mut self,
        window: Window,
        eval: Score,
        ply: u32,
        outlook: &Outlook,
    ) -> Result<Option<Score>, Aborted> {
        let params = self.shared.params;
        let depth = outlook.depth;
        if outlook.principal || window.beta.is_decided() || window.alpha.is_decided() {
            return Ok(None);
        }

        // Razoring: far below alpha only a run of fours can help.
        if depth < params.razor_max_depth * PLY
            && eval + params.razor_threshold(depth) <= window.alpha
        {
            return self.quiescence(window, ply).map(Some);
        }

        // Reverse futility: far above beta, and nothing presses.
        if depth < params.reverse_futility_max_depth * PLY
            && outlook.need == Need::Free
            && eval - params.reverse_futility_threshold(depth, outlook.is_improving) >= window.beta
        {
            return Ok(Some(eval));
        }
        Ok(None)
    }

    fn try_moves(
        &mut self,
        mut window: Window,
        ply: u32,
        set: &PointSet,
        known: Option<Known>,
        outlook: &Outlook,
    ) -> Result<Score, Aborted> {
        let excluded = self.level(ply).excluded;
        let asked = window;
        let first = known.and_then(|known| known.point);
        let buffer = std::mem::take(&mut self.level(ply).buffer);
        let mut picker = Picker::new(set, first, buffer);
        let mut best = -Score::INFINITE;
        let mut best_point = None;
        let mut tried: Vec<(Point, Intent)> = Vec::new();
        while let Some(point) = self.next_move(&mut picker) {
            if Some(point) == excluded || self.position.is_forbidden(point) {
                continue;
            }
            let attempt = self.attempt(point, tried.len() + 1);

            // Late moves: the order is trusted as soon as something does not lose, and those that
            // follow are later still.
            if best > -Score::INFINITE
                && !best.is_loss()
                && outlook.need != Need::AnswerFive
                && self.is_late(&attempt, outlook)
            {
                break;
            }

            let is_first = first == Some(point);
            let known = known.filter(|_| is_first);
            let extension = match self.extension(window, point, known, ply, outlook)? {
                Extension::By(extension) => extension,
                Extension::Cut(score) => {
                    self.return_buffer(ply, picker);
                    return Ok(score);
                }
            };
            let depth = outlook.depth - PLY + extension;
            self.play(point);
            let score = self.try_move(window, depth, ply, &attempt, outlook);
            self.undo();
            let score = score?;

            if score > best {
                best = score;
                if score > window.alpha {
                    best_point = Some(point);
                    self.extend_line(ply, point);
                    if score >= window.beta {
                        self.learn(&attempt, &tried, outlook.depth);
                        break;
                    }
                    window = window.raised(score);
                }
            }
            tried.push((point, attempt.intent));
        }
        self.return_buffer(ply, picker);
        if best == -Score::INFINITE {
            return Ok(self.without_moves(asked, ply, set, outlook.need));
        }
        if excluded.is_none() {
            self.remember(ply, asked, best, best_point, outlook);
        }
        Ok(best)
    }

    /// Searches the position after a move: reduced and with a null window where nothing much is
    /// expected, wider where that fails. The score is that of the side that moved.
    fn try_move(
        &mut self,
        window: Window,
        depth: i32,
        ply: u32,
        attempt: &Try,
        outlook: &Outlook,
    ) -> Result<Score, Aborted> {
        if attempt.number == 1 {
            let is_cut = !outlook.principal && !outlook.is_cut;
            return Ok(-self.node(window.flipped(), depth, ply + 1, is_cut)?);
        }
        let scout = Window::null_at(window.alpha);
        let reduction = self.reduction(attempt, depth, outlook);
        let mut score = -self.node(scout.flipped(), depth - reduction, ply + 1, true)?;
        if score > window.alpha && reduction > 0 {
            score = -self.node(scout.flipped(), depth, ply + 1, !outlook.is_cut)?;
        }
        if score > window.alpha && outlook.principal && score < window.beta {
            score = -self.node(window.flipped(), depth, ply + 1, false)?;
        }
        Ok(score)
    }

    /// How much less deep a move is looked at first.
    fn reduction(&self, attempt: &Try, depth: i32, outlook: &Outlook) -> i32 {
        if depth < PLY || outlook.need == Need::AnswerFive {
            return 0;
        }
        let params = self.shared.params;
        let mut reduction = params.late_move_reduction(depth + PLY, attempt.number);
        if outlook.principal {
            reduction -= params.reduction_principal;
        }
        if outlook.is_cut {
            reduction += params.reduction_cut;
        }
        if !outlook.is_improving {
            reduction += params.reduction_worsening;
        }
        if attempt.is_trivial {
            reduction += PLY / 2;
        }
        if attempt.is_distant {
            reduction += params.reduction_distant;
        }
        if attempt.makes_four {
            reduction -= PLY;
        }
        let mover = !self.position.to_move();
        let merit = self.history.merit(mover, attempt.intent, attempt.point);
        reduction -= merit * PLY / params.reduction_history_divisor;
        reduction.clamp(0, depth)
    }

    fn is_late(&self, attempt: &Try, outlook: &Outlook) -> bool {
        let params = self.shared.params;
        let limit = params.late_move_limit(outlook.depth, outlook.is_improving);
        let limit = if outlook.principal { 2 * limit } else { limit };
        attempt.number > limit
    }

    /// Whether a point is far from the last moves of both sides.
    fn is_distant(&self, point: Point) -> bool {
        let is_far =
            |back| self.position.played(back).is_none_or(|played| played.distance(point) > NEARBY);
        is_far(0) && is_far(1)
    }

    /// How much deeper a move is looked at, or the score that makes looking needless. `known` is
    /// given for the known best move alone.
    fn extension(
        &mut self,
        window: Window,
        point: Point,
        known: Option<Known>,
        ply: u32,
        outlook: &Outlook,
    ) -> Result<Extension, Aborted> {
        let params = self.shared.params;
        if outlook.need == Need::AnswerFive {
            return Ok(Extension::By(params.forced_extension));
        }
        let Some(known) = known.filter(|known| {
            outlook.depth >= params.singular_min_depth * PLY
                && known.bound != Bound::Upper
                && known.depth >= outlook.depth - 3 * PLY
                && !known.score.is_decided()
                && ply < 2 * MAX_PLY / 3
        }) else {
            return Ok(Extension::By(0));
        };

        // Singular: all other moves are clearly worse, so this one deserves more depth.
        let margin = params.singular_margin * outlook.depth / PLY;
        let target = known.score - margin;
        self.level(ply).excluded = Some(point);
        let buffer = std::mem::take(&mut self.level(ply).buffer);
        let depth = outlook.depth * SINGULAR_DEPTH / 16;
        let score = self.node(Window::null_at(target - 1), depth, ply, outlook.is_cut);
        self.level(ply).buffer = buffer;
        self.level(ply).excluded = None;
        let score = score?;
        if score < target {
            return Ok(Extension::By(PLY));
        }
        // Another move reaches beta too, even with less depth: the node will.
        if !outlook.principal && target >= window.beta {
            return Ok(Extension::Cut(target));
        }
        Ok(Extension::By(0))
    }

    fn next_move(&self, picker: &mut Picker) -> Option<Point> {
        let own = self.position.to_move();
        let answered = self.position.played(0);
        let counter = answered.and_then(|answered| self.history.counter(own, answered));
        let (position, evaluator, history) = (&self.position, &self.evaluator, &self.history);
        let percent = self.shared.params.history_percent;
        picker.next_move(|point| {
            let intent = intent_of(position.threat(own, point));
            let merit = history.merit(own, intent, point) * percent / (128 * 100);
            let extra = if counter == Some(point) { COUNTER_PROMISE } else { 0 };
            evaluator.promise(position, point) + merit + extra
        })
    }

    fn return_buffer(&mut self, ply: u32, picker: Picker) {
        self.level(ply).buffer = picker.into_buffer();
    }

    fn attempt(&self, point: Point, number: usize) -> Try {
        let own = self.position.to_move();
        let threat = self.position.threat(own, point);
        let denied = self.position.threat(!own, point);
        Try {
            point,
            number,
            is_distant: self.is_distant(point),
            intent: intent_of(threat),
            makes_four: threat.is_four_or_better(),
            is_trivial: threat == Threat::None && denied == Threat::None,
        }
    }

    fn static_eval(&mut self, ply: u32, need: Need, known: Option<&Known>) -> Option<Score> {
        if need == Need::AnswerFive {
            self.level(ply).eval = None;
            return None;
        }
        let eval = match known.and_then(|known| known.eval) {
            Some(eval) => eval,
            None => self.evaluate(),
        };
        self.level(ply).eval = Some(eval);
        let better = known.filter(|known| match known.bound {
            Bound::Lower => known.score > eval,
            Bound::Upper => known.score < eval,
            Bound::Exact => true,
        });
        Some(better.map_or(eval, |known| known.score))
    }

    fn is_improving(&self, ply: u32) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.levels[ply as usize].eval);
        match (self.levels[ply as usize].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// The score where no move could be tried.
    fn without_moves(&mut self, window: Window, ply: u32, set: &PointSet, need: Need) -> Score {
        if self.level(ply).excluded.is_some() {
            return window.alpha;
        }
        match need.unmet(ply) {
            Some(loss) => loss,
            None if set.is_empty() => Score::ZERO,
            None => self.evaluate(),
        }
    }

    /// Rewards the move that cut off and punishes those tried in vain before it.
    fn learn(&mut self, attempt: &Try, tried: &[(Point, Intent)], depth: i32) {
        let own = self.position.to_move();
        let bonus = History::bonus(depth / PLY);
        self.history.reward(own, attempt.intent, attempt.point, bonus);
        for &(point, intent) in tried {
            self.history.reward(own, intent, point, -bonus / 2);
        }
        if let Some(answered) = self.position.played(0) {
            self.history.set_counter(own, answered, attempt.point);
        }
    }

    fn remember(
        &mut self,
        ply: u32,
        asked: Window,
        score: Score,
        point: Option<Point>,
        outlook: &Outlook,
    ) {
        let bound = if score >= asked.beta {
            Bound::Lower
        } else if score > asked.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = Known {
            point,
            score,
            bound,
            depth: outlook.depth,
            eval: self.level(ply).eval,
            principal: outlook.principal,
        };
        self.shared.table.store(self.position.key(), ply, &known);
    }
}

enum Extension {
    By(i32),
    /// The node is sure to reach this score.
    Cut(Score),
}

/// Whether what is known answers the question of a null window. Proven scores hold at any depth.
fn is_enough(known: &Known, window: Window, depth: i32) -> bool {
    let holds = known.depth >= depth;
    match known.bound {
        Bound::Lower => known.score >= window.beta && (holds || known.score.is_win()),
        Bound::Upper => known.score <= window.alpha && (holds || known.score.is_loss()),
        Bound::Exact => holds || known.score.is_decided(),
    }
}

fn intent_of(threat: Threat) -> Intent {
    if threat >= Threat::Three && threat <= Threat::Five { Intent::Attack } else { Intent::Quiet }
}
