//! Boards as pictures, to read and to print.
//!
//! ```text
//!    a b c d e f g      x black    X black, the last move     . empty
//!  1 . . . . . . .      o white    O white, the last move     # dead
//!  2 . . x o . . .
//!  3 . # . X 3 . .      A digit or one of * ? ! marks an empty point; what it means is up to
//!  4 . . . . . . .      whoever reads or prints the diagram.
//!  5 . . . . . . .
//! ```
//!
//! The coordinates may be left out when reading, and so may the blanks between points.

use super::notation::column_name;
use super::{Board, Color, Content, Point, Size, SizeError};
use std::fmt;
use std::str::FromStr;

/// A board with what can be marked on it.
///
/// ```
/// use fukumi::board::diagram::Diagram;
/// use fukumi::board::{Color, Point};
///
/// let diagram: Diagram = "
///     . . . . .
///     . x o . .
///     . . X 4 .
///     . . . . .
///     . . . . ."
///     .parse()
///     .unwrap();
/// assert!(diagram.board.has(Point::new(1, 1), Color::Black));
/// assert_eq!(diagram.last, Some(Point::new(2, 2)));
/// assert_eq!(diagram.marks, [(Point::new(3, 2), '4')]);
/// assert_eq!(diagram.to_string().lines().nth(3), Some(" 3 . . X 4 ."));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pub board: Board,
    pub last: Option<Point>,
    /// Marked empty points, in index order when read.
    pub marks: Vec<(Point, char)>,
}

/// What is wrong with a diagram, and in which line, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramError {
    pub line: usize,
    pub fault: DiagramFault,
}

/// What can be wrong with a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramFault {
    /// Stands for nothing.
    Character(char),
    /// A row is longer or shorter than the one above.
    Width {
        expected: usize,
        found: usize,
    },
    /// The row does not begin with its number although the columns have letters.
    RowLabel(usize),
    /// There can be only one last move.
    SecondLastMove,
    Size(SizeError),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.fault {
            DiagramFault::Character(other) => {
                write!(f, "'{}' is none of x o . #", other.escape_debug())
            }
            DiagramFault::Width { expected, found } => {
                write!(f, "{found} points in a row where {expected} are expected")
            }
            DiagramFault::RowLabel(expected) => {
                write!(f, "the row must begin with its number {expected}")
            }
            DiagramFault::SecondLastMove => write!(f, "a second last move"),
            DiagramFault::Size(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for DiagramError {}

impl Diagram {
    /// A diagram of this board without marks.
    pub fn new(board: Board) -> Diagram {
        Diagram { board, last: None, marks: Vec::new() }
    }

    fn symbol(&self, point: Point) -> char {
        let is_last = self.last == Some(point);
        match self.board.content(point) {
            Content::Stone(Color::Black) if is_last => 'X',
            Content::Stone(Color::White) if is_last => 'O',
            Content::Stone(Color::Black) => 'x',
            Content::Stone(Color::White) => 'o',
            Content::Dead => '#',
            Content::Empty => {
                let mark = self.marks.iter().find(|(marked, _)| *marked == point);
                mark.map_or('.', |&(_, mark)| mark)
            }
        }
    }

    fn read_row(&mut self, y: usize, row: &Row) -> Result<(), DiagramError> {
        for (x, &symbol) in row.symbols.iter().enumerate() {
            let point = Point::new(x, y);
            let content = match symbol {
                '.' => Content::Empty,
                'x' | 'X' => Content::Stone(Color::Black),
                'o' | 'O' => Content::Stone(Color::White),
                '#' => Content::Dead,
                '0'..='9' | '*' | '?' | '!' => {
                    self.marks.push((point, symbol));
                    Content::Empty
                }
                other => return Err(row.error(DiagramFault::Character(other))),
            };
            if symbol.is_ascii_uppercase() && self.last.replace(point).is_some() {
                return Err(row.error(DiagramFault::SecondLastMove));
            }
            self.board.set(point, content);
        }
        Ok(())
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let size = self.board.size();
        let cell = column_name(size.width() - 1).len();
        write!(f, "  ")?;
        for x in 0..size.width() {
            write!(f, " {:>cell$}", column_name(x))?;
        }
        for y in 0..size.height() {
            write!(f, "\n{:>2}", y + 1)?;
            for x in 0..size.width() {
                write!(f, " {:>cell$}", self.symbol(Point::new(x, y)))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Diagram::new(self.clone()).fmt(f)
    }
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads a diagram and forgets its marks.
    fn from_str(text: &str) -> Result<Board, DiagramError> {
        text.parse().map(|diagram: Diagram| diagram.board)
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        let rows = split_rows(text)?;
        let width = rows.first().map_or(0, |row| row.symbols.len());
        let size = Size::new(width, rows.len()).map_err(|error| DiagramError {
            line: rows.last().map_or(1, |row| row.line),
            fault: DiagramFault::Size(error),
        })?;
        let mut diagram = Diagram::new(Board::new(size));
        for (y, row) in rows.iter().enumerate() {
            let found = row.symbols.len();
            if found != width {
                return Err(row.error(DiagramFault::Width { expected: width, found }));
            }
            diagram.read_row(y, row)?;
        }
        Ok(diagram)
    }
}

/// One row of the picture, without its coordinates.
struct Row {
    line: usize,
    symbols: Vec<char>,
}

impl Row {
    fn error(&self, fault: DiagramFault) -> DiagramError {
        DiagramError { line: self.line, fault }
    }
}

fn split_rows(text: &str) -> Result<Vec<Row>, DiagramError> {
    let labeled = text.lines().any(is_column_line);
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || is_column_line(line) {
            continue;
        }
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if labeled {
            let label = rows.len() + 1;
            if words.first().and_then(|word| word.parse().ok()) != Some(label) {
                let fault = DiagramFault::RowLabel(label);
                return Err(DiagramError { line: index + 1, fault });
            }
            words.remove(0);
        }
        rows.push(Row { line: index + 1, symbols: words.concat().chars().collect() });
    }
    Ok(rows)
}

/// Whether a line names the columns; without such a line no digit is a row's number.
fn is_column_line(line: &str) -> bool {
    let mut names = line.split_whitespace().enumerate().peekable();
    names.peek().is_some()
        && names.all(|(x, name)| x < Size::MAX && name.eq_ignore_ascii_case(&column_name(x)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn fault(text: &str) -> (usize, DiagramFault) {
        let error = text.parse::<Diagram>().unwrap_err();
        (error.line, error.fault)
    }

    #[test]
    fn random_boards_read_back() {
        let contents = [
            Content::Empty,
            Content::Stone(Color::Black),
            Content::Stone(Color::White),
            Content::Dead,
        ];
        let mut rng = Rng::new(7);
        for (width, height) in [(5, 5), (15, 15), (26, 7), (27, 6), (32, 32)] {
            let size = Size::new(width, height).unwrap();
            let mut diagram = Diagram::new(Board::new(size));
            for point in size.points() {
                diagram.board.set(point, contents[rng.below(4)]);
                if diagram.board.is_empty(point) && rng.chance(1, 9) {
                    diagram.marks.push((point, '3'));
                }
            }
            diagram.last = diagram.board.stones(Color::White).iter().nth(3);
            assert_eq!(diagram.to_string().parse(), Ok(diagram.clone()));
            assert_eq!(diagram.board.to_string().parse(), Ok(diagram.board));
        }
    }

    #[test]
    fn blanks_and_coordinates_are_optional() {
        let with = "  A B C D E\n 1 . x . . .\n2 .....\n 3 ..o..\n4 .....\n5 ....#\n  a b c d e";
        let without = "\n.x...\n.....\n. .o..\n.....\r\n....#\n";
        assert_eq!(with.parse::<Board>().unwrap(), without.parse::<Board>().unwrap());
    }

    #[test]
    fn what_is_wrong_is_told_by_line() {
        let rows = |rows: [&str; 5]| rows.join("\n");
        assert_eq!(
            fault(&rows([".....", "..v..", ".....", ".....", "....."])),
            (2, DiagramFault::Character('v'))
        );
        assert_eq!(
            fault(&rows([".....", ".....", "....", ".....", "....."])),
            (3, DiagramFault::Width { expected: 5, found: 4 })
        );
        assert_eq!(
            fault(&rows(["X....", ".....", ".....", ".O...", "....."])),
            (4, DiagramFault::SecondLastMove)
        );
        assert_eq!(fault(". . .\n. . ."), (2, DiagramFault::Size(SizeError)));
        assert_eq!(fault(""), (1, DiagramFault::Size(SizeError)));
        assert_eq!(fault("a b c d e\n1 .....\n3 ....."), (3, DiagramFault::RowLabel(2)));
        assert_eq!(fault(&".".repeat(40)), (1, DiagramFault::Size(SizeError)));
    }
}
