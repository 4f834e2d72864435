//! A position under a rule, with everything that patterns tell about it kept up to date.
//!
//! Plays and undoes in a few hundred nanoseconds and publishes what each play changed
//! ([`Position::changes`]), so that whoever sums weights over the codes of the points can follow.
//! Does not know weights, values or search.

mod candidates;
mod forbidden;
mod update;
mod verify;

use crate::board::{Color, Direction, Point, PointSet, Size, zobrist};
use crate::pattern::{Code, PatternTable, Shape, Threat};
use crate::rules::Rule;

/// How one play changed what a point means to both colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    pub point: Point,
    pub old: [Code; 2],
    pub new: [Code; 2],
    old_shapes: [u16; 2],
}

/// Stones on a board, whose turn it is, and the patterns around every empty point.
///
/// Invariants (checked by [`Position::verify`]): for every empty point and color, the window keys,
/// shapes, code and threat sets are what the stones imply; occupied points are in no threat set.
#[derive(Clone)]
pub struct Position {
    table: &'static PatternTable,
    size: Size,
    to_move: Color,
    key: u64,
    stones: [PointSet; 2],
    dead: PointSet,
    points: PointSet,
    spots: [Spot; Point::COUNT],
    threats: [[PointSet; Threat::COUNT]; 2],
    counts: [[u16; Threat::COUNT]; 2],
    frames: Vec<Frame>,
    changes: Vec<Change>,
}

/// What is kept about a point.
#[derive(Clone, Copy)]
struct Spot {
    /// The number of the window in each direction.
    windows: [u32; 4],
    /// The shapes of four directions as nibbles, per color.
    shapes: [u16; 2],
    codes: [Code; 2],
    /// Steps to the next wall in each direction, at most the reach, back then forth.
    rooms: [[u8; 2]; 4],
}

impl Spot {
    /// Outside the board.
    const OFF: Spot =
        Spot { windows: [0; 4], shapes: [0; 2], codes: [Code::OCCUPIED; 2], rooms: [[0; 2]; 4] };
}

/// What undo needs to know about a play.
#[derive(Clone, Copy)]
struct Frame {
    /// `None` for a pass.
    point: Option<Point>,
    /// Where the changes of this play begin.
    changes: usize,
    /// Candidates after this play, occupied points not removed.
    candidates: PointSet,
}

impl Position {
    /// The empty board; black to move.
    pub fn new(size: Size, rule: Rule) -> Position {
        Position::with_dead(size, rule, &PointSet::EMPTY)
    }

    /// A board with only dead stones, which block both sides like the edge does.
    pub fn with_dead(size: Size, rule: Rule, dead: &PointSet) -> Position {
        let mut position = Position {
            table: PatternTable::of(rule),
            size,
            to_move: Color::Black,
            key: dead.iter().fold(0, |key, point| key ^ zobrist::dead(point)),
            stones: [PointSet::EMPTY; 2],
            dead: *dead,
            points: size.points().collect(),
            spots: [Spot::OFF; Point::COUNT],
            threats: [[PointSet::EMPTY; Threat::COUNT]; 2],
            counts: [[0; Threat::COUNT]; 2],
            frames: Vec::with_capacity(size.area() + 64),
            changes: Vec::with_capacity(40 * size.area()),
        };
        position.set_up();
        position
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn rule(&self) -> Rule {
        self.table.rule()
    }

    pub fn table(&self) -> &'static PatternTable {
        self.table
    }

    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// A hash of stones and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a stone of the side to move on `point`.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE
    }

    /// How many plays and passes led here.
    #[inline]
    pub fn ply(&self) -> usize {
        self.frames.len()
    }

    /// How many stones have been played; dead ones do not count.
    pub fn stone_count(&self) -> usize {
        self.stones.iter().map(PointSet::len).sum()
    }

    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    pub fn dead(&self) -> &PointSet {
        &self.dead
    }

    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.spots[point.index()].codes[0] != Code::OCCUPIED
    }

    /// Whether no stone can be played any more.
    pub fn is_full(&self) -> bool {
        self.empties().is_empty()
    }

    pub fn empties(&self) -> PointSet {
        let occupied = self.stones[0].union(&self.stones[1]).union(&self.dead);
        self.points.difference(&occupied)
    }

    /// The point played `back` plies ago (0 is the last one); `None` for a pass or before the
    /// start.
    #[inline]
    pub fn played(&self, back: usize) -> Option<Point> {
        let at = self.frames.len().checked_sub(back + 1)?;
        self.frames[at].point
    }

    /// The points played so far, oldest first, without passes.
    pub fn moves(&self) -> impl Iterator<Item = Point> + '_ {
        self.frames.iter().filter_map(|frame| frame.point)
    }

    /// What a stone of `color` on `point` would make altogether.
    #[inline]
    pub fn threat(&self, color: Color, point: Point) -> Threat {
        self.table.threat(color, self.code(color, point))
    }

    #[inline]
    pub fn code(&self, color: Color, point: Point) -> Code {
        self.spots[point.index()].codes[color.index()]
    }

    /// What a stone of `color` on `point` would make in each direction.
    #[inline]
    pub fn shapes(&self, color: Color, point: Point) -> [Shape; 4] {
        let packed = self.spots[point.index()].shapes[color.index()];
        [0, 4, 8, 12].map(|shift| Shape::ALL[(packed >> shift & 15) as usize % Shape::COUNT])
    }

    /// The points of a line around `point` up to the reach or the next wall, with their offsets.
    pub fn line(
        &self,
        point: Point,
        direction: Direction,
    ) -> impl Iterator<Item = (i32, Point)> + use<> {
        let [back, forth] = self.spots[point.index()].rooms[direction.index()].map(i32::from);
        let stride = direction.stride();
        (-back..=forth).filter(|&offset| offset != 0).map(move |offset| {
            let there = point.index() as isize + offset as isize * stride;
            (offset, Point::from_index(there as usize))
        })
    }

    /// What a stone of `color` on the empty `point` would make if `other` also had a stone on the
    /// empty point at `offset` in `direction`.
    pub fn threat_with(
        &self,
        color: Color,
        point: Point,
        direction: Direction,
        offset: i32,
        other: Color,
    ) -> Threat {
        let window = self.spots[point.index()].windows[direction.index()];
        let there = window + self.table.window().stone(other, offset);
        let nibble = self.table.shapes(there).nibble(color);
        let shift = 4 * direction.index();
        let packed =
            self.spots[point.index()].shapes[color.index()] & !(15 << shift) | nibble << shift;
        self.table.threat(color, Code::of_packed(packed))
    }

    /// The empty points where a stone of `color` would make exactly this threat.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &PointSet {
        &self.threats[color.index()][threat.index()]
    }

    /// How many points [`Position::points`] holds.
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        self.counts[color.index()][threat.index()] as usize
    }

    /// Whether `color` can make five with one stone.
    #[inline]
    pub fn has_five(&self, color: Color) -> bool {
        self.count(color, Threat::Five) > 0
    }

    /// Whether `color` can make a four or better, certainly forbidden ones left out.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        let counts = &self.counts[color.index()];
        let real = Threat::Four.index()..=Threat::Five.index();
        counts[real].iter().any(|&count| count > 0) || counts[Threat::Suspect.index()] > 0
    }

    /// What the last play changed; empty after a pass.
    pub fn changes(&self) -> &[Change] {
        self.changes_at(self.frames.len().wrapping_sub(1))
    }

    /// What the play number `ply` (from 0) changed.
    pub fn changes_at(&self, ply: usize) -> &[Change] {
        let Some(frame) = self.frames.get(ply) else { return &[] };
        let end = self.frames.get(ply + 1).map_or(self.changes.len(), |next| next.changes);
        &self.changes[frame.changes..end]
    }
}
