//! The moves of a proof by fours and threes: complete for the defender, few for the attacker.

use super::Search;
use crate::board::PointSet;
use crate::movegen;
use crate::pattern::Threat;
use crate::position::Position;
use crate::solver::{Aborted, Answer, Danger, VcfLimits};

/// What a position is before anything is played.
pub enum View {
    /// The attacker wins within so many plies.
    Won(usize),
    /// The attacker has nothing here.
    Lost,
    /// It depends on these moves, of which none is forbidden. For the defender all other moves
    /// lose within `otherwise` plies.
    Open { moves: PointSet, otherwise: usize },
}

const THREES: [Threat; 3] = [Threat::DoubleThree, Threat::ThreePlus, Threat::Three];

impl Search<'_> {
    /// The attacker is to move.
    pub fn view_attack(&mut self, position: &mut Position) -> Result<View, Aborted> {
        let attacker = position.to_move();
        if position.has_five(attacker) {
            return Ok(View::Won(1));
        }
        let limits = VcfLimits::exhaustive(self.limits.vcf_nodes);
        match self.vct.vcf.solve_until(position, limits, &self.interrupt) {
            Answer::Win(line) => return Ok(View::Won(line.len())),
            Answer::NoWin => {}
            Answer::Unknown => self.check()?,
        }
        if position.has_five(!attacker) {
            let answers = movegen::answers_to_fives(position, !attacker);
            return Ok(open(legal(position, &answers), 0));
        }
        let mut moves = threes(position);
        if let Danger::Fours { points, .. } = self.vct.vcf.danger(position, limits, &self.interrupt)
        {
            moves = moves.intersection(&points);
        }
        Ok(open(moves.union(&movegen::fours(position, attacker)), 0))
    }

    /// The defender is to move; the attacker has just played.
    pub fn view_defense(&mut self, position: &mut Position) -> Result<View, Aborted> {
        let defender = position.to_move();
        if position.has_five(defender) {
            return Ok(View::Lost);
        }
        if position.has_five(!defender) {
            let answers = movegen::answers_to_fives(position, !defender);
            let answers = legal(position, &answers);
            return Ok(if answers.is_empty() { View::Won(2) } else { open(answers, 0) });
        }
        let limits = VcfLimits::exhaustive(self.limits.vcf_nodes);
        let (points, plies) = match self.vct.vcf.danger(position, limits, &self.interrupt) {
            Danger::Fours { points, plies } => (points, plies),
            Danger::None => return Ok(View::Lost),
            Danger::Unknown => {
                self.check()?;
                self.vct.is_tainted = true;
                return Ok(View::Lost);
            }
        };
        if let Answer::Win(_) = self.vct.vcf.solve_until(position, limits, &self.interrupt) {
            return Ok(View::Lost);
        }
        let moves = legal(position, &points).union(&movegen::fours(position, defender));
        let otherwise = plies + 1;
        Ok(if moves.is_empty() { View::Won(otherwise) } else { View::Open { moves, otherwise } })
    }
}

fn open(moves: PointSet, otherwise: usize) -> View {
    if moves.is_empty() { View::Lost } else { View::Open { moves, otherwise } }
}

/// The points where the side to move makes an open three and nothing better.
fn threes(position: &mut Position) -> PointSet {
    let color = position.to_move();
    let mut set = PointSet::EMPTY;
    for threat in THREES {
        if position.count(color, threat) > 0 {
            set = set.union(position.points(color, threat));
        }
    }
    if position.count(color, Threat::Suspect) > 0 {
        let suspects = *position.points(color, Threat::Suspect);
        set = set.union(&legal(position, &suspects));
    }
    set
}

/// Those of the points that are empty and not forbidden to the side to move.
fn legal(position: &mut Position, points: &PointSet) -> PointSet {
    points
        .iter()
        .filter(|&point| position.is_empty(point) && !position.is_forbidden(point))
        .collect()
}
