//! Numbers and points as the wire spells them, before anyone knows the board they belong to.

use crate::board::{Point, Size};
use std::fmt;

/// A pair of numbers that may or may not be a point of the board in use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coordinates {
    /// Column from the left, from 0.
    pub x: i64,
    /// Row from the top, from 0.
    pub y: i64,
}

impl Coordinates {
    /// Reads `x,y`; blanks around the numbers are tolerated.
    pub fn parse(text: &str) -> Option<Coordinates> {
        let (x, y) = text.split_once(',')?;
        Some(Coordinates { x: number(x.trim())?, y: number(y.trim())? })
    }

    /// The point on a board of this size, if it is there.
    pub fn on(self, size: Size) -> Option<Point> {
        size.point(self.x, self.y)
    }
}

impl From<Point> for Coordinates {
    fn from(point: Point) -> Coordinates {
        Coordinates { x: point.x() as i64, y: point.y() as i64 }
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Reads a decimal number of any length; what does not fit saturates.
pub(super) fn number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() {
        return None;
    }
    digits.bytes().try_fold(0i64, |value, byte| {
        let digit = char::from(byte).to_digit(10).map(i64::from)?;
        let value = value.saturating_mul(10);
        Some(if negative { value.saturating_sub(digit) } else { value.saturating_add(digit) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_and_refuse_all_else() {
        assert_eq!(number("18446744073709551615"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        assert_eq!([number("-1"), number("+7"), number("007")], [Some(-1), Some(7), Some(7)]);
        for bad in ["", "-", "+", "1.5", "0x1f", "--1", "1e3", "٣"] {
            assert_eq!(number(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_pair_becomes_a_point_only_on_the_board() {
        let size = Size::new(20, 15).unwrap();
        let on = |text| Coordinates::parse(text).and_then(|pair| pair.on(size));
        assert_eq!(on("19, 14"), Some(Point::new(19, 14)));
        assert_eq!([on("14,19"), on("-1,3"), on("3"), on("3,4,5"), on("a,b")], [None; 5]);
    }
}
