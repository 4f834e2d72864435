//! Playing and undoing: the four lines through a point, forth and back.

use super::{Change, Frame, Position};
use crate::board::{Color, Direction, Point, zobrist};
use crate::cpu::for_each_cpu;
use crate::pattern::{Code, Window};

for_each_cpu! {
    fn play(position: &mut Position, point: Point) {
        position.place(point);
    }
    fn undo(position: &mut Position) {
        position.take_back();
    }
}

impl Position {
    /// Plays a stone of the side to move on an empty point.
    #[inline]
    pub fn play(&mut self, point: Point) {
        play(self, point);
    }

    #[inline(always)]
    fn place(&mut self, point: Point) {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        let color = self.to_move;
        self.frames.push(Frame {
            point: Some(point),
            changes: self.changes.len(),
            candidates: self.candidates_after(point),
        });
        self.vacate(point);
        self.stones[color.index()].insert(point);
        self.key = self.key_after(point);
        self.to_move = !color;
        self.each_neighbor::<true>(point, color);
    }

    /// Lets the side to move do nothing.
    pub fn pass(&mut self) {
        let candidates = self.frames.last().map(|frame| frame.candidates).unwrap_or_default();
        self.frames.push(Frame { point: None, changes: self.changes.len(), candidates });
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.to_move = !self.to_move;
    }

    /// Takes the last play or pass back, if there is one.
    #[inline]
    pub fn undo(&mut self) {
        undo(self);
    }

    #[inline(always)]
    fn take_back(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.to_move = !self.to_move;
        let color = self.to_move;
        let Some(point) = frame.point else {
            self.key ^= zobrist::WHITE_TO_MOVE;
            return;
        };
        self.key = self.key_after(point);
        self.stones[color.index()].remove(point);
        self.each_neighbor::<false>(point, color);
        while self.changes.len() > frame.changes {
            if let Some(change) = self.changes.pop() {
                self.revert(&change);
            }
        }
    }

    /// Computes rooms, windows, shapes and codes of the board without stones.
    pub(super) fn set_up(&mut self) {
        for point in self.size.points() {
            for direction in Direction::ALL {
                let room = [-1, 1].map(|side| self.room(point, direction, side));
                self.spots[point.index()].rooms[direction.index()] = room.map(|steps| steps as u8);
                let window = self.table.window().empty(room[0], room[1]);
                self.spots[point.index()].windows[direction.index()] = window;
            }
        }
        for point in self.empties().iter() {
            let shapes = self.shapes_from_windows(point);
            self.spots[point.index()].shapes = shapes;
            self.spots[point.index()].codes = shapes.map(Code::of_packed);
            for color in Color::ALL {
                let threat = self.threat(color, point);
                self.threats[color.index()][threat.index()].insert(point);
                self.counts[color.index()][threat.index()] += 1;
            }
        }
    }

    /// How many steps are free of walls and dead stones, at most the reach.
    pub(super) fn room(&self, point: Point, direction: Direction, side: i32) -> usize {
        let is_open = |&steps: &usize| {
            let there = point.step(direction, side * steps as i32, self.size);
            there.is_some_and(|there| !self.dead.contains(there))
        };
        (1..=self.table.window().reach()).take_while(is_open).count()
    }

    pub(super) fn shapes_from_windows(&self, point: Point) -> [u16; 2] {
        let mut packed = [0; 2];
        for direction in Direction::ALL {
            let window = self.spots[point.index()].windows[direction.index()];
            let shapes = self.table.shapes(window);
            for color in Color::ALL {
                packed[color.index()] |= shapes.nibble(color) << (4 * direction.index());
            }
        }
        packed
    }

    /// Adds (or takes away) a stone in the windows of all points that see `point`; when adding,
    /// their shapes follow, and the changes are noted.
    #[inline(always)]
    fn each_neighbor<const PLAYED: bool>(&mut self, point: Point, color: Color) {
        let window = self.table.window();
        let rooms = self.spots[point.index()].rooms;
        for direction in Direction::ALL {
            let [back, forth] = rooms[direction.index()];
            let stride = direction.stride();
            for steps in 1..=i32::from(back).min(Window::MAX_REACH as i32) {
                let there = point.index() as isize - steps as isize * stride;
                let weight = window.stone(color, steps);
                self.shift::<PLAYED>(Point::from_index(there as usize), direction, weight);
            }
            for steps in 1..=i32::from(forth).min(Window::MAX_REACH as i32) {
                let there = point.index() as isize + steps as isize * stride;
                let weight = window.stone(color, -steps);
                self.shift::<PLAYED>(Point::from_index(there as usize), direction, weight);
            }
        }
    }

    #[inline(always)]
    fn shift<const PLAYED: bool>(&mut self, point: Point, direction: Direction, weight: u32) {
        let window = &mut self.spots[point.index()].windows[direction.index()];
        if !PLAYED {
            *window -= weight;
            return;
        }
        *window += weight;
        let window = *window;
        if self.is_empty(point) {
            self.refresh(point, direction, window);
        }
    }

    /// Brings shapes, code and threats of an empty point up to date with one changed window.
    #[inline(always)]
    fn refresh(&mut self, point: Point, direction: Direction, window: u32) {
        let now = self.table.shapes(window);
        let shift = 4 * direction.index();
        let old_shapes = self.spots[point.index()].shapes;
        let shapes = Color::ALL
            .map(|color| old_shapes[color.index()] & !(15 << shift) | now.nibble(color) << shift);
        if shapes == old_shapes {
            return;
        }
        let old = self.spots[point.index()].codes;
        let new = shapes.map(Code::of_packed);
        self.spots[point.index()].shapes = shapes;
        self.changes.push(Change { point, old, new, old_shapes });
        self.exchange(point, old, new);
    }

    /// Notes that no stone can be played on `point` any more.
    #[inline(always)]
    fn vacate(&mut self, point: Point) {
        let old = self.spots[point.index()].codes;
        let new = [Code::OCCUPIED; 2];
        let old_shapes = self.spots[point.index()].shapes;
        self.changes.push(Change { point, old, new, old_shapes });
        self.spots[point.index()].codes = new;
        for color in Color::ALL {
            let threat = self.table.threat(color, old[color.index()]);
            self.leave(color, threat.index(), point);
        }
    }

    #[inline(always)]
    fn revert(&mut self, change: &Change) {
        let point = change.point;
        self.spots[point.index()].shapes = change.old_shapes;
        if change.new[0] != Code::OCCUPIED {
            self.exchange(point, change.new, change.old);
            return;
        }
        self.spots[point.index()].codes = change.old;
        for color in Color::ALL {
            let threat = self.table.threat(color, change.old[color.index()]);
            self.enter(color, threat.index(), point);
        }
    }

    /// Replaces the codes of an empty point.
    #[inline(always)]
    fn exchange(&mut self, point: Point, old: [Code; 2], new: [Code; 2]) {
        self.spots[point.index()].codes = new;
        for color in Color::ALL {
            let before = self.table.threat(color, old[color.index()]);
            let after = self.table.threat(color, new[color.index()]);
            if before != after {
                self.leave(color, before.index(), point);
                self.enter(color, after.index(), point);
            }
        }
    }

    #[inline(always)]
    fn enter(&mut self, color: Color, threat: usize, point: Point) {
        self.threats[color.index()][threat].insert(point);
        self.counts[color.index()][threat] += 1;
    }

    #[inline(always)]
    fn leave(&mut self, color: Color, threat: usize, point: Point) {
        self.threats[color.index()][threat].remove(point);
        self.counts[color.index()][threat] -= 1;
    }
}
