//! Reading a found win out of the table.

use super::moves::View;
use super::search::{Role, Search};
use crate::board::{Point, PointSet};
use crate::position::Position;
use crate::solver::{Aborted, Answer, Interrupt, VcfLimits};

/// A win of the side to move against every defense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It wins by fours.
    Fours,
    /// It plays this point, and has proofs for these answers. Whatever else is answered, it wins
    /// by fours.
    Play { point: Point, answers: Vec<(Point, Proof)> },
}

impl Proof {
    /// The number of attacker's moves that are listed.
    pub fn size(&self) -> usize {
        match self {
            Proof::Fours => 1,
            Proof::Play { answers, .. } => {
                1 + answers.iter().map(|(_, proof)| proof.size()).sum::<usize>()
            }
        }
    }
}

impl Search<'_> {
    /// The winning line with the longest resistance.
    pub fn line(&mut self, position: &mut Position) -> Result<Vec<Point>, Aborted> {
        let start = position.ply();
        let line = self.extend_line(position);
        while position.ply() > start {
            position.undo();
        }
        line
    }

    /// The whole proof.
    pub fn tree(&mut self, position: &mut Position) -> Result<Proof, Aborted> {
        let View::Open { moves, .. } = self.view(position, Role::Attacker)? else {
            return Ok(Proof::Fours);
        };
        let point = self.winning_move(position, &moves)?;
        position.play(point);
        let answers = self.trees_after(position);
        position.undo();
        Ok(Proof::Play { point, answers: answers? })
    }

    fn trees_after(&mut self, position: &mut Position) -> Result<Vec<(Point, Proof)>, Aborted> {
        let View::Open { moves, .. } = self.view(position, Role::Defender)? else {
            return Ok(Vec::new());
        };
        let mut answers = Vec::new();
        for answer in moves.iter() {
            position.play(answer);
            let proof = match self.settle(position, Role::Attacker) {
                Ok(_) => self.tree(position),
                Err(Aborted) => Err(Aborted),
            };
            position.undo();
            answers.push((answer, proof?));
        }
        Ok(answers)
    }

    /// Plays the line out on the position.
    fn extend_line(&mut self, position: &mut Position) -> Result<Vec<Point>, Aborted> {
        let mut line = Vec::new();
        loop {
            let View::Open { moves, .. } = self.view(position, Role::Attacker)? else {
                line.extend(self.fours(position)?);
                return Ok(line);
            };
            let point = self.winning_move(position, &moves)?;
            line.push(point);
            position.play(point);
            let answer = self.longest_answer(position)?;
            line.push(answer);
            position.play(answer);
        }
    }

    fn fours(&mut self, position: &mut Position) -> Result<Vec<Point>, Aborted> {
        let limits = VcfLimits::exhaustive(self.limits.vcf_nodes);
        match self.vct.vcf.solve_until(position, limits, &Interrupt::NEVER) {
            Answer::Win(line) => Ok(line),
            Answer::NoWin | Answer::Unknown => Err(Aborted),
        }
    }

    /// The attacker's move with the shortest known win; he has one.
    fn winning_move(
        &mut self,
        position: &mut Position,
        moves: &PointSet,
    ) -> Result<Point, Aborted> {
        if let Some(point) = self.known_win(position, moves) {
            return Ok(point);
        }
        // The table has forgotten it; a new search finds one again.
        self.decide(position, Role::Attacker)?;
        self.known_win(position, moves).ok_or(Aborted)
    }

    fn known_win(&self, position: &Position, moves: &PointSet) -> Option<Point> {
        let plies = |point| {
            let key = Role::Defender.key(position.key_after(point));
            let numbers = self.vct.table.get(key).filter(|numbers| numbers.delta == 0)?;
            Some((numbers.plies, point))
        };
        moves.iter().filter_map(plies).min().map(|(_, point)| point)
    }

    /// The defender's legal move that holds out longest.
    fn longest_answer(&mut self, position: &mut Position) -> Result<Point, Aborted> {
        let moves = match self.view(position, Role::Defender)? {
            View::Open { moves, .. } => moves,
            View::Won(_) | View::Lost => PointSet::EMPTY,
        };
        let mut longest = None;
        for answer in moves.iter() {
            position.play(answer);
            let numbers = self.settle(position, Role::Attacker);
            position.undo();
            let plies = numbers?.plies;
            if longest.is_none_or(|(most, _)| plies > most) {
                longest = Some((plies, answer));
            }
        }
        if let Some((_, answer)) = longest {
            return Ok(answer);
        }
        let elsewhere =
            position.candidates().iter().chain(position.empties().iter()).collect::<Vec<_>>();
        elsewhere.into_iter().find(|&point| !position.is_forbidden(point)).ok_or(Aborted)
    }
}
