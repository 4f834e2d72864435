//! What one line makes of a stone.

/// What a stone on a point makes in one direction, from nothing to five.
///
/// Pictures: `X` the stone, `o` further own stones, `.` empty, `|` a blocker. Every shape is
/// defined by what one more own stone can make of it, from five downward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Shape {
    /// Cannot become five any more: `|..X.|`.
    None,
    /// Can become a blocked two: `|X....`.
    BlockedOne,
    /// Can become an open two: `...X...`.
    OpenOne,
    /// Can become a blocked three: `|Xo...`.
    BlockedTwo,
    /// Can become an open three in one or two ways: `..Xo..|`, `.X..o.`.
    WeakTwo,
    /// Can become an open three in three ways: `...X.o...`.
    OpenTwo,
    /// Can become an open three in four ways or more: `...Xo...`.
    StrongTwo,
    /// Can become a four: `|Xoo..`.
    BlockedThree,
    /// Can become an open four in one way: `.Xo.o.`.
    SplitThree,
    /// Can become an open four in two ways or more: `..Xoo..`.
    OpenThree,
    /// Threatens five, and one answer in the line stops it: `|Xooo.`, `Xo.oo`.
    Four,
    /// Threatens five, and no answer in the line stops it: `.Xooo.`, `o.Xoo.o`.
    OpenFour,
    /// Wins: `Xoooo`.
    Five,
    /// An overline or two fours in one line, for the side to which these are forbidden.
    Foul,
}

impl Shape {
    pub const COUNT: usize = 14;

    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::None,
        Shape::BlockedOne,
        Shape::OpenOne,
        Shape::BlockedTwo,
        Shape::WeakTwo,
        Shape::OpenTwo,
        Shape::StrongTwo,
        Shape::BlockedThree,
        Shape::SplitThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
        Shape::Foul,
    ];

    /// Whether the next stone can make an open four.
    pub const fn is_open_three(self) -> bool {
        matches!(self, Shape::SplitThree | Shape::OpenThree)
    }

    /// Whether the next stone can make an open three.
    pub const fn is_open_two(self) -> bool {
        matches!(self, Shape::WeakTwo | Shape::OpenTwo | Shape::StrongTwo)
    }

    /// Whether the next stone can make five.
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::OpenFour)
    }
}
