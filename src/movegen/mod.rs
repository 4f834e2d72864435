//! Which moves matter: those that make fours, and those that answer threats. Sets, no ordering.
//!
//! Does not judge: a set here is complete for its purpose, and which member is best is for others.

use crate::board::{Color, Direction, Point, PointSet};
use crate::pattern::{Shape, Threat};
use crate::position::Position;

/// Threats whose stone threatens five at once, strongest first.
const FOURS: [Threat; 4] = [Threat::OpenFour, Threat::FourThree, Threat::FourPlus, Threat::Four];

/// The empty points where `color` would make a four or an open four; five is not among them, nor
/// is any point that is forbidden to the color.
pub fn fours(position: &mut Position, color: Color) -> PointSet {
    let mut set = PointSet::EMPTY;
    for threat in FOURS {
        if position.count(color, threat) > 0 {
            set = set.union(position.points(color, threat));
        }
    }
    if position.count(color, Threat::Suspect) > 0 {
        let suspects = *position.points(color, Threat::Suspect);
        for point in suspects.iter() {
            let is_four = position.shapes(color, point).iter().any(|shape| shape.is_four());
            if is_four && !position.is_forbidden_to(color, point) {
                set.insert(point);
            }
        }
    }
    set
}

/// The points where the other side stops *every* five that `attacker` threatens now: an empty set
/// means that `attacker` wins. Forbidden points are not removed.
pub fn answers_to_fives(position: &Position, attacker: Color) -> PointSet {
    common_answers(position, attacker, Threat::Five)
}

/// The points where the other side stops every open four (or better) that `attacker` can make next.
///
/// Complete but for counter-fours: a move that is neither here nor makes a four loses.
pub fn answers_to_open_fours(position: &Position, attacker: Color) -> PointSet {
    common_answers(position, attacker, Threat::OpenFour)
}

fn common_answers(position: &Position, attacker: Color, threat: Threat) -> PointSet {
    position
        .points(attacker, threat)
        .iter()
        .map(|point| answers(position, attacker, point, threat))
        .reduce(|common, more| common.intersection(&more))
        .unwrap_or_default()
}

/// The points where a stone of the other side leaves `attacker` with less than `threat` on `point`:
/// the point itself, and those whose stone weakens a line through it.
pub fn answers(position: &Position, attacker: Color, point: Point, threat: Threat) -> PointSet {
    let mut set: PointSet = [point].into_iter().collect();
    let shapes = position.shapes(attacker, point);
    for direction in Direction::ALL {
        if shapes[direction.index()] < Shape::Four {
            continue;
        }
        for (offset, there) in position.line(point, direction) {
            if position.is_empty(there)
                && position.threat_with(attacker, point, direction, offset, !attacker) < threat
            {
                set.insert(there);
            }
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rule;

    fn position(rule: Rule, black: &[(usize, usize)], white: &[(usize, usize)]) -> Position {
        let mut position = Position::new(Size::square(15).unwrap(), rule);
        for at in 0..black.len().max(white.len()) {
            for stones in [black, white] {
                match stones.get(at) {
                    Some(&(x, y)) => position.play(Point::new(x, y)),
                    None => position.pass(),
                }
            }
        }
        position
    }

    fn set(points: &[(usize, usize)]) -> PointSet {
        points.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn an_open_three_has_its_ends_and_far_ends_as_answers() {
        let split = position(Rule::Freestyle, &[(5, 7), (6, 7), (8, 7)], &[]);
        let answers = answers_to_open_fours(&split, Color::Black);
        assert_eq!(answers, set(&[(4, 7), (7, 7), (9, 7)]));
        let walled = position(Rule::Freestyle, &[(2, 7), (3, 7), (4, 7)], &[(0, 7)]);
        let answers = answers_to_open_fours(&walled, Color::Black);
        assert_eq!(answers, set(&[(1, 7), (5, 7), (6, 7)]));
    }

    #[test]
    fn a_four_has_one_answer_where_ends_do_not_matter() {
        let four = position(Rule::Freestyle, &[(5, 7), (6, 7), (7, 7), (8, 7)], &[(4, 7)]);
        assert_eq!(answers_to_fives(&four, Color::Black), set(&[(9, 7)]));
        let open = position(Rule::Freestyle, &[(5, 7), (6, 7), (7, 7), (8, 7)], &[]);
        assert!(answers_to_fives(&open, Color::Black).is_empty());
    }

    #[test]
    fn in_caro_a_four_may_be_shut_from_behind() {
        let four = position(Rule::Caro, &[(5, 7), (6, 7), (7, 7), (8, 7)], &[(4, 7)]);
        assert_eq!(answers_to_fives(&four, Color::Black), set(&[(9, 7), (10, 7)]));
        let open = position(Rule::Caro, &[(5, 7), (6, 7), (7, 7), (8, 7)], &[(10, 7)]);
        assert_eq!(answers_to_fives(&open, Color::Black), set(&[(4, 7)]));
    }
}
