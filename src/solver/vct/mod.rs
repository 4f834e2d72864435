//! Victory by continuous threats: fours and threes, proven against every defense.
//!
//! A three is a move after which the attacker would win by fours if the defender did nothing; of
//! these, open threes are tried. The four-solver tells whether a move threatens at all, and the
//! zone of its win is the complete list of quiet defenses; fours of the defender come on top. On
//! these moves runs a depth-first proof-number search.
//!
//! See: T. Thomsen, *Lambda-Search in Game Trees*, 2000.

mod moves;
mod proof;
mod search;
mod table;

pub use proof::Proof;

use super::{Aborted, Answer, Vcf};
use crate::board::{PointSet, Size};
use crate::clock::{Budget, StopSignal};
use crate::position::Position;
use crate::rules::Rule;
use search::Search;
use table::Table;

/// How hard to look.
#[derive(Clone, Debug)]
pub struct VctLimits {
    /// Positions to be looked at and fours to be played at most.
    pub nodes: u64,
    /// Fours that one attempt at a win by fours may play.
    pub vcf_nodes: u64,
    pub budget: Option<Budget>,
}

impl VctLimits {
    /// Fours that an attempt may play where nothing else is said.
    pub const VCF_NODES: u64 = 5_000;

    /// No limit but the number of nodes.
    pub const fn nodes(nodes: u64) -> VctLimits {
        VctLimits { nodes, vcf_nodes: VctLimits::VCF_NODES, budget: None }
    }
}

/// A solver for fours and threes; it keeps what it learned about positions between calls on boards
/// of one kind.
pub struct Vct {
    vcf: Vcf,
    table: Table,
    /// The kind of board that the table is about.
    board: Option<(Rule, Size, PointSet)>,
    /// Positions looked at.
    nodes: u64,
    /// Whether some position was given up because an attempt at fours grew too large, so that
    /// absence is not proven.
    is_tainted: bool,
}

impl Vct {
    /// A solver with tables of about this size.
    pub fn new(table_bytes: usize) -> Vct {
        Vct {
            vcf: Vcf::new(table_bytes / 4),
            table: Table::new(table_bytes / 4 * 3),
            board: None,
            nodes: 0,
            is_tainted: false,
        }
    }

    /// The positions looked at and the fours played since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.table.clear();
        self.is_tainted = false;
    }

    /// Looks for a win by fours and threes for the side to move; the position comes back as it was.
    pub fn solve(
        &mut self,
        position: &mut Position,
        limits: &VctLimits,
        stop: &StopSignal,
    ) -> Answer {
        self.prepare(position);
        let mut search = Search::new(self, limits, stop);
        match search.root(position) {
            Ok(true) => match search.line(position) {
                Ok(line) => Answer::Win(line),
                Err(Aborted) => Answer::Unknown,
            },
            Ok(false) if !self.is_tainted => Answer::NoWin,
            Ok(false) | Err(Aborted) => Answer::Unknown,
        }
    }

    /// The whole proof of a win, if one is found. It can be large.
    pub fn prove(
        &mut self,
        position: &mut Position,
        limits: &VctLimits,
        stop: &StopSignal,
    ) -> Option<Proof> {
        self.prepare(position);
        let mut search = Search::new(self, limits, stop);
        match search.root(position) {
            Ok(true) => search.tree(position).ok(),
            Ok(false) | Err(Aborted) => None,
        }
    }

    fn prepare(&mut self, position: &Position) {
        let board = (position.rule(), position.size(), *position.dead());
        if self.board.as_ref().is_some_and(|known| *known != board) {
            self.clear();
        }
        self.board = Some(board);
    }
}
