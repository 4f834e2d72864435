//! From lists of stones to positions.

use crate::board::{Color, Point, PointSet, Size};
use crate::protocol::{Coordinates, Listing, Owner, Stone};

/// A position as a list told it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    pub stones: Vec<(Point, Color)>,
    pub dead: PointSet,
    pub to_move: Color,
    /// What was wrong with the list, for people.
    pub warnings: Vec<String>,
}

impl Setup {
    /// Reads the list of BOARD, after which the engine is to move. Where the stones take turns, as
    /// in a game, their number tells its color. Otherwise the first stone is black. Without owners
    /// the last stone is the opponent's.
    pub fn of_board(listing: &Listing, size: Size) -> Setup {
        let (placed, mut warnings) = placed(listing, size);
        let (dead, living): (Vec<_>, Vec<_>) =
            placed.into_iter().partition(|(_, stone)| stone.owner == Some(Owner::Dead));
        let dead = dead.into_iter().map(|(point, _)| point).collect();
        let theirs = theirs(&living);
        warnings.extend(strange_counts(&theirs));
        let own = own_color(&theirs);
        let color = |theirs: bool| if theirs { !own } else { own };
        let points = living.iter().map(|&(point, _)| point);
        let stones = points.zip(theirs.into_iter().map(color)).collect();
        Setup { stones, dead, to_move: own, warnings }
    }

    /// Reads the list of SWAP2BOARD, where colors take turns and black is first.
    pub fn of_opening(listing: &Listing, size: Size) -> Setup {
        let (placed, warnings) = placed(listing, size);
        let points = placed.iter().map(|&(point, _)| point);
        let stones: Vec<_> =
            points.enumerate().map(|(n, point)| (point, Color::to_move_after(n))).collect();
        let to_move = Color::to_move_after(stones.len());
        Setup { stones, dead: PointSet::EMPTY, to_move, warnings }
    }
}

/// Which stones are the opponent's. Where no owner is told, the last one is, and sides take turns.
fn theirs(living: &[(Point, Stone)]) -> Vec<bool> {
    let turns = (0..living.len()).rev().map(|after| after.is_multiple_of(2));
    let is_theirs = |((_, stone), turn): (&(Point, Stone), bool)| {
        stone.owner.map_or(turn, |owner| owner == Owner::Opponent)
    };
    living.iter().zip(turns).map(is_theirs).collect()
}

/// The color of the side that is to move.
fn own_color(theirs: &[bool]) -> Color {
    let takes_turns = theirs.iter().rev().enumerate().all(|(n, &t)| t == n.is_multiple_of(2));
    match theirs.first() {
        Some(true) if !takes_turns => Color::White,
        Some(false) if !takes_turns => Color::Black,
        _ => Color::to_move_after(theirs.len()),
    }
}

/// A warning if the sides cannot have moved in turn.
fn strange_counts(theirs: &[bool]) -> Option<String> {
    let other = theirs.iter().filter(|&&theirs| theirs).count();
    let own = theirs.len() - other;
    let fits = other == own || other == own + 1;
    (!fits).then(|| format!("strange numbers of stones: {own} own, {other} opposing"))
}

/// The stones that can be placed, the first where there are several on a point.
fn placed(listing: &Listing, size: Size) -> (Vec<(Point, Stone)>, Vec<String>) {
    let (mut seen, mut placed) = (PointSet::EMPTY, Vec::new());
    let (mut off, mut twice): (Option<Coordinates>, Option<Coordinates>) = (None, None);
    for &stone in &listing.stones {
        match stone.at.on(size) {
            None => off = off.or(Some(stone.at)),
            Some(point) if seen.contains(point) => twice = twice.or(Some(stone.at)),
            Some(point) => {
                seen.insert(point);
                placed.push((point, stone));
            }
        }
    }
    let mut warnings = Vec::new();
    if listing.unread > 0 {
        warnings.push(format!("lines that are no stones, ignored: {}", listing.unread));
    }
    if let Some(at) = off {
        warnings.push(format!("stones off the board ignored, the first at {at}"));
    }
    if let Some(at) = twice {
        warnings.push(format!("stones on occupied points ignored, the first at {at}"));
    }
    (placed, warnings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::square(15).unwrap()
    }

    fn board(text: &str) -> Setup {
        let stones = text.split_whitespace().map(|line| Stone::parse(line).unwrap()).collect();
        Setup::of_board(&Listing { stones, unread: 0 }, size())
    }

    fn colors(setup: &Setup) -> String {
        let letter = |color| if color == Color::Black { 'b' } else { 'w' };
        setup.stones.iter().map(|&(_, color)| letter(color)).collect()
    }

    #[test]
    fn the_number_of_stones_tells_the_color() {
        let even = board("7,7,1 8,8,2");
        assert_eq!((even.to_move, colors(&even).as_str()), (Color::Black, "bw"));
        let odd = board("7,7,2 8,8,1 9,9,2");
        assert_eq!((odd.to_move, colors(&odd).as_str()), (Color::White, "bwb"));
        assert!(odd.warnings.is_empty());
    }

    #[test]
    fn without_owners_the_last_stone_is_the_opponents() {
        assert_eq!(colors(&board("7,7 8,8 9,9")), "bwb");
        assert_eq!(colors(&board("7,7 8,8")), "bw");
    }

    #[test]
    fn dead_stones_do_not_count() {
        let setup = board("1,1,3 7,7,1 8,8,2 2,2,3");
        assert_eq!((setup.to_move, setup.dead.len()), (Color::Black, 2));
        assert_eq!(colors(&setup), "bw");
    }

    #[test]
    fn bad_stones_are_left_out_with_a_warning() {
        let setup = board("7,7,2 7,7,1 15,3,1 -1,0,2 8,8,1 9,9,2");
        assert_eq!((setup.stones.len(), setup.warnings.len()), (3, 2));
    }

    #[test]
    fn strange_counts_are_accepted_with_a_warning() {
        let setup = board("7,7,1");
        assert_eq!((colors(&setup).as_str(), setup.to_move), ("b", Color::Black));
        assert_eq!(setup.warnings.len(), 1);
    }

    #[test]
    fn stones_out_of_turn_begin_with_black() {
        let own = board("1,1,1 2,2,2 3,3,2 4,4,1 5,5,2");
        assert_eq!((colors(&own).as_str(), own.to_move), ("bwwbw", Color::Black));
        let theirs = board("1,1,2 2,2,2 3,3,1");
        assert_eq!((colors(&theirs).as_str(), theirs.to_move), ("bbw", Color::White));
    }
}
