//! Victory by continuous fours: every own move threatens five, so the other side has almost no
//! choice, and depth is cheap.

use super::{Aborted, Answer, Cache};
use crate::board::{Color, Point, PointSet};
use crate::movegen;
use crate::pattern::Threat;
use crate::position::Position;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcfLimits {
    /// Fours to be played at most.
    pub nodes: u64,
    /// Fours that make nothing else besides (no three, no blocked three, no open two) to be
    /// allowed in one line; [`Cache::EXHAUSTIVE`] lifts the restriction.
    pub bare_fours: u8,
}

impl VcfLimits {
    /// No restriction but the number of nodes.
    pub const fn exhaustive(nodes: u64) -> VcfLimits {
        VcfLimits { nodes, bare_fours: Cache::EXHAUSTIVE - 1 }
    }
}

/// A four-solver; it keeps what it learned about positions between calls under the same rule.
pub struct Vcf {
    cache: Cache,
    nodes: u64,
    limit: u64,
    /// The winning line found last, from its end.
    line: Vec<Point>,
}

/// Whether the attacker wins here; the line then lies in [`Vcf::line`].
type Found = Result<bool, Aborted>;

impl Vcf {
    /// A solver with a cache of about this size.
    pub fn new(cache_bytes: usize) -> Vcf {
        Vcf { cache: Cache::new(cache_bytes), nodes: 0, limit: 0, line: Vec::new() }
    }

    /// The fours played since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// Looks for a win by fours for the side to move; the position comes back as it was.
    pub fn solve(&mut self, position: &mut Position, limits: VcfLimits) -> Answer {
        self.line.clear();
        self.limit = self.nodes.saturating_add(limits.nodes);
        match self.attack(position, limits.bare_fours) {
            Ok(true) => Answer::Win(self.line.iter().rev().copied().collect()),
            Ok(false) if limits.bare_fours >= Cache::EXHAUSTIVE - 1 => Answer::NoWin,
            Ok(false) => Answer::Unknown,
            Err(Aborted) => Answer::Unknown,
        }
    }

    fn attack(&mut self, position: &mut Position, bare_fours: u8) -> Found {
        let attacker = position.to_move();
        if let Some(five) = position.points(attacker, Threat::Five).first() {
            self.line.push(five);
            return Ok(true);
        }
        let must_answer = position.has_five(!attacker);
        if !must_answer && let Some(four) = position.points(attacker, Threat::OpenFour).first() {
            return self.finish(position, four);
        }
        if !position.has_four(attacker) {
            return Ok(false);
        }
        let effort = bare_fours + 1;
        if self.cache.is_hopeless(position.key(), effort) {
            return Ok(false);
        }
        let fours = movegen::fours(position, attacker);
        let fours = match must_answer {
            true => fours.intersection(&movegen::answers_to_fives(position, !attacker)),
            false => fours,
        };
        if self.try_fours(position, &fours, bare_fours)? {
            return Ok(true);
        }
        self.cache.note_hopeless(position.key(), effort);
        Ok(false)
    }

    /// Tries the fours of a set, the promising ones first.
    fn try_fours(&mut self, position: &mut Position, fours: &PointSet, bare_fours: u8) -> Found {
        let attacker = position.to_move();
        for class in [Threat::OpenFour, Threat::FourThree, Threat::Suspect, Threat::FourPlus] {
            if position.count(attacker, class) == 0 {
                continue;
            }
            for four in fours.intersection(position.points(attacker, class)).iter() {
                if self.try_four(position, four, bare_fours)? {
                    return Ok(true);
                }
            }
        }
        if bare_fours == 0 {
            return Ok(false);
        }
        let left = match bare_fours >= Cache::EXHAUSTIVE - 1 {
            true => bare_fours,
            false => bare_fours - 1,
        };
        for four in fours.intersection(position.points(attacker, Threat::Four)).iter() {
            if self.try_four(position, four, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn try_four(&mut self, position: &mut Position, four: Point, bare_fours: u8) -> Found {
        if self.nodes >= self.limit {
            return Err(Aborted);
        }
        self.nodes += 1;
        position.play(four);
        let found = self.defend(position, bare_fours);
        position.undo();
        if found? {
            self.line.push(four);
            return Ok(true);
        }
        Ok(false)
    }

    /// The other side is to answer a four: every answer must lose.
    fn defend(&mut self, position: &mut Position, bare_fours: u8) -> Found {
        let attacker = !position.to_move();
        if position.has_five(!attacker) {
            return Ok(false);
        }
        let answers = movegen::answers_to_fives(position, attacker);
        let mut longest: Option<Vec<Point>> = None;
        let start = self.line.len();
        for answer in answers.iter() {
            if position.is_forbidden(answer) {
                continue;
            }
            position.play(answer);
            let found = self.attack(position, bare_fours);
            position.undo();
            if !found? {
                self.line.truncate(start);
                return Ok(false);
            }
            self.line.push(answer);
            let line = self.line.split_off(start);
            if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
                longest = Some(line);
            }
        }
        match longest {
            Some(line) => self.line.extend(line),
            None => self.line_without_answer(position, attacker),
        }
        Ok(true)
    }

    /// No answer stops the five, so the other side may play anywhere; it plays into one five.
    fn line_without_answer(&mut self, position: &mut Position, attacker: Color) {
        let fives = *position.points(attacker, Threat::Five);
        let Some(five) = fives.iter().last() else { return };
        let elsewhere = fives.iter().chain(position.candidates().iter()).collect::<Vec<_>>();
        let spare =
            elsewhere.into_iter().find(|&point| point != five && !position.is_forbidden(point));
        self.line.push(five);
        self.line.extend(spare);
    }

    /// An open four wins: plays it out for the line.
    fn finish(&mut self, position: &mut Position, four: Point) -> Found {
        self.try_four(position, four, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rule;

    fn solve(rule: Rule, black: &[(usize, usize)], white: &[(usize, usize)]) -> Answer {
        let mut position = Position::new(Size::square(15).unwrap(), rule);
        for at in 0..black.len().max(white.len()) {
            for stones in [black, white] {
                match stones.get(at) {
                    Some(&(x, y)) => position.play(Point::new(x, y)),
                    None => position.pass(),
                }
            }
        }
        Vcf::new(1 << 16).solve(&mut position, VcfLimits::exhaustive(100_000))
    }

    #[test]
    fn a_four_and_a_three_through_one_point_win() {
        let black = [(7, 7), (8, 7), (9, 7), (6, 8), (6, 9)];
        let white = [(10, 7), (0, 0), (0, 14), (14, 0), (14, 14)];
        let Answer::Win(line) = solve(Rule::Freestyle, &black, &white) else { panic!("no win") };
        assert_eq!(line[0], Point::new(6, 7));
        assert_eq!(line[1], Point::new(5, 7));
        assert_eq!(line.len(), 5);
    }

    #[test]
    fn nothing_is_won_without_fours() {
        assert_eq!(solve(Rule::Freestyle, &[(7, 7), (8, 8)], &[(1, 1), (2, 1)]), Answer::NoWin);
    }

    #[test]
    fn a_five_of_the_defender_comes_first() {
        let black = [(7, 7), (8, 7), (9, 7), (6, 8), (6, 9)];
        let white = [(10, 7), (0, 0), (0, 1), (0, 2), (0, 3)];
        assert_eq!(solve(Rule::Freestyle, &black, &white), Answer::NoWin);
    }
}
