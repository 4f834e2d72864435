//! The fast check for forbidden points, exact for nested cases too.
//!
//! The tables already know overlines and double-fours for certain; only double-threes need a look,
//! because a three is real only if its straight four can be made by a legal move.

use super::Position;
use crate::board::{Color, Direction, Point, PointSet};
use crate::pattern::{Shape, Threat};

impl Position {
    /// Whether the rule forbids the side to move to play on this empty point.
    #[inline]
    pub fn is_forbidden(&mut self, point: Point) -> bool {
        let color = self.to_move;
        match self.threat(color, point) {
            Threat::Forbidden => true,
            Threat::Suspect => self.is_double_three(point),
            _ => false,
        }
    }

    /// Whether the rule forbids `color` to play on this empty point, whoever is to move.
    pub fn is_forbidden_to(&mut self, color: Color, point: Point) -> bool {
        if self.to_move == color {
            return self.is_forbidden(point);
        }
        self.pass();
        let forbidden = self.is_forbidden(point);
        self.undo();
        forbidden
    }

    /// All points that are forbidden to the side to move.
    pub fn forbidden_points(&mut self) -> PointSet {
        let color = self.to_move;
        let suspects = *self.points(color, Threat::Suspect);
        let certain = *self.points(color, Threat::Forbidden);
        let real = suspects.iter().filter(|&point| self.is_double_three(point)).collect();
        certain.union(&real)
    }

    /// Whether at least two of the open threes that a stone here would make are real.
    fn is_double_three(&mut self, point: Point) -> bool {
        let color = self.to_move;
        let shapes = self.shapes(color, point);
        self.play(point);
        self.pass();
        let mut real = 0;
        for direction in Direction::ALL {
            if shapes[direction.index()].is_open_three() && self.is_real_three(point, direction) {
                real += 1;
                if real == 2 {
                    break;
                }
            }
        }
        self.undo();
        self.undo();
        real == 2
    }

    /// Whether the row through the stone on `point` becomes a straight four by a legal move that
    /// makes no five; the move can only be next to the row.
    fn is_real_three(&mut self, point: Point, direction: Direction) -> bool {
        let color = self.to_move;
        [-1, 1].into_iter().any(|side| {
            let Some(next) = self.end_of_row(point, direction, side) else { return false };
            self.shapes(color, next)[direction.index()] == Shape::OpenFour
                && self.threat(color, next) != Threat::Five
                && !self.is_forbidden(next)
        })
    }

    /// The empty point at one end of the unbroken row of the side to move through `point`.
    fn end_of_row(&self, point: Point, direction: Direction, side: i32) -> Option<Point> {
        let own = self.stones(self.to_move);
        let beyond = (1..)
            .map(|steps| point.step(direction, side * steps, self.size))
            .find(|there| there.is_none_or(|there| !own.contains(there)))??;
        self.is_empty(beyond).then_some(beyond)
    }
}
