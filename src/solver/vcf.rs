//! Victory by continuous fours: every own move threatens five, so the other side has almost no
//! choice, and depth is cheap.

use super::cache::{Cache, Memory};
use super::lines::{Lines, Trace, places, point_of};
use super::{Aborted, Answer};
use crate::board::{Color, Point, PointSet, zobrist};
use crate::position::Position;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcfLimits {
    /// Fours to be played at most.
    pub nodes: u64,
    /// Fours that make no further row of three to be allowed in one line; [`VcfLimits::ANY`] lifts
    /// the restriction.
    pub bare_fours: u8,
}

impl VcfLimits {
    /// As many bare fours as there can be.
    pub const ANY: u8 = Cache::EXHAUSTIVE;

    /// No restriction but the number of nodes.
    pub const fn exhaustive(nodes: u64) -> VcfLimits {
        VcfLimits { nodes, bare_fours: VcfLimits::ANY }
    }
}

/// A four-solver; it keeps what it learned about positions between calls on boards of one kind.
pub struct Vcf {
    cache: Cache,
    lines: Option<Box<Lines>>,
    nodes: u64,
    /// The winning line found last, from its end.
    line: Vec<Point>,
    /// The fours to be tried at all open nodes, one node's after the other's.
    fours: Vec<Ranked>,
    path: Vec<Point>,
}

/// A four to be tried, as one number that sorts the promising ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(u32);

/// Whether the attacker wins here; the line then lies in [`Vcf::line`].
type Found = Result<bool, Aborted>;

impl Vcf {
    /// A solver with a cache of about this size.
    pub fn new(cache_bytes: usize) -> Vcf {
        Vcf {
            cache: Cache::new(cache_bytes),
            lines: None,
            nodes: 0,
            line: Vec::new(),
            fours: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The fours played since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// Looks for a win by fours for the side to move; the position comes back as it was.
    #[inline]
    pub fn solve(&mut self, position: &mut Position, limits: VcfLimits) -> Answer {
        let attacker = position.to_move();
        if !position.has_four(attacker) {
            return Answer::NoWin;
        }
        self.search(position, limits)
    }

    fn search(&mut self, position: &mut Position, limits: VcfLimits) -> Answer {
        self.line.clear();
        self.fours.clear();
        self.path.clear();
        let lines = self.follow(position);
        let attacker = position.to_move();
        let mut search = Search {
            key: position.key(),
            limit: self.nodes.saturating_add(limits.nodes),
            attacker,
            attacker_is_bound: position.rule().forbids(attacker),
            defender_is_bound: position.rule().forbids(!attacker),
            is_shuttable: position.rule().winning_row(attacker).needs_open_end,
            vcf: self,
            position,
            played: 0,
            lines,
        };
        let found = search.root(limits.bare_fours);
        search.retreat_to(0);
        let lines = search.lines;
        self.lines = Some(lines);
        match found {
            Ok(true) => Answer::Win(self.line.iter().rev().copied().collect()),
            Ok(false) if limits.bare_fours == VcfLimits::ANY => Answer::NoWin,
            Ok(false) | Err(Aborted) => Answer::Unknown,
        }
    }

    /// The lines of the position; what is known about other kinds of boards is forgotten.
    fn follow(&mut self, position: &Position) -> Box<Lines> {
        match self.lines.take() {
            Some(mut lines) if lines.is_like(position) => {
                lines.follow(position);
                lines
            }
            _ => {
                self.cache.clear();
                Box::new(Lines::new(position))
            }
        }
    }
}

/// One search; the fours are played on the lines, and on the position only where a point might be
/// forbidden.
struct Search<'a> {
    vcf: &'a mut Vcf,
    lines: Box<Lines>,
    position: &'a mut Position,
    /// How many stones of the path the position has.
    played: usize,
    attacker: Color,
    attacker_is_bound: bool,
    defender_is_bound: bool,
    is_shuttable: bool,
    /// The key that the position would have with all stones of the path.
    key: u64,
    limit: u64,
}

impl Search<'_> {
    fn root(&mut self, bare_fours: u8) -> Found {
        if let Some(five) = self.lines.fives(self.attacker).next() {
            self.vcf.line.push(five);
            return Ok(true);
        }
        self.attack(bare_fours)
    }

    /// The attacker is to move and cannot make five.
    fn attack(&mut self, bare_fours: u8) -> Found {
        if !self.lines.has_four(self.attacker) {
            return Ok(false);
        }
        let start = self.vcf.fours.len();
        if self.lines.has_five(!self.attacker) {
            self.rank_answers();
        } else {
            match self.vcf.cache.probe(self.key) {
                Memory::Hopeless(effort) if effort >= bare_fours => return Ok(false),
                Memory::Win(first) => self.rank_fours(Some(first)),
                _ => self.rank_fours(None),
            }
        }
        let found = self.try_fours(start, bare_fours);
        self.vcf.fours.truncate(start);
        found
    }

    fn try_fours(&mut self, start: usize, bare_fours: u8) -> Found {
        for at in start..self.vcf.fours.len() {
            let four = self.vcf.fours[at];
            let left = match bare_fours {
                VcfLimits::ANY => bare_fours,
                0 if four.is_bare() => continue,
                _ => bare_fours - u8::from(four.is_bare()),
            };
            if self.try_four(four.point(), left)? {
                self.vcf.cache.note_win(self.key, four.point());
                return Ok(true);
            }
        }
        self.vcf.cache.note_hopeless(self.key, bare_fours);
        Ok(false)
    }

    /// Lists all fours, the promising ones first.
    fn rank_fours(&mut self, first: Option<Point>) {
        let start = self.vcf.fours.len();
        let color = self.attacker;
        for (place, _) in self.lines.fours(color) {
            let point = point_of(place);
            if let Some(ranked) = Ranked::new(&self.lines, color, point, place.direction.index()) {
                let is_first = first == Some(point);
                self.vcf.fours.push(if is_first { ranked.first() } else { ranked });
            }
        }
        self.vcf.fours[start..].sort_unstable();
    }

    /// Lists the fours that may stop the five that the other side threatens.
    fn rank_answers(&mut self) {
        let color = self.attacker;
        if self.is_shuttable {
            self.rank_fours(None);
            return;
        }
        let mut fives = self.lines.fives(!color);
        let Some(five) = fives.next() else { return };
        if fives.any(|other| other != five) {
            return;
        }
        let four = (0..4).find_map(|at| Ranked::new(&self.lines, color, five, at));
        self.vcf.fours.extend(four);
    }

    fn try_four(&mut self, four: Point, bare_fours: u8) -> Found {
        if self.vcf.nodes >= self.limit {
            return Err(Aborted);
        }
        self.vcf.nodes += 1;
        if self.attacker_is_bound && self.is_forbidden(self.attacker, four) {
            return Ok(false);
        }
        let trace = self.play(self.attacker, four);
        let found = self.defend(four, bare_fours);
        self.undo(trace);
        if found? {
            self.vcf.line.push(four);
            return Ok(true);
        }
        Ok(false)
    }

    /// The other side is to answer a four: every answer must lose.
    fn defend(&mut self, four: Point, bare_fours: u8) -> Found {
        if self.lines.has_five(!self.attacker) {
            return Ok(false);
        }
        if self.is_shuttable {
            return self.defend_by_any(four, bare_fours);
        }
        let mut fives = self.lines.fives_around(self.attacker, four);
        let Some(five) = fives.next() else { return Ok(false) };
        let is_double = fives.next().is_some();
        drop(fives);
        if is_double || self.is_unanswerable(five) {
            self.finish();
            return Ok(true);
        }
        self.try_answer(five, bare_fours)
    }

    fn is_unanswerable(&mut self, answer: Point) -> bool {
        self.defender_is_bound && self.is_forbidden(!self.attacker, answer)
    }

    fn try_answer(&mut self, answer: Point, bare_fours: u8) -> Found {
        let trace = self.play(!self.attacker, answer);
        let found = self.attack(bare_fours);
        self.undo(trace);
        if found? {
            self.vcf.line.push(answer);
            return Ok(true);
        }
        Ok(false)
    }

    /// The other side has several answers, where a row is also stopped by shutting both its ends.
    fn defend_by_any(&mut self, four: Point, bare_fours: u8) -> Found {
        let answers = self.shutting_answers(four);
        if !self.lines.has_five(self.attacker) {
            return Ok(false);
        }
        let start = self.vcf.line.len();
        let mut longest: Option<Vec<Point>> = None;
        for answer in answers.iter() {
            if !self.try_answer(answer, bare_fours)? {
                self.vcf.line.truncate(start);
                return Ok(false);
            }
            let line = self.vcf.line.split_off(start);
            if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
                longest = Some(line);
            }
        }
        match longest {
            Some(line) => self.vcf.line.extend(line),
            None => self.finish(),
        }
        Ok(true)
    }

    /// The points after which the attacker threatens five no more.
    fn shutting_answers(&mut self, four: Point) -> PointSet {
        let mut near = PointSet::EMPTY;
        for place in places(four) {
            let line = self.lines.line(place);
            if line.fives[self.attacker.index()] == 0 {
                continue;
            }
            let window = (0x7ff_u64 << place.bit >> 5) as u32;
            let open = self.lines.playable(place) & !(line.stones[0] | line.stones[1]);
            for bit in super::lines::bits(open & window) {
                near.insert(point_of(super::lines::Place { bit, ..place }));
            }
        }
        let mut answers = PointSet::EMPTY;
        for point in near.iter() {
            let trace = self.lines.play(!self.attacker, point);
            if !self.lines.has_five(self.attacker) {
                answers.insert(point);
            }
            self.lines.undo(trace);
        }
        answers
    }

    /// No answer stops the five, so the other side may play anywhere; it plays into one five.
    fn finish(&mut self) {
        let fives: Vec<Point> = self.lines.fives(self.attacker).collect();
        let Some(&five) = fives.last() else { return };
        self.advance();
        let elsewhere = self.position.candidates();
        let spare = fives
            .iter()
            .copied()
            .chain(elsewhere.iter())
            .find(|&point| point != five && !self.position.is_forbidden(point));
        match spare {
            Some(spare) => self.vcf.line.extend([five, spare]),
            // Nothing is left but a foul, which ends the game just as well.
            None => self.vcf.line.push(five),
        }
    }

    fn play(&mut self, color: Color, point: Point) -> Trace {
        self.key ^= zobrist::stone(color, point);
        self.vcf.path.push(point);
        self.lines.play(color, point)
    }

    fn undo(&mut self, trace: Trace) {
        self.key ^= zobrist::stone(trace.color(), trace.point());
        self.vcf.path.pop();
        self.retreat_to(self.vcf.path.len());
        self.lines.undo(trace);
    }

    /// Whether the point is forbidden to `color`, who is to move.
    fn is_forbidden(&mut self, color: Color, point: Point) -> bool {
        if !self.lines.is_suspicious(color, point) {
            return false;
        }
        self.advance();
        self.position.is_forbidden(point)
    }

    /// Plays on the position what it lacks of the path.
    fn advance(&mut self) {
        for &point in &self.vcf.path[self.played..] {
            self.position.play(point);
        }
        self.played = self.vcf.path.len();
    }

    fn retreat_to(&mut self, length: usize) {
        while self.played > length {
            self.position.undo();
            self.played -= 1;
        }
    }
}

impl Ranked {
    const POINT_BITS: u32 = 0xffff;
    const BARE: u32 = 1 << 16;
    const WORST: u32 = 0xff;

    /// The rank of a four, if `direction` is the first in which it is one.
    fn new(lines: &Lines, color: Color, point: Point, direction: usize) -> Option<Ranked> {
        let (mut fours, mut threes, mut is_strong) = (0, 0, false);
        for (at, place) in places(point).into_iter().enumerate() {
            let line = lines.line(place);
            let is_set = |marks: [u32; 2]| marks[color.index()] >> place.bit & 1 != 0;
            if is_set(line.fours) {
                if at < direction {
                    return None;
                }
                fours += 1;
                is_strong |= is_set(line.strong_fours);
            } else if at == direction {
                return None;
            }
            threes += u32::from(is_set(line.threes));
        }
        let worth = u32::from(is_strong || fours > 1) * 16 + threes;
        let bare = if worth == 0 { Ranked::BARE } else { 0 };
        Some(Ranked((Ranked::WORST - worth) << 20 | bare | point.index() as u32))
    }

    /// The same four, to be tried before all others.
    fn first(self) -> Ranked {
        Ranked(self.0 & (Ranked::POINT_BITS | Ranked::BARE))
    }

    fn point(self) -> Point {
        Point::from_index((self.0 & Ranked::POINT_BITS) as usize)
    }

    fn is_bare(self) -> bool {
        self.0 & Ranked::BARE != 0
    }
}
