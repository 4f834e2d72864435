//! The board as lines of bits, which knows only fives, fours and what may become fours.
//!
//! Much lighter to play on than a [`Position`]: a stone changes four lines, and what a line holds
//! for both colors follows from a few dozen bit operations on whole lines. Knows no threes and no
//! forbidden points, only where one has to ask about them.

use crate::board::{Color, Direction, Point, PointSet, Size};
use crate::cpu::for_each_cpu;
use crate::pattern::Window;
use crate::position::Position;
use crate::rules::Rule;

/// More than the number of parallel lines in any direction.
const PARALLELS: usize = 64;
/// Four lines through a point, seen by two colors.
const LANES: usize = 8;

/// What one line holds, a bit a point: by columns, or by rows where the line is vertical.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Line {
    pub stones: [u32; 2],
    /// Where a stone of the color makes five.
    pub fives: [u32; 2],
    /// Where a stone of the color makes a four.
    pub fours: [u32; 2],
    /// Those of the fours that several rows of five share: open fours and two fours in a line, but
    /// not only those.
    pub strong_fours: [u32; 2],
    /// Where a stone of the color makes a row of five that lacks two.
    pub threes: [u32; 2],
}

/// A line through a point, and the bit of the point in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub direction: Direction,
    pub number: usize,
    pub bit: u32,
}

/// What a stone changed, to take it back.
pub struct Trace {
    point: Point,
    color: Color,
    lines: [Line; 4],
}

impl Trace {
    pub fn point(&self) -> Point {
        self.point
    }

    pub fn color(&self) -> Color {
        self.color
    }
}

/// All lines of a board.
#[derive(Clone)]
pub struct Lines {
    rule: Rule,
    size: Size,
    dead: PointSet,
    stones: [PointSet; 2],
    /// The points of each line that can hold a stone.
    playable: [[u32; PARALLELS]; 4],
    lines: [[Line; PARALLELS]; 4],
    /// Which lines hold fives, per color and direction.
    with_fives: [[u64; 4]; 2],
    with_fours: [[u64; 4]; 2],
    /// All bits where the rows of a color must not be longer than five, per lane.
    exact: [u32; LANES],
    /// All bits where a row of a color is shut by stones at both ends, per lane.
    shuttable: [u32; LANES],
}

for_each_cpu! {
    fn toggle(lines: &mut Lines, color: Color, point: Point) {
        lines.add_or_remove(color, point);
    }
    fn undo(lines: &mut Lines, trace: &Trace) {
        lines.restore(trace);
    }
}

impl Lines {
    /// The lines of a position.
    pub fn new(position: &Position) -> Lines {
        let rule = position.rule();
        let of_rule = |holds: &dyn Fn(Color) -> bool| {
            std::array::from_fn(|lane| if holds(color_of(lane)) { u32::MAX } else { 0 })
        };
        let mut lines = Lines {
            rule,
            size: position.size(),
            dead: *position.dead(),
            stones: [PointSet::EMPTY; 2],
            playable: [[0; PARALLELS]; 4],
            lines: [[Line::default(); PARALLELS]; 4],
            with_fives: [[0; 4]; 2],
            with_fours: [[0; 4]; 2],
            exact: of_rule(&|color| !rule.winning_row(color).overline),
            shuttable: of_rule(&|color| rule.winning_row(color).needs_open_end),
        };
        let alive = lines.size.points().filter(|&point| !lines.dead.contains(point));
        for point in alive.collect::<Vec<_>>() {
            for place in places(point) {
                lines.playable[place.direction.index()][place.number] |= 1 << place.bit;
            }
        }
        lines.follow(position);
        lines
    }

    /// Makes these the lines of another position that [is like](Lines::is_like) the last one; cheap
    /// where few stones differ.
    pub fn follow(&mut self, position: &Position) {
        for color in Color::ALL {
            let lifted = self.stones(color).difference(position.stones(color));
            lifted.iter().for_each(|point| self.toggle(color, point));
        }
        for color in Color::ALL {
            let placed = position.stones(color).difference(self.stones(color));
            placed.iter().for_each(|point| self.toggle(color, point));
        }
    }

    /// Whether the position is on a board of the same size with the same dead stones, under the
    /// same rule.
    pub fn is_like(&self, position: &Position) -> bool {
        self.rule == position.rule()
            && self.size == position.size()
            && self.dead == *position.dead()
    }

    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    #[inline]
    pub fn line(&self, place: Place) -> &Line {
        &self.lines[place.direction.index()][place.number % PARALLELS]
    }

    #[inline]
    pub fn playable(&self, place: Place) -> u32 {
        self.playable[place.direction.index()][place.number % PARALLELS]
    }

    /// The points of the line where a stone can be played.
    #[inline]
    pub fn empties(&self, place: Place) -> u32 {
        let stones = self.line(place).stones;
        self.playable(place) & !(stones[0] | stones[1])
    }

    /// Whether `color` can make five.
    #[inline]
    pub fn has_five(&self, color: Color) -> bool {
        self.with_fives[color.index()].iter().any(|&lines| lines != 0)
    }

    /// Whether `color` can make a four.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        self.with_fours[color.index()].iter().any(|&lines| lines != 0)
    }

    /// The points where `color` makes five; one that does so in several lines comes several times.
    pub fn fives(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.marked(&self.with_fives[color.index()], move |line| line.fives[color.index()])
            .map(point_of)
    }

    /// The places where `color` makes a four; a point that makes several comes several times.
    #[inline]
    pub fn fours(&self, color: Color) -> impl Iterator<Item = Place> + '_ {
        self.marked(&self.with_fours[color.index()], move |line| line.fours[color.index()])
    }

    /// The points through which `color` threatens five in one of the lines through `point`.
    #[inline]
    pub fn fives_around(&self, color: Color, point: Point) -> impl Iterator<Item = Point> + '_ {
        let marks = places(point).map(|place| (place, self.line(place).fives[color.index()]));
        marks
            .into_iter()
            .flat_map(|(place, marks)| bits(marks).map(move |bit| point_of(Place { bit, ..place })))
    }

    /// Places a stone on an empty point.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> Trace {
        let trace = Trace { point, color, lines: places(point).map(|place| *self.line(place)) };
        self.toggle(color, point);
        trace
    }

    /// Takes the stone that was placed last back.
    #[inline]
    pub fn undo(&mut self, trace: &Trace) {
        undo(self, trace);
    }

    #[inline(always)]
    fn restore(&mut self, trace: &Trace) {
        self.stones[trace.color.index()].remove(trace.point);
        for (place, line) in places(trace.point).into_iter().zip(trace.lines) {
            self.set_line(place, line);
        }
    }

    /// Whether a stone of `color` might be forbidden, where the rule forbids anything to it: it
    /// makes a long row, or more than one thing that could be a four or a three.
    pub fn is_suspicious(&self, color: Color, point: Point) -> bool {
        let (mut fours, mut threes) = (0, 0);
        for place in places(point) {
            let line = self.line(place);
            let is_set = |marks: [u32; 2]| marks[color.index()] >> place.bit & 1 != 0;
            let row = line.stones[color.index()] | 1 << place.bit;
            if row & row >> 1 & row >> 2 & row >> 3 & row >> 4 & row >> 5 != 0 {
                return true;
            }
            if is_set(line.strong_fours) {
                return true;
            }
            fours += usize::from(is_set(line.fours));
            threes += usize::from(is_set(line.threes) && !is_set(line.fours));
        }
        fours >= 2 || threes >= 2
    }

    fn marked<'a>(
        &'a self,
        lines: &'a [u64; 4],
        marks: impl Fn(&Line) -> u32 + Copy + 'a,
    ) -> impl Iterator<Item = Place> + 'a {
        Direction::ALL.into_iter().flat_map(move |direction| {
            bits64(lines[direction.index()]).flat_map(move |number| {
                let line = &self.lines[direction.index()][number];
                bits(marks(line)).map(move |bit| Place { direction, number, bit })
            })
        })
    }

    /// Adds a stone that is not there, or removes one that is.
    #[inline]
    fn toggle(&mut self, color: Color, point: Point) {
        toggle(self, color, point);
    }

    #[inline(always)]
    fn add_or_remove(&mut self, color: Color, point: Point) {
        if self.stones(color).contains(point) {
            self.stones[color.index()].remove(point);
        } else {
            self.stones[color.index()].insert(point);
        }
        let places = places(point);
        let mut stones = [0; LANES];
        let mut playable = [0; LANES];
        for (at, &place) in places.iter().enumerate() {
            let line = self.line(place);
            let room = self.playable(place);
            for side in 0..2 {
                stones[2 * at + side] = line.stones[side];
                playable[2 * at + side] = room;
            }
            stones[2 * at + color.index()] ^= 1 << place.bit;
        }
        let marks = self.marks(&stones, &playable);
        for (at, &place) in places.iter().enumerate() {
            let pair = |lanes: &[u32; LANES]| [lanes[2 * at], lanes[2 * at + 1]];
            let line = Line {
                stones: pair(&stones),
                fives: pair(&marks.fives),
                fours: pair(&marks.fours),
                strong_fours: pair(&marks.strong_fours),
                threes: pair(&marks.threes),
            };
            self.set_line(place, line);
        }
    }

    #[inline(always)]
    fn set_line(&mut self, place: Place, line: Line) {
        let (direction, number) = (place.direction.index(), place.number % PARALLELS);
        for side in 0..2 {
            let mark = |set: &mut u64, holds: bool| {
                *set = *set & !(1 << number) | u64::from(holds) << number;
            };
            mark(&mut self.with_fives[side][direction], line.fives[side] != 0);
            mark(&mut self.with_fours[side][direction], line.fours[side] != 0);
        }
        self.lines[direction][number] = line;
    }

    /// What eight lanes hold: counts the stones of the lane's color in every row of five at once.
    #[inline(always)]
    fn marks(&self, stones: &[u32; LANES], playable: &[u32; LANES]) -> Marks {
        let mut marks = Marks::default();
        for lane in 0..LANES {
            let (own, other) = (stones[lane], stones[lane ^ 1]);
            let open = playable[lane] & !other;
            // A bit of `rows` and of the counts stands for the row of five that begins there.
            let rows = open & open >> 1 & open >> 2 & open >> 3 & open >> 4;
            let too_long = self.exact[lane] & (own >> 5 | own << 1);
            let shut = self.shuttable[lane] & (other >> 5 & other << 1);
            let rows = rows & !too_long & !shut;
            let (sum, carry) = add(own, own >> 1, own >> 2);
            let (ones, carries) = add(sum, own >> 3, own >> 4);
            let (twos, fours) = (carry ^ carries, carry & carries);
            let of_four = rows & fours & !ones;
            let of_three = rows & twos & ones;
            let of_two = rows & twos & !ones;
            let empty = open & !own;
            let (mut seen, mut again) = (0, 0);
            for offset in 0..5 {
                again |= seen & of_three << offset;
                seen |= of_three << offset;
            }
            marks.fives[lane] = spread(of_four) & empty;
            marks.fours[lane] = seen & empty;
            marks.strong_fours[lane] = again & empty;
            marks.threes[lane] = spread(of_two) & empty;
        }
        marks
    }
}

#[derive(Default)]
struct Marks {
    fives: [u32; LANES],
    fours: [u32; LANES],
    strong_fours: [u32; LANES],
    threes: [u32; LANES],
}

/// The lines through a point.
#[inline]
pub fn places(point: Point) -> [Place; 4] {
    let (x, y) = (point.x(), point.y());
    let place = |direction, number, bit| Place { direction, number, bit: bit as u32 };
    [
        place(Direction::Horizontal, y, x),
        place(Direction::Vertical, x, y),
        place(Direction::Diagonal, x + (Size::MAX - 1) - y, x),
        place(Direction::Antidiagonal, x + y, x),
    ]
}

/// The inverse of [`places`].
#[inline]
pub fn point_of(place: Place) -> Point {
    let (number, bit) = (place.number, place.bit as usize);
    match place.direction {
        Direction::Horizontal => Point::from_index(number * Size::MAX + bit),
        Direction::Vertical => Point::from_index(bit * Size::MAX + number),
        Direction::Diagonal => {
            Point::from_index((bit + Size::MAX - 1).wrapping_sub(number) * Size::MAX + bit)
        }
        Direction::Antidiagonal => Point::from_index(number.wrapping_sub(bit) * Size::MAX + bit),
    }
}

/// The numbers of the bits that are set.
#[inline]
pub fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The bits whose stones can matter to a row through `bit`, the one just beyond its end included.
#[inline]
pub const fn reach(bit: u32) -> u32 {
    const AROUND: u64 = (1 << (2 * Window::MAX_REACH + 1)) - 1;
    (AROUND << bit >> Window::MAX_REACH) as u32
}

#[inline]
fn bits64(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

const fn color_of(lane: usize) -> Color {
    if lane.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Adds three bits in every place: the sum and the carry.
#[inline]
const fn add(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// All points of the rows of five that begin at the bits.
#[inline]
const fn spread(rows: u32) -> u32 {
    rows | rows << 1 | rows << 2 | rows << 3 | rows << 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Content};
    use crate::rng::Rng;
    use crate::rules::{winning_points, wins};

    fn board_of(lines: &Lines) -> Board {
        let mut board = Board::new(lines.size);
        lines.dead.iter().for_each(|point| board.set(point, Content::Dead));
        for color in Color::ALL {
            lines.stones(color).iter().for_each(|point| board.set(point, Content::Stone(color)));
        }
        board
    }

    #[test]
    fn places_and_points_are_inverse() {
        for point in Size::square(Size::MAX).unwrap().points() {
            assert!(places(point).into_iter().all(|place| point_of(place) == point));
        }
    }

    #[test]
    fn fives_are_those_of_the_rules_and_undo_restores() {
        let mut rng = Rng::new(9);
        for rule in Rule::ALL {
            for (width, height) in [(5, 5), (7, 12), (32, 5), (15, 15)] {
                let size = Size::new(width, height).unwrap();
                let dead = [Point::new(2, 3)].into_iter().collect();
                let mut lines = Lines::new(&Position::with_dead(size, rule, &dead));
                for _ in 0..size.area() / 2 {
                    let empties: Vec<Point> = board_of(&lines).empties().collect();
                    let before = lines.clone();
                    for color in Color::ALL {
                        let point = *rng.choose(&empties).unwrap();
                        let trace = lines.play(color, point);
                        lines.undo(&trace);
                    }
                    assert!(lines.lines == before.lines && lines.stones == before.stones);
                    assert!(lines.with_fives == before.with_fives);
                    let (color, point) = (Color::ALL[rng.below(2)], *rng.choose(&empties).unwrap());
                    if wins(rule, &board_of(&lines), point, color) {
                        continue;
                    }
                    lines.play(color, point);
                    for color in Color::ALL {
                        let fives: PointSet = lines.fives(color).collect();
                        let expected = winning_points(rule, &board_of(&lines), color);
                        assert_eq!(fives, expected.into_iter().collect(), "{rule}");
                    }
                }
            }
        }
    }
}
