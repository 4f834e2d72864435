//! Where the defender could have interfered with a win by fours.
//!
//! A win by fours that was found with the defender passing stays a win if he plays elsewhere
//! instead, unless that stone makes a difference to the line. It can do so on the points where the
//! line is played, at the ends of its rows if ends matter, where it lets one of the forced answers
//! make a four, and around points whose being forbidden or not is part of the proof. All these
//! together are noted while a proof unwinds; a four of the defender himself comes on top.
//!
//! See: T. Thomsen, *Lambda-Search in Game Trees*, 2000, for the idea of relevance zones of
//! threats.

use super::search::Search;
use crate::board::Point;
use crate::pattern::Threat;
use crate::solver::lines::{Place, bits, places, point_of, reach};

impl Search<'_> {
    /// The attacker makes five at once.
    pub(super) fn note_five(&mut self, five: Point) {
        self.note(five);
        self.note_ends(five);
    }

    /// The four that stands on the board wins.
    pub(super) fn note_four(&mut self, four: Point) {
        if self.zone.is_none() {
            return;
        }
        self.note(four);
        let fives: Vec<Point> = self.lines.fives(self.attacker).collect();
        for five in fives {
            self.note_five(five);
        }
    }

    /// The forced answer that stands on the board does not save the defender.
    pub(super) fn note_answer(&mut self, answer: Point) {
        let Some(zone) = &mut self.zone else { return };
        let defender = !self.attacker;
        for place in places(answer) {
            for bit in bits(self.lines.line(place).fours[defender.index()]) {
                zone.insert(point_of(Place { bit, ..place }));
            }
        }
    }

    /// The defender may not give the forced answer.
    pub(super) fn note_foul(&mut self, answer: Point) {
        let Some(zone) = &mut self.zone else { return };
        for place in places(answer) {
            for bit in bits(self.lines.empties(place) & reach(place.bit)) {
                zone.insert(point_of(Place { bit, ..place }));
            }
        }
        self.note_double_three(answer);
    }

    /// The attacker may play this four, before it is on the board.
    pub(super) fn note_attacker_fouls(&mut self, four: Point) {
        if self.zone.is_some() && self.attacker_is_bound {
            self.note_double_three(four);
        }
    }

    /// Whether a double three is real may depend on points far away, so any of them may matter.
    fn note_double_three(&mut self, point: Point) {
        self.advance();
        if self.position.threat(self.position.to_move(), point) == Threat::Suspect {
            let empties = self.position.empties();
            self.zone = self.zone.map(|zone| zone.union(&empties));
        }
    }

    /// Stones at both ends may shut the row of the five.
    fn note_ends(&mut self, five: Point) {
        if !self.is_shuttable {
            return;
        }
        let Some(zone) = &mut self.zone else { return };
        for place in places(five) {
            let line = self.lines.line(place);
            if line.fives[self.attacker.index()] >> place.bit & 1 == 0 {
                continue;
            }
            let row = u64::from(line.stones[self.attacker.index()]) | 1 << place.bit;
            let above = (row >> place.bit).trailing_ones();
            let below = (row << (63 - place.bit)).leading_ones();
            let ends = 1 << (place.bit + above) | (1_u64 << (place.bit + 1)) >> (below + 1);
            for bit in bits(ends as u32 & self.lines.empties(place)) {
                zone.insert(point_of(Place { bit, ..place }));
            }
        }
    }

    fn note(&mut self, point: Point) {
        if let Some(zone) = &mut self.zone {
            zone.insert(point);
        }
    }
}
