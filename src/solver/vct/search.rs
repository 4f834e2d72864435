//! The proof-number search itself.

use super::moves::View;
use super::table::Numbers;
use super::{Vct, VctLimits};
use crate::board::{Point, PointSet};
use crate::clock::StopSignal;
use crate::pattern::Threat;
use crate::position::Position;
use crate::solver::{Aborted, Interrupt};

/// Tells a position in which the side to move defends from the same one in which it attacks.
const DEFENSE: u64 = 0x5bd1_e995_9e37_79b9;
/// The clock is looked at whenever this many positions have passed; a power of two.
const CLOCK_INTERVAL: u64 = 16;

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Attacker,
    Defender,
}

/// One run of a solver.
pub struct Search<'a> {
    pub vct: &'a mut Vct,
    pub limits: &'a VctLimits,
    pub interrupt: Interrupt,
    end: u64,
}

impl<'a> Search<'a> {
    pub fn new(vct: &'a mut Vct, limits: &'a VctLimits, stop: &StopSignal) -> Search<'a> {
        let end = vct.nodes().saturating_add(limits.nodes);
        let interrupt = Interrupt { stop: Some(stop.clone()), budget: limits.budget.clone() };
        Search { vct, limits, interrupt, end }
    }

    /// Whether the side to move wins; if so, there is as much effort again to read the win out.
    pub fn root(&mut self, position: &mut Position) -> Result<bool, Aborted> {
        let is_won = self.settle(position, Role::Attacker)?.phi == 0;
        self.end = self.end.saturating_add(self.limits.nodes);
        Ok(is_won)
    }

    /// Decides a position unless that is done already.
    pub fn settle(&mut self, position: &mut Position, role: Role) -> Result<Numbers, Aborted> {
        let known = self.vct.table.get(role.key(position.key()));
        if let Some(known) = known
            && (known.phi == 0 || known.delta == 0)
        {
            return Ok(known);
        }
        self.decide(position, role)
    }

    /// Decides a position by searching it.
    pub fn decide(&mut self, position: &mut Position, role: Role) -> Result<Numbers, Aborted> {
        let least = Numbers { phi: Numbers::INFINITE, delta: Numbers::INFINITE, plies: 0 };
        self.refine(position, role, least)
    }

    /// Gives up if a limit is reached.
    pub fn check(&self) -> Result<(), Aborted> {
        let is_over = self.vct.nodes() >= self.end || self.interrupt.is_due();
        if is_over { Err(Aborted) } else { Ok(()) }
    }

    pub fn view(&mut self, position: &mut Position, role: Role) -> Result<View, Aborted> {
        match role {
            Role::Attacker => self.view_attack(position),
            Role::Defender => self.view_defense(position),
        }
    }

    /// Searches until a number reaches its threshold.
    fn refine(
        &mut self,
        position: &mut Position,
        role: Role,
        thresholds: Numbers,
    ) -> Result<Numbers, Aborted> {
        let start = self.vct.nodes();
        if start >= self.end
            || (self.vct.nodes.is_multiple_of(CLOCK_INTERVAL) && self.interrupt.is_due())
        {
            return Err(Aborted);
        }
        self.vct.nodes += 1;
        let numbers = match (self.view(position, role)?, role) {
            (View::Won(plies), Role::Attacker) => Numbers::reached(plies as u16),
            (View::Won(plies), Role::Defender) => Numbers::failed(plies as u16),
            (View::Lost, Role::Attacker) => Numbers::failed(0),
            (View::Lost, Role::Defender) => Numbers::reached(0),
            (View::Open { moves, otherwise }, _) => {
                self.refine_open(position, role, thresholds, &moves, otherwise)?
            }
        };
        let work = self.vct.nodes() - start;
        self.vct.table.put(role.key(position.key()), numbers, work);
        Ok(numbers)
    }

    fn refine_open(
        &mut self,
        position: &mut Position,
        role: Role,
        thresholds: Numbers,
        moves: &PointSet,
        otherwise: usize,
    ) -> Result<Numbers, Aborted> {
        loop {
            let survey = self.survey(position, role, moves, otherwise);
            let numbers = survey.numbers;
            if numbers.phi >= thresholds.phi || numbers.delta >= thresholds.delta {
                return Ok(numbers);
            }
            let Some((point, best)) = survey.best else { return Ok(numbers) };
            let others = numbers.delta.saturating_sub(best.phi);
            // Some slack, so that two equally good moves do not take turns at every step.
            let second = survey.second.saturating_add(1 + survey.second / 4);
            let child = Numbers {
                phi: thresholds.delta.saturating_sub(others).min(Numbers::INFINITE),
                delta: thresholds.phi.min(second),
                plies: 0,
            };
            position.play(point);
            let result = self.refine(position, role.other(), child);
            position.undo();
            result?;
        }
    }

    /// The numbers of a position by those of its successors.
    fn survey(
        &self,
        position: &Position,
        role: Role,
        moves: &PointSet,
        otherwise: usize,
    ) -> Survey {
        let mut survey = Survey {
            numbers: Numbers { phi: Numbers::INFINITE, delta: 0, plies: 0 },
            best: None,
            second: Numbers::INFINITE,
        };
        let choices = moves.len() as u32;
        let mut longest = otherwise as u16;
        let mut shortest = u16::MAX;
        for point in moves.iter() {
            let key = role.other().key(position.key_after(point));
            let child = self.vct.table.get(key).unwrap_or_else(|| match role {
                Role::Attacker => fresh_threat(position, point, choices),
                Role::Defender => Numbers::FRESH,
            });
            survey.add(point, child);
            longest = longest.max(child.plies.saturating_add(1));
            if child.delta == 0 {
                shortest = shortest.min(child.plies.saturating_add(1));
            }
        }
        let numbers = &mut survey.numbers;
        numbers.plies = match role {
            Role::Attacker if numbers.phi == 0 => shortest,
            Role::Defender if numbers.delta == 0 => longest,
            _ => 0,
        };
        survey
    }
}

/// The numbers of a threat not looked at yet, one of so many. The more of them there are and the
/// weaker it is, the further it seems from a proof: so the search prefers to go deep where the
/// attacker has strong moves.
fn fresh_threat(position: &Position, point: Point, choices: u32) -> Numbers {
    let effort = match position.threat(position.to_move(), point) {
        Threat::DoubleThree | Threat::Suspect | Threat::FourThree | Threat::OpenFour => 1,
        Threat::ThreePlus => 2,
        Threat::Three | Threat::FourPlus => 4,
        _ => 8,
    };
    Numbers { phi: 1, delta: effort * choices, plies: 0 }
}

/// What the successors of a position say about it.
struct Survey {
    numbers: Numbers,
    /// The most promising successor.
    best: Option<(Point, Numbers)>,
    /// The `delta` of the next one.
    second: u32,
}

impl Survey {
    fn add(&mut self, point: Point, child: Numbers) {
        let is_decided = self.numbers.delta == Numbers::INFINITE || child.phi == Numbers::INFINITE;
        let sum = (self.numbers.delta + child.phi).min(Numbers::INFINITE - 1);
        self.numbers.delta = if is_decided { Numbers::INFINITE } else { sum };
        if child.delta < self.numbers.phi || self.best.is_none() {
            self.second = self.numbers.phi;
            self.numbers.phi = child.delta;
            self.best = Some((point, child));
        } else {
            self.second = self.second.min(child.delta);
        }
    }
}

impl Role {
    pub fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }

    /// The key of a position in the table.
    pub fn key(self, key: u64) -> u64 {
        match self {
            Role::Attacker => key,
            Role::Defender => key ^ DEFENSE,
        }
    }
}
