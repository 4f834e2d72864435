//! Victory by fours and threes: every proof is replayed against every defense.

use crate::brute::stops_five;
use crate::vcf::{board_of, picture, position_of, random_board};
use fukumi::board::{Board, Color, Content, Point, Size};
use fukumi::clock::StopSignal;
use fukumi::rng::Rng;
use fukumi::rules::{Referee, Rule, forbidden, winning_points};
use fukumi::solver::{Answer, Proof, Vcf, VcfLimits, Vct, VctLimits};

/// Checks proofs by the rules alone; the four-solver only suggests what to look at.
struct Judge {
    rule: Rule,
    attacker: Color,
    vcf: Vcf,
    /// Defenses replayed.
    defenses: usize,
}

impl Judge {
    fn new(rule: Rule, attacker: Color) -> Judge {
        Judge { rule, attacker, vcf: Vcf::new(1 << 16), defenses: 0 }
    }

    /// Whether the proof shows a win of the attacker, who is to move.
    fn accepts(&mut self, board: &mut Board, proof: &Proof) -> Result<(), String> {
        let Proof::Play { point, answers } = proof else { return self.wins_by_fours(board) };
        if !self.may_play(board, self.attacker, *point) {
            return Err(format!("{point} cannot be played"));
        }
        board.set(*point, Content::Stone(self.attacker));
        let counter = winning_points(self.rule, board, !self.attacker);
        if !counter.is_empty() {
            return Err(format!("after {point} the other side makes five"));
        }
        for defense in board.empties().collect::<Vec<_>>() {
            if !self.may_play(board, !self.attacker, defense) {
                continue;
            }
            self.defenses += 1;
            board.set(defense, Content::Stone(!self.attacker));
            let listed = answers.iter().find(|(answer, _)| *answer == defense);
            let result = self.accepts(board, listed.map_or(&Proof::Fours, |(_, proof)| proof));
            board.set(defense, Content::Empty);
            result.map_err(|error| format!("{point} {defense}: {error}"))?;
        }
        board.set(*point, Content::Empty);
        Ok(())
    }

    fn wins_by_fours(&mut self, board: &mut Board) -> Result<(), String> {
        if !winning_points(self.rule, board, self.attacker).is_empty() {
            return Ok(());
        }
        let mut position = position_of(self.rule, board, self.attacker);
        let hint = self.vcf.solve(&mut position, VcfLimits::exhaustive(1_000_000));
        let Answer::Win(line) = hint else {
            return Err(format!("no win by fours\n{}", picture(board)));
        };
        let four = line[0];
        if !self.may_play(board, self.attacker, four) {
            return Err(format!("the four {four} cannot be played"));
        }
        board.set(four, Content::Stone(self.attacker));
        let result = self.loses_to_four(board);
        board.set(four, Content::Empty);
        result
    }

    fn loses_to_four(&mut self, board: &mut Board) -> Result<(), String> {
        let fives = winning_points(self.rule, board, self.attacker);
        let counter = winning_points(self.rule, board, !self.attacker);
        if fives.is_empty() || !counter.is_empty() {
            return Err("a four that does not force".into());
        }
        for answer in board.empties().collect::<Vec<_>>() {
            if stops_five(self.rule, board, !self.attacker, answer, &fives) {
                board.set(answer, Content::Stone(!self.attacker));
                let result = self.wins_by_fours(board);
                board.set(answer, Content::Empty);
                result?;
            }
        }
        Ok(())
    }

    fn may_play(&self, board: &Board, color: Color, point: Point) -> bool {
        board.is_empty(point) && (!self.rule.forbids(color) || forbidden(board, point).is_none())
    }
}

#[test]
fn proofs_hold_against_every_defense() {
    let mut rng = Rng::new(3);
    let limits = VctLimits::nodes(20_000);
    for rule in Rule::ALL {
        let mut vct = Vct::new(1 << 20);
        let (mut proofs, mut defenses) = (0, 0);
        for number in 0..240 {
            let (side, density) = [(8, 22), (9, 20), (10, 16), (12, 12)][number % 4];
            let board = random_board(rule, Size::square(side).unwrap(), density, &mut rng);
            let attacker = if number % 2 == 0 { Color::Black } else { Color::White };
            let mut position = position_of(rule, &board, attacker);
            let proof = vct.prove(&mut position, &limits, &StopSignal::default());
            assert_eq!(board_of(&position), board);
            let Some(proof) = proof.filter(|proof| *proof != Proof::Fours && proof.size() < 200)
            else {
                continue;
            };
            let mut judge = Judge::new(rule, attacker);
            if let Err(error) = judge.accepts(&mut board.clone(), &proof) {
                panic!("{rule} {attacker}: {error}\n{}", picture(&board));
            }
            let answer = vct.solve(&mut position, &limits, &StopSignal::default());
            let Answer::Win(line) = answer else { panic!("{rule}: the win is lost: {answer:?}") };
            let mut game = Referee::from_board(rule, board.clone(), attacker);
            for point in line {
                game.play(point).unwrap();
            }
            assert_eq!(game.outcome().winner(), Some(attacker), "{rule}\n{}", picture(&board));
            proofs += 1;
            defenses += judge.defenses;
        }
        assert!(proofs > 15 && defenses > 1_000, "{rule}: {proofs} proofs, {defenses} defenses");
    }
}
