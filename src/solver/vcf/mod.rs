//! Victory by continuous fours: every own move threatens five, so the other side has almost no
//! choice, and depth is cheap.

mod rank;
mod search;
mod zone;

use super::cache::Cache;
use super::lines::Lines;
use super::{Aborted, Answer, Interrupt};
use crate::board::{Point, PointSet};
use crate::position::Position;
use rank::Ranked;
use search::{Cost, Search};
use std::mem;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcfLimits {
    /// Fours to be played at most.
    pub nodes: u64,
    /// Fours that lead to no further row of three to be allowed in one line; [`VcfLimits::ANY`]
    /// lifts the restriction.
    pub bare_fours: u8,
}

impl VcfLimits {
    /// As many bare fours as there can be.
    pub const ANY: u8 = Cache::EXHAUSTIVE;

    /// No restriction but the number of nodes.
    pub const fn exhaustive(nodes: u64) -> VcfLimits {
        VcfLimits { nodes, bare_fours: VcfLimits::ANY }
    }
}

/// What the side to move would have to fear if it did nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Danger {
    /// The other side would win by fours, within this many plies from its first. Only a move to
    /// one of these points can prevent it, or a four.
    Fours { points: PointSet, plies: usize },
    /// No win by fours threatens.
    None,
    /// A limit was reached first.
    Unknown,
}

/// Bounds on bare fours that an unrestricted search tries first: most wins are found within, and
/// the search is much smaller.
const FIRST_BOUNDS: [u8; 2] = [0, 2];
/// Memory for the search for shorter wins, in bytes.
const SHORT_CACHE_BYTES: usize = 1 << 20;

/// A four-solver; it keeps what it learned about positions between calls on boards of one kind.
pub struct Vcf {
    cache: Cache,
    lines: Option<Box<Lines>>,
    nodes: u64,
    /// The winning line found last, from its end.
    line: Vec<Point>,
    /// The fours to be tried at all open nodes, one node's after the other's.
    fours: Vec<Ranked>,
    /// The points played from the root to the open node.
    path: Vec<Point>,
}

impl Vcf {
    /// A solver with a cache of about this size.
    ///
    /// The cache is what keeps many independent fours from being tried in every order: a megabyte
    /// does for nearly all positions, and a limit of nodes is wise for the others.
    pub fn new(cache_bytes: usize) -> Vcf {
        Vcf {
            cache: Cache::new(cache_bytes),
            lines: None,
            nodes: 0,
            line: Vec::new(),
            fours: Vec::new(),
            path: Vec::new(),
        }
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
    ///
    /// Cheap enough for every leaf of a search: without a four on the board nothing is done, and
    /// nothing is allocated unless a win is found.
    #[inline]
    pub fn solve(&mut self, position: &mut Position, limits: VcfLimits) -> Answer {
        self.solve_until(position, limits, &Interrupt::NEVER)
    }

    /// The same, until interrupted.
    pub fn solve_until(
        &mut self,
        position: &mut Position,
        limits: VcfLimits,
        interrupt: &Interrupt,
    ) -> Answer {
        if !position.has_four(position.to_move()) {
            return Answer::NoWin;
        }
        let mut search = Search::new(self, position, limits.nodes, interrupt);
        let found = if limits.bare_fours == VcfLimits::ANY {
            search.deepen(&FIRST_BOUNDS)
        } else {
            search.root(limits.bare_fours)
        };
        search.end();
        match found {
            Ok(true) => Answer::Win(self.line.iter().rev().copied().collect()),
            Ok(false) if limits.bare_fours == VcfLimits::ANY => Answer::NoWin,
            Ok(false) | Err(Aborted) => Answer::Unknown,
        }
    }

    /// A win with the fewest fours, or one as short as could be found within the limits.
    pub fn solve_shortest(
        &mut self,
        position: &mut Position,
        limits: VcfLimits,
        interrupt: &Interrupt,
    ) -> Answer {
        let end = self.nodes.saturating_add(limits.nodes);
        let mut answer = self.solve_until(position, limits, interrupt);
        let Answer::Win(line) = &mut answer else { return answer };
        // Efforts count other fours here, so this is not to be mixed with what is known.
        let known = mem::replace(&mut self.cache, Cache::new(SHORT_CACHE_BYTES));
        let nodes = end.saturating_sub(self.nodes);
        let mut search = Search::new(self, position, nodes, interrupt);
        search.cost = Cost::AnyFour;
        for fours in 0..line.len() / 2 {
            match search.root(fours as u8) {
                Ok(true) => {
                    *line = search.line();
                    break;
                }
                Ok(false) => {}
                Err(Aborted) => break,
            }
        }
        search.end();
        self.cache = known;
        answer
    }

    /// What threatens the side to move, should it do nothing.
    pub fn danger(
        &mut self,
        position: &mut Position,
        limits: VcfLimits,
        interrupt: &Interrupt,
    ) -> Danger {
        if !position.has_four(!position.to_move()) {
            return Danger::None;
        }
        position.pass();
        let mut search = Search::new(self, position, limits.nodes, interrupt);
        search.zone = Some(PointSet::EMPTY);
        let found = search.deepen(&FIRST_BOUNDS);
        let points = search.zone.unwrap_or_default();
        search.end();
        position.undo();
        match found {
            Ok(true) => Danger::Fours { points, plies: self.line.len() },
            Ok(false) => Danger::None,
            Err(Aborted) => Danger::Unknown,
        }
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
