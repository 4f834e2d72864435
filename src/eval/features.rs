//! What the evaluation looks at besides the codes of the points.

use crate::pattern::Threat;
use crate::position::Position;

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
