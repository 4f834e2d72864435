//! What threats decide or narrow before any search.

use super::worker::Worker;
use crate::board::PointSet;
use crate::movegen;
use crate::pattern::Threat;
use crate::position::Position;
use crate::score::Score;

/// Why only some moves need to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The other side threatens five.
    AnswerFive,
    /// The other side threatens an open four or two fours.
    AnswerOpenFour,
    /// Nothing presses.
    Free,
}

impl Need {
    /// The score, `ply` plies from the root, of having no move that meets the need.
    pub fn unmet(self, ply: u32) -> Option<Score> {
        match self {
            Need::AnswerFive => Some(Score::loss_in(ply + 2)),
            Need::AnswerOpenFour => Some(Score::loss_in(ply + 4)),
            Need::Free => None,
        }
    }
}

/// The moves that can be worth a look, with the reason; every other move loses at once. Forbidden
/// points are not removed. An empty set under [`Need::Free`] is a full board.
pub fn worthwhile(position: &mut Position) -> (PointSet, Need) {
    let (own, other) = (position.to_move(), !position.to_move());
    if position.has_five(other) {
        return (movegen::answers_to_fives(position, other), Need::AnswerFive);
    }
    if position.count(other, Threat::OpenFour) > 0 {
        let answers = movegen::answers_to_open_fours(position, other);
        return (answers.union(&movegen::fours(position, own)), Need::AnswerOpenFour);
    }
    (position.candidates(), Need::Free)
}

impl Worker<'_> {
    /// The score where the threats on the board decide the game, `ply` plies from the root.
    ///
    /// An own five wins now and an own open four in three plies. A four-and-three or a double
    /// three wins in five where the other side can make no four in between and where no three can
    /// be a fake.
    #[inline]
    pub fn decided(&mut self, ply: u32) -> Option<Score> {
        let position = &self.position;
        let (own, other) = (position.to_move(), !position.to_move());
        if let Some(five) = position.points(own, Threat::Five).first() {
            self.levels[ply as usize].line.push(five);
            return Some(Score::win_in(ply + 1));
        }
        if position.has_five(other) {
            return None;
        }
        if let Some(four) = position.points(own, Threat::OpenFour).first() {
            self.levels[ply as usize].line.push(four);
            return Some(Score::win_in(ply + 3));
        }
        if position.table().is_plain(own) && !position.has_four(other) {
            let fork = [Threat::FourThree, Threat::DoubleThree]
                .into_iter()
                .find_map(|threat| position.points(own, threat).first())?;
            self.levels[ply as usize].line.push(fork);
            return Some(Score::win_in(ply + 5));
        }
        None
    }
}
