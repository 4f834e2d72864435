//! Games of the engine against itself at a fixed number of nodes, written as a dataset.
//!
//! The engine alone would seldom meet a bad position. So it now and then plays a sensible move that
//! it does not like best, and in one game of eight one of the classic players has a color. What is
//! recorded is the same everywhere: the engine's opinion of the position, and the move played.
//!
//! A game depends on the seed and its number only, and games are written in the order of their
//! numbers, so a file is the same whatever the number of threads, and can be continued.

use super::dataset::{Dataset, Game, Header, Searched, Step};
use super::game::{Boards, OwnGame, mixed_size};
use super::opening::{play_opening, search};
use super::output::Output;
use crate::board::{Color, Point};
use crate::eval::Evaluator;
use crate::pattern::Threat;
use crate::position::Position;
use crate::progress::ProgressBar;
use crate::rng::{Rng, mix};
use crate::rules::Rule;
use crate::score::Score;
use crate::search::Searcher;
use crate::sparring::{Kind, Player};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// Memory of one thread's transposition table.
const TABLE_BYTES: usize = 4 << 20;
/// Moves after the opening that may deviate from the best one.
const DEVIATING_PLIES: usize = 20;
/// How many promising moves a deviation chooses from.
const DEVIATION_CHOICE: usize = 8;
/// One game in this many is against a classic player.
const PARTNER_GAMES: usize = 8;

/// `tuner selfplay`
#[derive(clap::Args, Clone, Debug)]
pub struct SelfplayOptions {
    /// The rule of all games.
    #[arg(long)]
    pub rule: Rule,
    /// The board: 15, 20x15, or "mixed" for a mixture of the sizes in use.
    #[arg(long, default_value = "mixed")]
    pub size: Boards,
    /// How many games the file shall hold.
    #[arg(long)]
    pub games: u32,
    /// Nodes per move.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(50..))]
    pub nodes: u32,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    #[command(flatten)]
    pub output: Output,
}

/// A classic player who has one color of a game.
struct Partner {
    color: Color,
    player: Box<dyn Player>,
}

/// Plays the games that the file does not hold yet.
pub fn run(options: &SelfplayOptions) -> Result<()> {
    let header = Header {
        rule: options.rule,
        size: options.size.common(),
        nodes: options.nodes,
        seed: options.seed,
    };
    let (mut file, done) = options.output.open(&header.to_bytes(), |bytes| done(&header, bytes))?;
    let mut bar = ProgressBar::new(options.games.into(), done.into());
    let next = AtomicU32::new(done);
    let is_failing = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, next, is_failing) = (sender.clone(), &next, &is_failing);
            scope.spawn(move || {
                let mut searcher = Searcher::new(TABLE_BYTES, 1);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.games || is_failing.load(Ordering::Relaxed) {
                        return;
                    }
                    searcher.clear();
                    let game = play_game(&header, number, &searcher);
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(&mut file, receiver, done, &mut bar);
        is_failing.store(result.is_err(), Ordering::Relaxed);
        result.with_context(|| options.output.out.display().to_string())
    })?;
    Ok(())
}

/// Writes games in the order of their numbers, the first of which is `next`.
fn write_in_order(
    file: &mut File,
    games: mpsc::Receiver<Game>,
    mut next: u32,
    bar: &mut ProgressBar,
) -> std::io::Result<()> {
    let mut waiting = BTreeMap::new();
    for game in games {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&next) {
            file.write_all(&game.to_bytes())?;
            next += 1;
            bar.advance(next.into(), "games,");
        }
    }
    Ok(())
}

/// How many bytes of an output are whole, and how many games they hold.
fn done(header: &Header, bytes: &[u8]) -> Result<(usize, u32)> {
    let dataset = Dataset::from_bytes(bytes)?;
    let old = dataset.header;
    ensure!(old == *header, "begun with other options: {old}");
    let in_order = dataset.games.iter().zip(0..).all(|(game, number)| game.number == number);
    ensure!(in_order, "the games are not numbered from 0 without a gap");
    Ok((dataset.whole_bytes, dataset.games.len() as u32))
}

/// Plays one game.
pub fn play_game(header: &Header, number: u32, searcher: &Searcher) -> Game {
    let mut rng = header.rng(number);
    let size = header.size.unwrap_or_else(|| mixed_size(&mut rng));
    let nodes = u64::from(header.nodes);
    let mut partner = Partner::draw(&mut rng);
    let opening = play_opening(&mut rng, size, header.rule, 2 * nodes, searcher);
    let mut steps: Vec<Step> =
        opening.moves().map(|played| Step { played, searched: None }).collect();
    let last_deviating = steps.len() + DEVIATING_PLIES;
    let mut game = OwnGame::new(opening);
    while !game.is_over() {
        let Some((best, score)) = search(searcher, &game.position, nodes) else { break };
        let played = if let Some(partner) = partner.as_mut().filter(|it| it.is_to_move(&game)) {
            partner.choose(&game)
        } else if steps.len() < last_deviating && rng.chance(1, 9) {
            deviation(&mut rng, &mut game.position, score)
        } else {
            None
        };
        let played = played.unwrap_or(best);
        let is_known = score > -Score::INFINITE;
        steps.push(Step { played, searched: is_known.then_some(Searched { best, score }) });
        game.play(played);
    }
    Game { number, rule: header.rule, size, winner: game.winner(), steps }
}

impl Header {
    /// What is drawn in the game of this number.
    fn rng(&self, number: u32) -> Rng {
        Rng::new(mix(self.seed) ^ u64::from(number))
    }
}

impl Partner {
    /// A partner for one game, if it is one of those that have one.
    fn draw(rng: &mut Rng) -> Option<Partner> {
        if !rng.chance(1, PARTNER_GAMES) {
            return None;
        }
        let (color, kind) = (*rng.choose(&Color::ALL)?, *rng.choose(&Partner::candidates())?);
        Some(Partner { color, player: kind.player(rng.bits()) })
    }

    /// Those that choose much faster than the engine searches, and better than at random.
    fn candidates() -> Vec<Kind> {
        let is_left_out = |kind: &Kind| matches!(kind, Kind::Random | Kind::Mcts);
        Kind::ALL.into_iter().filter(|kind| !is_left_out(kind)).collect()
    }

    fn is_to_move(&self, game: &OwnGame) -> bool {
        game.position.to_move() == self.color
    }

    fn choose(&mut self, game: &OwnGame) -> Option<Point> {
        self.player.choose(&game.situation())
    }
}

/// A legal move that looks sensible without search, so that bad positions come up too; none where
/// the game is decided or a threat leaves no choice.
fn deviation(rng: &mut Rng, position: &mut Position, score: Score) -> Option<Point> {
    let other = !position.to_move();
    let is_pressed = position.has_five(other) || position.count(other, Threat::OpenFour) > 0;
    if score.is_decided() || is_pressed {
        return None;
    }
    let evaluator = Evaluator::new(position);
    let mut points: Vec<Point> = position.candidates().iter().collect();
    points.retain(|&point| !position.is_forbidden(point));
    points.sort_by_key(|&point| -evaluator.promise(position, point));
    if !rng.chance(1, 4) {
        points.truncate(DEVIATION_CHOICE);
    }
    rng.choose(&points).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn header(rule: Rule) -> Header {
        Header { rule, size: Some(Size::square(9).unwrap()), nodes: 60, seed: 5 }
    }

    fn partner(header: &Header, number: u32) -> Option<Partner> {
        Partner::draw(&mut header.rng(number))
    }

    #[test]
    fn about_every_eighth_game_has_a_partner_of_either_color() {
        let header = header(Rule::Freestyle);
        let colors: Vec<Color> =
            (0..4000).filter_map(|number| partner(&header, number)).map(|it| it.color).collect();
        assert!((420..580).contains(&colors.len()), "{}", colors.len());
        let black = colors.iter().filter(|&&color| color == Color::Black).count();
        assert!(black * 3 > colors.len() && black * 3 < colors.len() * 2, "{black}");
    }

    #[test]
    fn the_partner_makes_the_moves_of_one_color_and_they_count_as_deviations() {
        let searcher = Searcher::new(1 << 20, 1);
        for rule in [Rule::Standard, Rule::Renju] {
            let header = header(rule);
            let with_partner = (0..).filter_map(|number| Some((number, partner(&header, number)?)));
            let (mut moves, mut deviations) = (0, 0);
            for (number, mut partner) in with_partner.take(4) {
                let game = play_game(&header, number, &searcher);
                let opening = game.steps.iter().take_while(|it| it.searched.is_none()).count();
                let mut position = Position::new(game.size, rule);
                game.steps[..opening].iter().for_each(|step| position.play(step.played));
                let mut replayed = OwnGame::new(position);
                for step in &game.steps[opening..] {
                    if partner.is_to_move(&replayed) {
                        assert_eq!(partner.choose(&replayed), Some(step.played));
                        moves += 1;
                        deviations += usize::from(step.deviates());
                    }
                    replayed.play(step.played);
                }
                assert!(replayed.is_over());
            }
            assert!(deviations * 4 > moves && moves >= 12, "{rule}: {deviations} of {moves}");
        }
    }

    #[test]
    fn a_game_does_not_depend_on_those_before_it() {
        let header = header(Rule::Freestyle);
        let number = (0..).find(|&number| partner(&header, number).is_some()).unwrap();
        let mut searcher = Searcher::new(1 << 20, 1);
        let game = play_game(&header, number, &searcher);
        searcher.clear();
        play_game(&header, number + 1, &searcher);
        searcher.clear();
        assert_eq!(play_game(&header, number, &searcher), game);
    }
}
