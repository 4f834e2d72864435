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

/// The moves that can be worth a look, with the reason. Under a need every other move loses at
/// once; where nothing presses these are the points near the stones. Forbidden points are not
/// removed. An empty set under [`Need::Free`] is a full board.
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
    /// three wins in five where the other side can make no four in between, a forbidden one that
    /// the fork might make legal included, and where no three can be a fake.
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
        let is_pressed = position.has_four(other) || position.count(other, Threat::Forbidden) > 0;
        if position.table().is_plain(own) && !is_pressed {
            let fork = [Threat::FourThree, Threat::DoubleThree]
                .into_iter()
                .find_map(|threat| position.points(own, threat).first())?;
            self.levels[ply as usize].line.push(fork);
            return Some(Score::win_in(ply + 5));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Diagram;
    use crate::board::{Color, Point, Size};
    use crate::clock::{Limits, StopSignal};
    use crate::rng::Rng;
    use crate::rules::Rule;
    use crate::search::tt::Table;
    use crate::search::{Found, Searcher, Task};
    use crate::solver::{Answer, Interrupt, Vcf, VcfLimits};

    fn search(searcher: &Searcher, position: &Position, nodes: u64) -> Found {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let position = position.clone();
        let task = Task { position, limits, multi: 1, excluded: PointSet::EMPTY };
        searcher.search(&task, &StopSignal::default(), &())
    }

    /// Stones of random colors, close together, so that there are many forks and forbidden points.
    fn crowd(rng: &mut Rng, rule: Rule) -> Position {
        let mut position = Position::new(Size::new(10, 9).unwrap(), rule);
        for _ in 0..18 + rng.below(16) {
            let empties: Vec<Point> = position.empties().iter().collect();
            let point = empties[rng.below(empties.len())];
            if rng.chance(1, 3) {
                position.pass();
            }
            if !position.is_forbidden(point) {
                position.play(point);
            }
        }
        position
    }

    #[test]
    fn a_win_in_five_without_search_wins_against_every_reply() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let (mut rng, mut forks) = (Rng::new(3), 0);
            let (searcher, mut vcf) = (Searcher::new(Table::MIN_BYTES, 1), Vcf::new(1 << 16));
            for _ in 0..5_000 {
                let mut position = crowd(&mut rng, rule);
                if position.has_five(!position.to_move()) {
                    continue;
                }
                let found = search(&searcher, &position, 16);
                let best = &found.lines[0];
                if best.score != Score::win_in(5) {
                    continue;
                }
                forks += 1;
                position.play(best.moves[0]);
                for reply in position.empties().iter() {
                    if position.is_forbidden(reply) {
                        continue;
                    }
                    position.play(reply);
                    let limits = VcfLimits::exhaustive(1_000);
                    let answer = vcf.solve_shortest(&mut position, limits, &Interrupt::NEVER);
                    assert!(
                        matches!(answer, Answer::Win(line) if line.len() <= 3),
                        "{rule}: {reply}"
                    );
                    position.undo();
                }
            }
            assert!(forks > 50, "{rule}: {forks}");
        }
    }

    /// The fork on `1` takes one end of a double-four from black, whose only answer to it is then a
    /// four.
    #[test]
    fn a_forbidden_four_that_becomes_legal_answers_a_fork() {
        let diagram: Diagram = "
            . . . . . . . . . . . .
            . . . . . . . o . . . .
            . . o . . . o . . . x .
            . . . o # . # . # x . .
            . . . # 1 x x x . # . .
            . . . . x . . . x . . .
            . . . # x . . . x # . .
            . . . . x . . . x # . .
            . . . # . x x x . # . .
            . . . . # . # . # . . .
            . . . . . . . . . . . .
            . . . . . . . . . . . ."
            .parse()
            .unwrap();
        let board = &diagram.board;
        let mut position = Position::with_dead(board.size(), Rule::Renju, board.dead());
        for color in Color::ALL {
            for point in board.stones(color) {
                if position.to_move() != color {
                    position.pass();
                }
                position.play(point);
            }
        }
        assert_eq!(position.to_move(), Color::Black);
        position.pass();
        let fork: Point = diagram.marks[0].0;
        let found = search(&Searcher::new(1 << 20, 1), &position, 5_000);
        assert_ne!(found.lines[0].moves[0], fork, "{found:?}");

        position.play(fork);
        let refuted = Vcf::new(1 << 16).solve(&mut position, VcfLimits::exhaustive(1_000));
        assert!(matches!(refuted, Answer::Win(_)));
    }
}
