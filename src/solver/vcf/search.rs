//! The search over fours, played on lines.

use super::{Ranked, Vcf, VcfLimits};
use crate::board::{Color, Point, PointSet, zobrist};
use crate::position::Position;
use crate::solver::cache::Memory;
use crate::solver::lines::{Lines, Place, Trace, bits, places, point_of, reach};
use crate::solver::{Aborted, Interrupt};

/// Whether the attacker wins here; the line then lies in [`Vcf::line`].
type Found = Result<bool, Aborted>;

/// The interrupt is looked at whenever this many nodes have passed; a power of two.
const INTERRUPT_INTERVAL: u64 = 1024;

/// Which fours a bounded effort is spent on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    BareFour,
    AnyFour,
}

/// One search; the fours are played on the lines, and on the position only where a point might be
/// forbidden.
pub struct Search<'a> {
    pub cost: Cost,
    /// The node number at which to give up.
    pub limit: u64,
    /// Where the other side could have interfered with the win that was found, if that is asked.
    pub zone: Option<PointSet>,
    pub(super) lines: Box<Lines>,
    pub(super) position: &'a mut Position,
    pub(super) attacker: Color,
    pub(super) attacker_is_bound: bool,
    pub(super) is_shuttable: bool,
    defender_is_bound: bool,
    vcf: &'a mut Vcf,
    interrupt: &'a Interrupt,
    /// How many stones of the path the position has.
    played: usize,
    /// The key that the position would have with all stones of the path.
    key: u64,
}

impl<'a> Search<'a> {
    /// A search for the side to move that plays at most this many fours.
    pub fn new(
        vcf: &'a mut Vcf,
        position: &'a mut Position,
        nodes: u64,
        interrupt: &'a Interrupt,
    ) -> Search<'a> {
        vcf.line.clear();
        vcf.fours.clear();
        vcf.path.clear();
        let attacker = position.to_move();
        let rule = position.rule();
        Search {
            cost: Cost::BareFour,
            limit: vcf.nodes.saturating_add(nodes),
            zone: None,
            lines: follow(vcf, position),
            attacker,
            attacker_is_bound: rule.forbids(attacker),
            is_shuttable: rule.winning_row(attacker).needs_open_end,
            defender_is_bound: rule.forbids(!attacker),
            key: position.key(),
            vcf,
            position,
            interrupt,
            played: 0,
        }
    }

    /// Gives the position back as it was.
    pub fn end(mut self) {
        self.retreat_to(0);
        self.vcf.lines = Some(self.lines);
    }

    /// The winning line that was found.
    pub fn line(&self) -> Vec<Point> {
        self.vcf.line.iter().rev().copied().collect()
    }

    /// A search without bound, after searches with these bounds.
    pub fn deepen(&mut self, bounds: &[u8]) -> Found {
        for &bound in bounds {
            if self.root(bound)? {
                return Ok(true);
            }
        }
        self.root(VcfLimits::ANY)
    }

    /// A search for a win with fours that cost at most `effort`.
    pub fn root(&mut self, effort: u8) -> Found {
        let five = self.lines.fives(self.attacker).next();
        if let Some(five) = five {
            self.vcf.line.push(five);
            self.note_five(five);
            return Ok(true);
        }
        self.attack(effort)
    }

    /// The attacker is to move and cannot make five.
    fn attack(&mut self, effort: u8) -> Found {
        if !self.lines.has_four(self.attacker) {
            return Ok(false);
        }
        let start = self.vcf.fours.len();
        if self.lines.has_five(!self.attacker) {
            self.rank_answers();
        } else {
            match self.vcf.cache.probe(self.key) {
                Memory::Hopeless(tried) if tried >= effort => return Ok(false),
                Memory::Win(first) => self.rank_fours(Some(first)),
                _ => self.rank_fours(None),
            }
        }
        let found = self.try_fours(start, effort);
        self.vcf.fours.truncate(start);
        found
    }

    /// Tries the fours listed from `start` on.
    fn try_fours(&mut self, start: usize, effort: u8) -> Found {
        let key = self.key;
        for at in start..self.vcf.fours.len() {
            let four = self.vcf.fours[at];
            let cost = u8::from(four.is_bare() || self.cost == Cost::AnyFour);
            let left = match effort {
                VcfLimits::ANY => VcfLimits::ANY,
                _ if cost > effort => continue,
                _ => effort - cost,
            };
            if self.try_four(four.point(), left)? {
                self.vcf.cache.note_win(key, four.point());
                return Ok(true);
            }
        }
        self.vcf.cache.note_hopeless(key, effort);
        Ok(false)
    }

    /// Lists all fours, the promising ones first.
    fn rank_fours(&mut self, first: Option<Point>) {
        let fours = &mut self.vcf.fours;
        let start = fours.len();
        for place in self.lines.fours(self.attacker) {
            let point = point_of(place);
            let direction = place.direction.index();
            if let Some(ranked) = Ranked::new(&self.lines, self.attacker, point, direction) {
                fours.push(if first == Some(point) { ranked.first() } else { ranked });
            }
        }
        fours[start..].sort_unstable();
    }

    /// Lists the fours that may stop the five that the other side threatens.
    fn rank_answers(&mut self) {
        if self.is_shuttable {
            return self.rank_fours(None);
        }
        let mut fives = self.lines.fives(!self.attacker);
        let Some(five) = fives.next() else { return };
        if fives.any(|other| other != five) {
            return;
        }
        let four = (0..4).find_map(|at| Ranked::new(&self.lines, self.attacker, five, at));
        self.vcf.fours.extend(four);
    }

    fn try_four(&mut self, four: Point, effort: u8) -> Found {
        if self.vcf.nodes >= self.limit {
            return Err(Aborted);
        }
        self.vcf.nodes += 1;
        if self.vcf.nodes.is_multiple_of(INTERRUPT_INTERVAL) && self.interrupt.is_due() {
            return Err(Aborted);
        }
        if self.attacker_is_bound && self.is_forbidden(self.attacker, four) {
            return Ok(false);
        }
        let trace = self.play(self.attacker, four);
        let found = self.defend(four, effort);
        self.undo(&trace);
        if found? {
            self.vcf.line.push(four);
            self.note_attacker_fouls(four);
            return Ok(true);
        }
        Ok(false)
    }

    /// The other side is to answer a four: every answer must lose.
    fn defend(&mut self, four: Point, effort: u8) -> Found {
        if self.lines.has_five(!self.attacker) {
            return Ok(false);
        }
        if self.is_shuttable {
            return self.defend_by_any(four, effort);
        }
        let mut fives = self.lines.fives_around(self.attacker, four);
        let Some(five) = fives.next() else { return Ok(false) };
        let is_double = fives.next().is_some();
        drop(fives);
        let is_foul = !is_double && self.is_unanswerable(five);
        if !is_double && !is_foul {
            if !self.try_answer(five, effort)? {
                return Ok(false);
            }
        } else {
            self.finish();
        }
        self.note_four(four);
        if is_foul {
            self.note_foul(five);
        }
        Ok(true)
    }

    fn is_unanswerable(&mut self, answer: Point) -> bool {
        self.defender_is_bound && self.is_forbidden(!self.attacker, answer)
    }

    fn try_answer(&mut self, answer: Point, effort: u8) -> Found {
        let trace = self.play(!self.attacker, answer);
        let found = self.attack(effort);
        if found == Ok(true) {
            self.note_answer(answer);
        }
        self.undo(&trace);
        if found? {
            self.vcf.line.push(answer);
            return Ok(true);
        }
        Ok(false)
    }

    /// The other side has several answers, where a row is also stopped by shutting both its ends.
    fn defend_by_any(&mut self, four: Point, effort: u8) -> Found {
        if !self.lines.has_five(self.attacker) {
            return Ok(false);
        }
        let answers = self.shutting_answers(four);
        let start = self.vcf.line.len();
        let mut longest: Option<Vec<Point>> = None;
        for answer in answers.iter() {
            if !self.try_answer(answer, effort)? {
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
        self.note_four(four);
        Ok(true)
    }

    /// The points after which the attacker threatens five no more.
    fn shutting_answers(&mut self, four: Point) -> PointSet {
        let mut near = PointSet::EMPTY;
        for place in places(four) {
            let line = self.lines.line(place);
            if line.fives[self.attacker.index()] != 0 {
                let around = self.lines.empties(place) & reach(place.bit);
                bits(around).for_each(|bit| near.insert(point_of(Place { bit, ..place })));
            }
        }
        let mut answers = PointSet::EMPTY;
        for point in near.iter() {
            let trace = self.lines.play(!self.attacker, point);
            if !self.lines.has_five(self.attacker) {
                answers.insert(point);
            }
            self.lines.undo(&trace);
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

    #[inline]
    fn play(&mut self, color: Color, point: Point) -> Trace {
        self.key ^= zobrist::stone(color, point);
        self.vcf.path.push(point);
        self.lines.play(color, point)
    }

    #[inline]
    fn undo(&mut self, trace: &Trace) {
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
    pub(super) fn advance(&mut self) {
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

/// The lines of the position; what is known about other kinds of boards is forgotten.
fn follow(vcf: &mut Vcf, position: &Position) -> Box<Lines> {
    match vcf.lines.take() {
        Some(mut lines) if lines.is_like(position) => {
            lines.follow(position);
            lines
        }
        known => {
            if known.is_some() {
                vcf.clear();
            }
            Box::new(Lines::new(position))
        }
    }
}
