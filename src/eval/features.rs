//! What the evaluation looks at besides the codes of the points.

use crate::board::{Color, Point};
use crate::pattern::Threat;
use crate::position::Position;

/// What a stone on a point would make for each side, as a number below [`Pair::COUNT`]: a point
/// that both sides want is worth something else than two points that one of them wants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair(u8);

impl Pair {
    /// The number of different pairs.
    pub const COUNT: usize = Threat::COUNT * Threat::COUNT;
    /// Neither side makes anything, or the point is taken.
    pub const NOTHING: Pair = Pair(0);

    /// The pair of these threats (black's, white's), as `mover` sees them.
    #[inline]
    pub fn of(threats: [Threat; 2], mover: Color) -> Pair {
        let [own, other] = [mover, !mover].map(|color| threats[color.index()].index());
        Pair((own * Threat::COUNT + other) as u8)
    }

    /// The pair of an empty point, as `mover` sees it.
    #[inline(always)]
    pub fn at(position: &Position, point: Point, mover: Color) -> Pair {
        Pair::of(Color::ALL.map(|color| position.threat(color, point)), mover)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All pairs, in the order of their index, with the threats of the mover and of the other side.
    pub fn all() -> impl Iterator<Item = (Pair, [Threat; 2])> {
        let threats = Threat::ALL.into_iter();
        let threats = threats.flat_map(|own| Threat::ALL.map(|other| [own, other]));
        (0..=u8::MAX).map(Pair).zip(threats)
    }
}

/// Yes/no facts about the threats that both sides could make next, as a number below
/// [`Facts::COUNT`].
///
/// From the highest bit: the other side can make five; own open four, the other's; own
/// four-and-three, the other's; own other four, the other's; own double three, the other's; own
/// other three, the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts(usize);

impl Facts {
    /// The number of facts.
    pub const BITS: usize = 11;
    /// The number of different combinations.
    pub const COUNT: usize = 1 << Facts::BITS;

    /// The facts of a position, as the side to move sees them.
    pub fn of(position: &Position) -> Facts {
        let own = position.to_move();
        let mut facts = usize::from(position.has_five(!own));
        for class in CLASSES {
            for color in [own, !own] {
                let is_there = class.iter().any(|&threat| position.count(color, threat) > 0);
                facts = facts << 1 | usize::from(is_there);
            }
        }
        Facts(facts)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// All combinations, in the order of their index.
    pub fn all() -> impl Iterator<Item = Facts> {
        (0..Facts::COUNT).map(Facts)
    }

    /// Whether the other side can make five.
    pub const fn other_five(self) -> bool {
        self.0 >> 10 & 1 != 0
    }

    /// Own and the other side's threats per class, strongest class first.
    pub fn pairs(self) -> [(bool, bool); 5] {
        [8, 6, 4, 2, 0].map(|shift| (self.0 >> shift & 2 != 0, self.0 >> shift & 1 != 0))
    }
}

const CLASSES: [&[Threat]; 5] = [
    &[Threat::OpenFour],
    &[Threat::FourThree],
    &[Threat::FourPlus, Threat::Four],
    &[Threat::DoubleThree, Threat::Suspect],
    &[Threat::ThreePlus, Threat::Three],
];
