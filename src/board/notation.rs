//! Points, move lists, openings and sizes as text.
//!
//! A point is written `h8`: the column as a letter from the left (`aa` follows `z`), the row as a
//! number from 1. Rows count from the top, as in protocols, judges and opening files; graphical
//! programs and RenLib count them from the bottom, which is the other of the two [`Rows`].

use super::{Point, Size, SizeError};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The edge of the board that row 1 lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rows {
    #[default]
    FromTop,
    FromBottom,
}

/// What is wrong with a written point, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The offending part of the text.
    pub text: String,
    /// Where that part begins, in characters from 1.
    pub character: usize,
    pub fault: NotationFault,
}

/// What can be wrong with a written point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotationFault {
    /// Not a letter with a number behind it.
    NotAPoint,
    /// More than the one point asked for.
    NotAlone,
    /// Row 0.
    RowZero,
    OffBoard(Size),
    /// The point was named before.
    Duplicate,
    /// Not an offset in whole numbers.
    NotANumber,
    /// The last offset has a column and no row.
    HalfAPair,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}' at character {}: ", self.text.escape_debug(), self.character)?;
        match self.fault {
            NotationFault::NotAPoint => write!(f, "points are written like h8"),
            NotationFault::NotAlone => write!(f, "only one point is expected"),
            NotationFault::RowZero => write!(f, "rows count from 1"),
            NotationFault::OffBoard(size) => write!(f, "off a board of size {size}"),
            NotationFault::Duplicate => write!(f, "this point was named before"),
            NotationFault::NotANumber => write!(f, "offsets are whole numbers like -3"),
            NotationFault::HalfAPair => write!(f, "offsets come in pairs"),
        }
    }
}

impl std::error::Error for NotationError {}

/// `h8`, rows counted from the top.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{}{}", column_name(self.x()), self.y() + 1))
    }
}

/// `15` for a square, `20x15` for width 20 and height 15.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let side = |text: &str| text.trim().parse().map_err(|_| SizeError);
        match text.split_once(['x', 'X']) {
            Some((width, height)) => Size::new(side(width)?, side(height)?),
            None => Size::square(side(text)?),
        }
    }
}

/// The letters of a column: `a` to `z`, then `aa`, `ab`.
pub fn column_name(x: usize) -> String {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    match x / 26 {
        0 => letter(x).to_string(),
        wraps => [letter(wraps - 1), letter(x)].iter().collect(),
    }
}

/// Writes one point with rows counted as asked.
pub fn format_point(point: Point, size: Size, rows: Rows) -> String {
    let row = match rows {
        Rows::FromTop => point.y() + 1,
        Rows::FromBottom => size.height() - point.y().min(size.height() - 1),
    };
    format!("{}{row}", column_name(point.x()))
}

/// Writes points without separators: `h8i9j8`.
pub fn format_moves(points: &[Point], size: Size, rows: Rows) -> String {
    points.iter().map(|&point| format_point(point, size, rows)).collect()
}

/// Reads exactly one point.
///
/// ```
/// use fukumi::board::notation::{Rows, parse_point};
/// use fukumi::board::{Point, Size};
///
/// let size = Size::square(15).unwrap();
/// assert_eq!(parse_point("i7", size, Rows::FromTop), Ok(Point::new(8, 6)));
/// assert_eq!(parse_point("i9", size, Rows::FromBottom), Ok(Point::new(8, 6)));
/// ```
pub fn parse_point(text: &str, size: Size, rows: Rows) -> Result<Point, NotationError> {
    let mut parts = Parts::new(text);
    let point = match parts.next() {
        Some(part) => read_point(text, part?, size, rows)?,
        None => return Err(error(text, 0..text.len(), NotationFault::NotAPoint)),
    };
    match parts.next() {
        Some(_) => Err(error(text, 0..text.len(), NotationFault::NotAlone)),
        None => Ok(point),
    }
}

/// Reads points that all differ, with or without blanks, commas or semicolons between them.
///
/// ```
/// use fukumi::board::Size;
/// use fukumi::board::notation::{Rows, format_moves, parse_moves};
///
/// let size = Size::square(15).unwrap();
/// let moves = parse_moves("H8 i9, j8", size, Rows::FromTop).unwrap();
/// assert_eq!(format_moves(&moves, size, Rows::FromTop), "h8i9j8");
///
/// let error = parse_moves("h8 i9 h8", size, Rows::FromTop).unwrap_err();
/// assert_eq!(error.to_string(), "'h8' at character 7: this point was named before");
/// ```
pub fn parse_moves(text: &str, size: Size, rows: Rows) -> Result<Vec<Point>, NotationError> {
    let mut points = Vec::new();
    for part in Parts::new(text) {
        let part = part?;
        let point = read_point(text, part.clone(), size, rows)?;
        push_new(&mut points, point, text, part.start..part.end)?;
    }
    Ok(points)
}

/// Writes an opening as offsets from the [center](Size::center): `1,-1, 0,2`.
pub fn format_offsets(points: &[Point], size: Size) -> String {
    let center = size.center();
    let pair = |point: &Point| {
        let dx = point.x() as i64 - center.x() as i64;
        let dy = point.y() as i64 - center.y() as i64;
        format!("{dx},{dy}")
    };
    points.iter().map(pair).collect::<Vec<_>>().join(", ")
}

/// Reads an opening written as offsets from the [center](Size::center), black first.
///
/// ```
/// use fukumi::board::notation::parse_offsets;
/// use fukumi::board::{Point, Size};
///
/// let opening = parse_offsets("0,0, -1,2", Size::square(20).unwrap());
/// assert_eq!(opening, Ok(vec![Point::new(10, 10), Point::new(9, 12)]));
/// ```
pub fn parse_offsets(text: &str, size: Size) -> Result<Vec<Point>, NotationError> {
    let mut points = Vec::new();
    let mut column: Option<(Range<usize>, i64)> = None;
    for span in number_spans(text) {
        let number: i64 = (text[span.clone()].parse())
            .map_err(|_| error(text, span.clone(), NotationFault::NotANumber))?;
        let Some((start, dx)) = column.take() else {
            column = Some((span, number));
            continue;
        };
        let pair = start.start..span.end;
        let x = (size.center().x() as i64).saturating_add(dx);
        let y = (size.center().y() as i64).saturating_add(number);
        let point = size
            .point(x, y)
            .ok_or_else(|| error(text, pair.clone(), NotationFault::OffBoard(size)))?;
        push_new(&mut points, point, text, pair)?;
    }
    match column {
        Some((span, _)) => Err(error(text, span, NotationFault::HalfAPair)),
        None => Ok(points),
    }
}

/// The texts between commas; where blanks alone divide numbers, each number. An empty place between
/// two commas stays, so that a missing number is not passed over.
fn number_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    if text.trim().is_empty() {
        return spans;
    }
    let mut start = 0;
    for item in text.split(',') {
        let before = spans.len();
        for word in item.split_whitespace() {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            spans.push(at..at + word.len());
        }
        if spans.len() == before {
            spans.push(start..start + item.len());
        }
        start += item.len() + 1;
    }
    spans
}

/// Where one written point stands in the text.
#[derive(Clone)]
struct Part {
    start: usize,
    /// Between the letters and the number.
    middle: usize,
    end: usize,
}

/// Splits a text into letters with digits behind them.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    fn new(text: &'a str) -> Parts<'a> {
        Parts { text, at: 0 }
    }

    /// Where the run of bytes that pass the test, starting at `from`, ends.
    fn end_of(&self, from: usize, test: fn(&u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[from..];
        from + rest.iter().take_while(|byte| test(byte)).count()
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Part, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start =
            self.end_of(self.at, |byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';'));
        if start == self.text.len() {
            return None;
        }
        let middle = self.end_of(start, u8::is_ascii_alphabetic);
        let end = self.end_of(middle, u8::is_ascii_digit);
        self.at = end;
        if start == middle || middle == end {
            let rest = &self.text[start..];
            let length = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
            return Some(Err(error(self.text, start..start + length, NotationFault::NotAPoint)));
        }
        Some(Ok(Part { start, middle, end }))
    }
}

fn read_point(text: &str, part: Part, size: Size, rows: Rows) -> Result<Point, NotationError> {
    let fault = |fault| error(text, part.start..part.end, fault);
    let column = text[part.start..part.middle].bytes().fold(0_i64, |column, letter| {
        column.saturating_mul(26).saturating_add(i64::from(letter.to_ascii_lowercase() - b'a') + 1)
    });
    let row: i64 =
        (text[part.middle..part.end].parse()).map_err(|_| fault(NotationFault::OffBoard(size)))?;
    if row == 0 {
        return Err(fault(NotationFault::RowZero));
    }
    let y = match rows {
        Rows::FromTop => row - 1,
        Rows::FromBottom => size.height() as i64 - row,
    };
    size.point(column - 1, y).ok_or_else(|| fault(NotationFault::OffBoard(size)))
}

fn push_new(
    points: &mut Vec<Point>,
    point: Point,
    text: &str,
    span: Range<usize>,
) -> Result<(), NotationError> {
    if points.contains(&point) {
        return Err(error(text, span, NotationFault::Duplicate));
    }
    points.push(point);
    Ok(())
}

/// An error about a part of a text; only its beginning is quoted, for errors are one line long.
fn error(text: &str, span: Range<usize>, fault: NotationFault) -> NotationError {
    const QUOTED: usize = 20;
    NotationError {
        text: text[span.clone()].chars().take(QUOTED).collect(),
        character: text[..span.start].chars().count() + 1,
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::NotationFault::*;
    use super::*;

    fn square(side: usize) -> Size {
        Size::square(side).unwrap()
    }

    fn fault(text: &str, side: usize) -> NotationFault {
        parse_moves(text, square(side), Rows::FromTop).unwrap_err().fault
    }

    #[test]
    fn every_point_of_every_dialect_reads_back() {
        for size in [Size::new(32, 5).unwrap(), Size::new(7, 32).unwrap(), square(15)] {
            for rows in [Rows::FromTop, Rows::FromBottom] {
                let all: Vec<Point> = size.points().collect();
                let text = format_moves(&all, size, rows);
                assert_eq!(parse_moves(&text, size, rows), Ok(all.clone()));
                assert_eq!(parse_moves(&text.to_uppercase(), size, rows), Ok(all));
            }
        }
    }

    #[test]
    fn columns_go_on_after_z() {
        assert_eq!(Point::new(25, 0).to_string(), "z1");
        assert_eq!(Point::new(26, 31).to_string(), "aa32");
        assert_eq!(Point::new(31, 9).to_string(), "af10");
    }

    #[test]
    fn separators_and_case_do_not_matter() {
        let moves = parse_moves(" H8 h9,i8;I9 T20\ta1\r\n", square(20), Rows::FromTop).unwrap();
        assert_eq!(format_moves(&moves, square(20), Rows::FromTop), "h8h9i8i9t20a1");
        assert_eq!(parse_moves("", square(20), Rows::FromTop), Ok(vec![]));
    }

    #[test]
    fn bad_points_are_refused_with_their_place() {
        assert_eq!(fault("h8 h0", 15), RowZero);
        assert_eq!(fault("p1", 15), OffBoard(square(15)));
        assert_eq!(fault("a16", 15), OffBoard(square(15)));
        assert_eq!(fault("zzzzzzzzzzzzzzzzzzzzzzzzz1", 15), OffBoard(square(15)));
        assert_eq!(fault("a99999999999999999999999", 15), OffBoard(square(15)));
        assert_eq!(fault("h8h9h8", 15), Duplicate);
        for text in ["h", "8", "h8i", "8,8", "h-8", "h8?", "é8", "h8 ü"] {
            assert_eq!(fault(text, 15), NotAPoint, "{text}");
        }
        let error = parse_moves("h8, ü7 i9", square(15), Rows::FromTop).unwrap_err();
        assert_eq!((error.text.as_str(), error.character), ("ü7", 5));
    }

    #[test]
    fn one_point_is_one_point() {
        let point = |text| parse_point(text, square(15), Rows::FromTop);
        assert_eq!(point(" O15 "), Ok(Point::new(14, 14)));
        assert_eq!(point("h8i9").unwrap_err().fault, NotAlone);
        assert_eq!(point(" ").unwrap_err().fault, NotAPoint);
    }

    #[test]
    fn offsets_count_from_the_center() {
        let read = |side| {
            let points = parse_offsets("0,0, -1,2,3,-3\r\n", square(side)).unwrap();
            format_moves(&points, square(side), Rows::FromTop)
        };
        assert_eq!(read(15), "h8g10k5");
        assert_eq!(read(20), "k11j13n8");
        assert_eq!(parse_offsets(" \r\n", square(15)), Ok(vec![]));
    }

    #[test]
    fn offsets_read_back() {
        let size = Size::new(9, 6).unwrap();
        let all: Vec<Point> = size.points().collect();
        assert_eq!(parse_offsets(&format_offsets(&all, size), size), Ok(all));
    }

    #[test]
    fn bad_offsets_are_refused_with_their_place() {
        let error = |text| {
            let error = parse_offsets(text, square(15)).unwrap_err();
            (error.fault, error.character)
        };
        assert_eq!(error("0,0, 1"), (HalfAPair, 6));
        assert_eq!(error("0,0, 8,0"), (OffBoard(square(15)), 6));
        assert_eq!(error("1,,2"), (NotANumber, 3));
        assert_eq!(error("1,2,"), (NotANumber, 5));
        assert_eq!(error("h8"), (NotANumber, 1));
        assert_eq!(error("1,1,1,1"), (Duplicate, 5));
        assert_eq!(error("9223372036854775807,0"), (OffBoard(square(15)), 1));
    }

    #[test]
    fn sizes_read_back() {
        for size in [square(15), Size::new(20, 15).unwrap(), Size::new(5, 32).unwrap()] {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        assert_eq!("20X15".parse::<Size>(), Size::new(20, 15));
        for text in ["", "4", "33", "15x", "x15", "15x4", "-15", "fifteen", "15x15x15"] {
            assert_eq!(text.parse::<Size>(), Err(SizeError), "{text}");
        }
    }
}
