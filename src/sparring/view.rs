//! What every player asks of a situation, answered once per move.

use super::Situation;
use super::axis::Axis;
use crate::board::{Board, Color, Direction, Point, PointSet};
use crate::rng::Rng;
use crate::rules::forbidden;

/// A situation with its playable points worked out.
pub(super) struct View<'a> {
    pub situation: &'a Situation<'a>,
    /// Where the side to move may play: the empty points that are neither forbidden to it nor
    /// excluded. Where these are none, an excluded point is better than a foul.
    pub playable: PointSet,
    /// The points forbidden to whichever color has such points.
    forbidden: PointSet,
}

impl<'a> View<'a> {
    pub fn new(situation: &'a Situation<'a>) -> View<'a> {
        let board = situation.board;
        let empties: PointSet = board.empties().collect();
        let forbidden: PointSet = match Color::ALL.into_iter().find(|&c| situation.rule.forbids(c))
        {
            Some(_) => empties.iter().filter(|&point| forbidden(board, point).is_some()).collect(),
            None => PointSet::EMPTY,
        };
        let legal = if situation.rule.forbids(situation.color) {
            empties.difference(&forbidden)
        } else {
            empties
        };
        let playable = [legal.difference(&situation.excluded), legal]
            .into_iter()
            .find(|points| !points.is_empty())
            .unwrap_or(empties);
        View { situation, playable, forbidden }
    }

    pub fn board(&self) -> &'a Board {
        self.situation.board
    }

    /// The side to move.
    pub fn own(&self) -> Color {
        self.situation.color
    }

    /// Whether a stone of `color` on this empty point is a foul, so that it is worth nothing.
    pub fn is_forbidden(&self, point: Point, color: Color) -> bool {
        self.situation.rule.forbids(color) && self.forbidden.contains(point)
    }

    /// The four axes through a point as `color` sees them; `None` where it may not play.
    pub fn axes(&self, point: Point, color: Color) -> Option<[Axis; 4]> {
        let wanted = self.situation.rule.winning_row(color);
        (!self.is_forbidden(point, color)).then(|| {
            Direction::ALL.map(|direction| Axis::new(self.board(), point, direction, color, wanted))
        })
    }

    /// The playable points within `distance` of a stone, or all if there are none; the center on
    /// an empty board.
    pub fn near_stones(&self, distance: usize) -> PointSet {
        let near = near_stones(self.board(), distance).intersection(&self.playable);
        if near.is_empty() { self.playable } else { near }
    }
}

/// The points within `distance` of a stone, occupied ones included; the center where no stones are.
pub(super) fn near_stones(board: &Board, distance: usize) -> PointSet {
    let size = board.size();
    let stones = board.stones(Color::Black).union(board.stones(Color::White));
    if stones.is_empty() {
        return [size.center()].into_iter().collect();
    }
    let mut near = PointSet::EMPTY;
    for stone in &stones {
        let right = (stone.x() + distance).min(size.width() - 1);
        let columns = (stone.x().saturating_sub(distance)..=right).fold(0, |mask, x| mask | 1 << x);
        let bottom = (stone.y() + distance).min(size.height() - 1);
        for y in stone.y().saturating_sub(distance)..=bottom {
            near.insert_row(y, columns);
        }
    }
    near
}

/// The greatest value among the points, and one of the points that have it.
pub(super) fn best<V: Ord>(
    points: &PointSet,
    rng: &mut Rng,
    mut value: impl FnMut(Point) -> V,
) -> Option<(V, Point)> {
    let mut greatest: Option<V> = None;
    let mut equals = Vec::new();
    for point in points {
        let found = value(point);
        if greatest.as_ref().is_none_or(|greatest| found > *greatest) {
            equals.clear();
            greatest = Some(found);
        } else if greatest.as_ref() != Some(&found) {
            continue;
        }
        equals.push(point);
    }
    Some((greatest?, *rng.choose(&equals)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::sparring::tests::read;

    #[test]
    fn best_is_greatest_and_ties_reach_every_equal() {
        let points: PointSet = (0..9).map(|x| Point::new(x, 0)).collect();
        let mut rng = Rng::new(1);
        let mut seen = PointSet::EMPTY;
        for _ in 0..100 {
            let (value, point) = best(&points, &mut rng, |point| point.x() % 3).unwrap();
            assert_eq!(value, 2);
            seen.insert(point);
        }
        assert!(seen.iter().map(Point::x).eq([2, 5, 8]));
        assert_eq!(best(&PointSet::EMPTY, &mut rng, Point::x), None);
    }

    #[test]
    fn near_is_a_king_s_distance_and_stays_on_the_board() {
        let (board, _) = read(
            "x . . . . . .
             . . . . . . .
             . . . . . . .",
        );
        assert_eq!(near_stones(&board, 2).len(), 9);
        let empty = Board::new(board.size());
        assert!(near_stones(&empty, 2).iter().eq([board.size().center()]));
    }

    #[test]
    fn black_s_fouls_are_playable_only_for_white() {
        let (board, _) = read(
            ". . . . . . .
             . . . . . . .
             . . . x . . .
             . . . x . . .
             . x x . . . .
             . . . . . . .
             . . . . . . .",
        );
        let foul = Point::new(3, 4);
        for color in Color::ALL {
            let situation = Situation::new(&board, Rule::Renju, color);
            let view = View::new(&situation);
            assert_eq!(view.playable.contains(foul), color == Color::White);
            assert!(view.axes(foul, Color::Black).is_none());
            assert!(view.axes(foul, Color::White).is_some());
        }
    }
}
