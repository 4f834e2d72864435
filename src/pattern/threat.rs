//! Four directions combined: what a stone makes altogether.

use super::Shape;

/// The four shapes through a point as an unordered whole: a dense number, 0 for a point that is not
/// empty. Learned and hand-set values are indexed by it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Code(u16);

impl Code {
    /// The number of different codes, the one of occupied points included.
    pub const COUNT: usize = 2_381;
    /// No stone can be played here.
    pub const OCCUPIED: Code = Code(0);
    /// A stone makes nothing here.
    pub const NOTHING: Code = Code(1);

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The code with this index.
    pub const fn from_index(index: usize) -> Option<Code> {
        if index < Code::COUNT { Some(Code(index as u16)) } else { None }
    }

    /// The code of four shapes given as the nibbles of `packed`.
    #[inline]
    pub fn of_packed(packed: u16) -> Code {
        Code(CODES[packed as usize])
    }

    /// Every code of an empty point with its shapes, strongest first.
    pub fn all() -> impl Iterator<Item = (Code, [Shape; 4])> {
        let below = |shape: Shape| Shape::ALL.into_iter().take_while(move |&s| s <= shape);
        Shape::ALL
            .into_iter()
            .flat_map(move |a| {
                below(a).flat_map(move |b| {
                    below(b).flat_map(move |c| below(c).map(move |d| [a, b, c, d]))
                })
            })
            .map(|shapes| (Code(rank(shapes.map(|shape| shape as usize)) + 1), shapes))
    }
}

/// Ranks a descending multiset of four numbers (the combinatorial number system with repetition).
const fn rank([a, b, c, d]: [usize; 4]) -> u16 {
    let quads = (a + 3) * (a + 2) * (a + 1) * a / 24;
    let triples = (b + 2) * (b + 1) * b / 6;
    let pairs = (c + 1) * c / 2;
    (quads + triples + pairs + d) as u16
}

/// The codes of all packed shapes. As many as there are `u16`, so no index is out of bounds, and
/// computed by the compiler, so nothing has to be initialized.
#[allow(long_running_const_eval)]
static CODES: [u16; 1 << 16] = {
    let mut codes = [0; 1 << 16];
    let mut packed = 0;
    while packed < codes.len() {
        let [a, b, c, d] = [packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12];
        if a < Shape::COUNT && b < Shape::COUNT && c < Shape::COUNT && d < Shape::COUNT {
            let [(a, b), (c, d)] = [ordered(a, b), ordered(c, d)];
            let [(a, c), (b, d)] = [ordered(a, c), ordered(b, d)];
            let (b, c) = ordered(b, c);
            codes[packed] = rank([a, b, c, d]) + 1;
        }
        packed += 1;
    }
    codes
};

/// The greater one first.
const fn ordered(a: usize, b: usize) -> (usize, usize) {
    if a < b { (b, a) } else { (a, b) }
}

/// What a stone on a point makes over all four directions, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Threat {
    /// Nothing above single blocked twos and ones.
    None,
    /// One open two.
    Two,
    BlockedThree,
    /// Two open twos or more.
    DoubleTwo,
    /// A blocked three with another blocked three or an open two.
    BlockedThreePlus,
    /// An open three.
    Three,
    /// An open three with a blocked three or an open two.
    ThreePlus,
    /// Two open threes or more.
    DoubleThree,
    /// A four.
    Four,
    /// A four with a blocked three or an open two.
    FourPlus,
    /// A four with an open three; also two fours where a single answer may stop both.
    FourThree,
    /// An open four, or two fours: wins unless the other side makes five first.
    OpenFour,
    Five,
    /// Two open threes for the side to which that is forbidden, if they are real: to be verified.
    Suspect,
    /// An overline or double-four that is certainly forbidden.
    Forbidden,
}

impl Threat {
    pub const COUNT: usize = 15;

    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::None,
        Threat::Two,
        Threat::BlockedThree,
        Threat::DoubleTwo,
        Threat::BlockedThreePlus,
        Threat::Three,
        Threat::ThreePlus,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Suspect,
        Threat::Forbidden,
    ];

    /// Whether the stone threatens five at once (or makes it).
    #[inline]
    pub const fn is_four_or_better(self) -> bool {
        self as u8 >= Threat::Four as u8 && self as u8 <= Threat::Five as u8
    }

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What the shapes through a point make together; `forbids`: double-threes, double-fours and
/// overlines are forbidden; `shuttable`: a five needs an open end, so that one stone may answer two
/// fours.
pub fn combine(shapes: [Shape; 4], forbids: bool, shuttable: bool) -> Threat {
    let count = |test: &dyn Fn(Shape) -> bool| shapes.iter().filter(|&&s| test(s)).count();
    let fours = count(&|s| s.is_four());
    let threes = count(&|s| s.is_open_three());
    let blocked_threes = count(&|s| s == Shape::BlockedThree);
    let twos = count(&|s| s.is_open_two());
    if shapes.contains(&Shape::Five) {
        return Threat::Five;
    }
    if forbids && (shapes.contains(&Shape::Foul) || fours >= 2) {
        return Threat::Forbidden;
    }
    if forbids && threes >= 2 {
        return Threat::Suspect;
    }
    if shapes.contains(&Shape::OpenFour) || (fours >= 2 && !shuttable) {
        return Threat::OpenFour;
    }
    let extra = blocked_threes + twos;
    match (fours, threes) {
        (2.., _) | (1, 1..) => Threat::FourThree,
        (1, 0) if extra > 0 => Threat::FourPlus,
        (1, 0) => Threat::Four,
        (0, 2..) => Threat::DoubleThree,
        (0, 1) if extra > 0 => Threat::ThreePlus,
        (0, 1) => Threat::Three,
        _ if blocked_threes > 0 && extra > 1 => Threat::BlockedThreePlus,
        _ if blocked_threes > 0 => Threat::BlockedThree,
        _ if twos > 1 => Threat::DoubleTwo,
        _ if twos > 0 => Threat::Two,
        _ => Threat::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dense_and_ignore_the_order() {
        let mut seen = vec![false; Code::COUNT];
        seen[Code::OCCUPIED.index()] = true;
        for (code, shapes) in Code::all() {
            assert!(!std::mem::replace(&mut seen[code.index()], true), "{shapes:?} twice");
            let [a, b, c, d] = shapes.map(|shape| shape as u16);
            assert_eq!(Code::of_packed(d | a << 4 | c << 8 | b << 12), code);
        }
        assert!(seen.iter().all(|&s| s));
        assert_eq!(Code::of_packed(0), Code::NOTHING);
    }

    #[test]
    fn combinations() {
        use Shape::*;
        let free = |shapes| combine(shapes, false, false);
        assert_eq!(free([Four, None, Four, None]), Threat::OpenFour);
        assert_eq!(combine([Four, None, Four, None], false, true), Threat::FourThree);
        assert_eq!(combine([Four, None, Four, None], true, false), Threat::Forbidden);
        assert_eq!(free([Four, OpenThree, None, None]), Threat::FourThree);
        assert_eq!(free([OpenThree, SplitThree, None, None]), Threat::DoubleThree);
        assert_eq!(combine([OpenThree, SplitThree, Four, None], true, false), Threat::Suspect);
        assert_eq!(combine([Five, Foul, Four, Four], true, false), Threat::Five);
        assert_eq!(free([BlockedThree, StrongTwo, None, None]), Threat::BlockedThreePlus);
        assert_eq!(free([WeakTwo, None, None, StrongTwo]), Threat::DoubleTwo);
    }
}
