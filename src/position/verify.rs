//! Recomputes everything from the stones and compares: the slow conscience of the fast updates.

use super::Position;
use crate::board::{Color, Direction, Point, PointSet, zobrist};
use crate::pattern::{Code, Threat};

impl Position {
    /// Says what differs from a recomputation, if anything does. For tests and `perft`.
    pub fn verify(&self) -> Result<(), String> {
        self.verify_key()?;
        for point in self.points.difference(&self.dead).iter() {
            self.verify_windows(point)?;
            self.verify_codes(point)?;
        }
        self.verify_threats()
    }

    fn verify_key(&self) -> Result<(), String> {
        let mut key = self.dead.iter().fold(0, |key, point| key ^ zobrist::dead(point));
        for color in Color::ALL {
            for point in self.stones(color).iter() {
                key ^= zobrist::stone(color, point);
            }
        }
        if self.to_move == Color::White {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        check(key == self.key, || "the key is not that of the stones".into())
    }

    fn verify_windows(&self, point: Point) -> Result<(), String> {
        let table = self.table.window();
        for direction in Direction::ALL {
            let room = [-1, 1].map(|side| self.room(point, direction, side));
            let mut window = table.empty(room[0], room[1]);
            for offset in -(room[0] as i32)..=room[1] as i32 {
                let there = point.step(direction, offset, self.size);
                for color in Color::ALL {
                    let stands = there.is_some_and(|there| self.stones(color).contains(there));
                    if offset != 0 && stands {
                        window += table.stone(color, offset);
                    }
                }
            }
            let kept = self.spots[point.index()].windows[direction.index()];
            check(kept == window, || format!("window at {point:?} {direction:?}"))?;
        }
        Ok(())
    }

    fn verify_codes(&self, point: Point) -> Result<(), String> {
        if !self.empties().contains(point) {
            let occupied = self.spots[point.index()].codes == [Code::OCCUPIED; 2];
            return check(occupied, || format!("code of the stone at {point:?}"));
        }
        let shapes = self.shapes_from_windows(point);
        check(self.spots[point.index()].shapes == shapes, || format!("shapes at {point:?}"))?;
        let codes = shapes.map(Code::of_packed);
        check(self.spots[point.index()].codes == codes, || format!("codes at {point:?}"))
    }

    fn verify_threats(&self) -> Result<(), String> {
        let empties = self.empties();
        for color in Color::ALL {
            for threat in Threat::ALL {
                let expected: PointSet =
                    empties.iter().filter(|&point| self.threat(color, point) == threat).collect();
                let kept = self.points(color, threat);
                check(*kept == expected, || format!("points of {color:?} {threat:?}"))?;
                let count = self.count(color, threat);
                check(count == expected.len(), || format!("count of {color:?} {threat:?}"))?;
            }
        }
        Ok(())
    }
}

fn check(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rng::Rng;
    use crate::rules::Rule;

    #[test]
    fn random_walks_stay_consistent_and_undo_restores() {
        let mut rng = Rng::new(7);
        for rule in Rule::ALL {
            for (width, height) in [(5, 5), (7, 12), (32, 5), (15, 15)] {
                let size = Size::new(width, height).unwrap();
                let dead = [Point::new(2, 3)].into_iter().collect();
                let mut position = Position::with_dead(size, rule, &dead);
                for _ in 0..120 {
                    let empties: Vec<Point> = position.empties().iter().collect();
                    match rng.choose(&empties) {
                        Some(&point) if rng.chance(3, 4) => position.play(point),
                        _ if rng.chance(1, 3) => position.pass(),
                        _ => position.undo(),
                    }
                    position.verify().unwrap();
                }
            }
        }
    }
}
