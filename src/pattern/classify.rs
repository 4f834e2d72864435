//! The shape of every window, computed from the definition of a winning row downward.
//!
//! See: L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994, for the
//! threat categories.

use super::{Shape, Window};
use crate::board::Color;
use crate::rules::{Rule, WinningRow};

/// One cell of a line, as the side whose shapes are computed sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Other,
    Wall,
}

const SPAN: usize = 2 * Window::MAX_REACH + 1;
const CENTER: usize = Window::MAX_REACH;

/// The shapes that a stone of `color` makes at the center of every window under `rule`.
///
/// A window with one more stone has a greater number than the window without it, so going through
/// the numbers downward finds every successor already classified.
pub fn shapes(rule: Rule, color: Color, window: Window) -> Vec<Shape> {
    let classifier = Classifier {
        window,
        color,
        row: rule.winning_row(color),
        forbids: rule.forbids(color),
        halves: (0..window.halves()).map(|half| window.decode(half)).collect(),
    };
    let mut shapes = vec![Shape::None; window.count()];
    for number in (0..window.count()).rev() {
        shapes[number] = classifier.shape(number, &shapes);
    }
    shapes
}

struct Classifier {
    window: Window,
    color: Color,
    row: WinningRow,
    forbids: bool,
    halves: Vec<(usize, [u8; Window::MAX_REACH])>,
}

impl Classifier {
    fn shape(&self, number: usize, known: &[Shape]) -> Shape {
        let cells = self.cells(number);
        let run = Run::through_center(&cells);
        if run.length >= 5 {
            return self.complete_row(&cells, &run);
        }
        let mut ways = [0; Shape::COUNT];
        let mut fives = (CENTER, CENTER);
        for at in self.empties(&cells) {
            let next = known[number + self.stone(self.color, at)];
            if next == Shape::Five {
                fives = if ways[Shape::Five as usize] == 0 { (at, at) } else { (fives.0, at) };
            }
            ways[next as usize] += 1;
        }
        if ways[Shape::Five as usize] > 0 {
            return self.four(number, &cells, fives, known);
        }
        below_four(&ways)
    }

    /// The shape of a row of five or more.
    fn complete_row(&self, cells: &[Cell; SPAN], run: &Run) -> Shape {
        if run.length > 5 {
            return match (self.row.overline, self.forbids) {
                (true, _) => Shape::Five,
                (false, true) => Shape::Foul,
                (false, false) => Shape::None,
            };
        }
        let shut = cells[run.start - 1] == Cell::Other && cells[run.start + 5] == Cell::Other;
        if self.row.needs_open_end && shut { Shape::None } else { Shape::Five }
    }

    /// The shape of a window that the next stone can make a five; `fives` are the first and the
    /// last such cells.
    fn four(
        &self,
        number: usize,
        cells: &[Cell; SPAN],
        fives: (usize, usize),
        known: &[Shape],
    ) -> Shape {
        let survives = |at| {
            let answered = number + self.stone(!self.color, at);
            // A foul here is two fours: this answer stopped neither.
            matches!(known[answered], Shape::Four | Shape::OpenFour | Shape::Foul)
        };
        if !self.empties(cells).all(survives) {
            return Shape::Four;
        }
        let straight = fives.1 - fives.0 == 5;
        if self.forbids && !straight { Shape::Foul } else { Shape::OpenFour }
    }

    fn empties<'a>(&self, cells: &'a [Cell; SPAN]) -> impl Iterator<Item = usize> + use<'a> {
        (0..SPAN).filter(|&at| at != CENTER && cells[at] == Cell::Empty)
    }

    fn stone(&self, color: Color, at: usize) -> usize {
        self.window.stone(color, at as i32 - CENTER as i32) as usize
    }

    fn cells(&self, number: usize) -> [Cell; SPAN] {
        let mut cells = [Cell::Wall; SPAN];
        cells[CENTER] = Cell::Own;
        let (before, after) = (number / self.halves.len(), number % self.halves.len());
        let own = self.color.index() as u8 + 1;
        let read = |digit| match digit {
            0 => Cell::Empty,
            digit if digit == own => Cell::Own,
            _ => Cell::Other,
        };
        let (room, digits) = self.halves[before];
        for (distance, &digit) in digits[..room].iter().enumerate() {
            cells[CENTER - 1 - distance] = read(digit);
        }
        let (room, digits) = self.halves[after];
        for (distance, &digit) in digits[..room].iter().enumerate() {
            cells[CENTER + 1 + distance] = read(digit);
        }
        cells
    }
}

/// The shape of a window that is no four, by how many next stones make which shape.
fn below_four(ways: &[usize; Shape::COUNT]) -> Shape {
    let count = |shape: Shape| ways[shape as usize];
    let open_threes = count(Shape::OpenThree) + count(Shape::SplitThree);
    let open_twos = count(Shape::StrongTwo) + count(Shape::OpenTwo) + count(Shape::WeakTwo);
    match count(Shape::OpenFour) {
        0 => {}
        1 => return Shape::SplitThree,
        _ => return Shape::OpenThree,
    }
    if count(Shape::Four) > 0 {
        return Shape::BlockedThree;
    }
    match open_threes {
        0 => {}
        1 | 2 => return Shape::WeakTwo,
        3 => return Shape::OpenTwo,
        _ => return Shape::StrongTwo,
    }
    if count(Shape::BlockedThree) > 0 {
        Shape::BlockedTwo
    } else if open_twos > 0 {
        Shape::OpenOne
    } else if count(Shape::BlockedTwo) > 0 {
        Shape::BlockedOne
    } else {
        Shape::None
    }
}

/// The unbroken own stones around the center.
struct Run {
    start: usize,
    length: usize,
}

impl Run {
    fn through_center(cells: &[Cell; SPAN]) -> Run {
        let is_own = |&at: &usize| cells[at] == Cell::Own;
        let start = (0..CENTER).rev().take_while(is_own).last().unwrap_or(CENTER);
        let end = (CENTER + 1..SPAN).take_while(is_own).last().unwrap_or(CENTER);
        Run { start, length: end - start + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of black's stone at `X` in a line of `o` (own), `x` (other), `.` and walls
    /// outside.
    fn shape(rule: Rule, line: &str) -> Shape {
        let window = Window::new(5);
        let cells: Vec<char> = line.chars().collect();
        let center = cells.iter().position(|&c| c == 'X').unwrap();
        let mut number = window.empty(center, cells.len() - 1 - center);
        for (at, cell) in cells.iter().enumerate() {
            let offset = at as i32 - center as i32;
            match cell {
                'o' if offset.abs() <= 5 => number += window.stone(Color::Black, offset),
                'x' if offset.abs() <= 5 => number += window.stone(Color::White, offset),
                _ => {}
            }
        }
        shapes(rule, Color::Black, window)[number as usize]
    }

    #[test]
    fn pictures_of_the_shapes() {
        for (line, expected) in [
            ("..X.", Shape::None),
            ("X....", Shape::BlockedOne),
            ("...X...", Shape::OpenOne),
            ("Xo...", Shape::BlockedTwo),
            (".X..o.", Shape::WeakTwo),
            ("...X.o...", Shape::OpenTwo),
            ("...Xo...", Shape::StrongTwo),
            ("Xoo..", Shape::BlockedThree),
            (".Xo.o.", Shape::SplitThree),
            ("..Xoo..", Shape::OpenThree),
            ("Xooo.", Shape::Four),
            ("Xo.oo", Shape::Four),
            (".Xooo.", Shape::OpenFour),
            ("o.Xoo.o", Shape::OpenFour),
            ("Xoooo", Shape::Five),
        ] {
            assert_eq!(shape(Rule::Freestyle, line), expected, "{line}");
            let mirrored: String = line.chars().rev().collect();
            assert_eq!(shape(Rule::Freestyle, &mirrored), expected, "{mirrored}");
        }
    }

    #[test]
    fn overlines_are_five_nothing_or_foul() {
        assert_eq!(shape(Rule::Freestyle, "oooXoo"), Shape::Five);
        assert_eq!(shape(Rule::Standard, "oooXoo"), Shape::None);
        assert_eq!(shape(Rule::Renju, "oooXoo"), Shape::Foul);
        assert_eq!(shape(Rule::Standard, "oo.oXo"), Shape::None);
        assert_eq!(shape(Rule::Standard, ".Xooo.o"), Shape::Four);
    }

    #[test]
    fn two_fours_in_a_line_are_foul_for_black_in_renju() {
        for line in ["o.Xoo.o", "oo.Xo.oo", "ooo.X.ooo", ".o..o.ooX.oxoxx"] {
            assert_eq!(shape(Rule::Renju, line), Shape::Foul, "{line}");
            assert_eq!(shape(Rule::Standard, line), Shape::OpenFour, "{line}");
        }
        assert_eq!(shape(Rule::Renju, ".Xooo."), Shape::OpenFour);
    }

    #[test]
    fn caro_fives_need_an_open_end() {
        assert_eq!(shape(Rule::Caro, "xXoooox"), Shape::None);
        assert_eq!(shape(Rule::Caro, "Xoooox"), Shape::Five, "the edge blocks nothing");
        assert_eq!(shape(Rule::Caro, "xXooooox"), Shape::Five);
        assert_eq!(shape(Rule::CaroExact, "xXooooox"), Shape::None);
        // White answers `x.oooox` on either side of the gap; the far side shuts both fives.
        assert_eq!(shape(Rule::Caro, "..Xooo.x"), Shape::Four);
        assert_eq!(shape(Rule::Caro, "..Xooo.."), Shape::OpenFour);
    }
}
