//! The fast tables against the slow rules: random games under every rule on odd sizes, compared
//! after each play, pass and undo.

use fukumi::board::notation::{Rows, parse_moves};
use fukumi::board::{Board, Color, Content, Direction, Point, PointSet, Size};
use fukumi::pattern::{Shape, Threat};
use fukumi::position::Position;
use fukumi::rng::Rng;
use fukumi::rules::{Rule, forbidden_points, winning_points, winning_row, wins};

const SIZES: [(usize, usize); 5] = [(5, 5), (7, 12), (32, 5), (15, 15), (20, 20)];

/// A position and the plain board it must agree with.
struct Pair {
    position: Position,
    board: Board,
}

impl Pair {
    fn new(rule: Rule, size: Size, dead: &PointSet) -> Pair {
        let mut board = Board::new(size);
        for point in dead {
            board.set(point, Content::Dead);
        }
        Pair { position: Position::with_dead(size, rule, dead), board }
    }

    fn play(&mut self, point: Point) {
        self.board.set(point, Content::Stone(self.position.to_move()));
        self.position.play(point);
    }

    fn undo(&mut self) {
        if let Some(point) = self.position.played(0) {
            self.board.set(point, Content::Empty);
        }
        self.position.undo();
    }

    /// A point to play: mostly where somebody threatens something, so that the walk sees lines.
    fn pick(&self, rng: &mut Rng) -> Option<Point> {
        let sharp: Vec<Point> = (self.position.empties().iter())
            .filter(|&point| {
                let threats = Color::ALL.map(|color| self.position.threat(color, point));
                threats.iter().any(|&threat| threat >= Threat::Three)
            })
            .collect();
        let near: Vec<Point> = self.position.candidates().iter().collect();
        let empties: Vec<Point> = self.position.empties().iter().collect();
        let point = match rng.below(10) {
            0..3 => rng.choose(&sharp).or_else(|| rng.choose(&near)),
            3..7 => rng.choose(&near),
            _ => rng.choose(&empties),
        };
        point.copied().filter(|_| !empties.is_empty())
    }

    fn context(&self) -> String {
        let Pair { position, board } = self;
        format!("{}, {} to move\n{board}", position.rule(), position.to_move())
    }

    fn compare(&mut self) {
        self.position.verify().unwrap_or_else(|error| panic!("{error}; {}", self.context()));
        self.compare_stones();
        for color in Color::ALL {
            self.compare_fives(color);
        }
        self.compare_fouls();
    }

    fn compare_stones(&self) {
        let Pair { position, board } = self;
        for color in Color::ALL {
            assert_eq!(position.stones(color), board.stones(color), "{}", self.context());
        }
        assert_eq!(position.dead(), board.dead());
        assert!(position.empties().iter().eq(board.empties()), "{}", self.context());
        assert_eq!(position.is_full(), board.empties().next().is_none());
        assert!(position.candidates().difference(&position.empties()).is_empty());
        assert_eq!(position.candidates().is_empty(), position.is_full(), "{}", self.context());
    }

    fn compare_fives(&self, color: Color) {
        let Pair { position, board } = self;
        let expected: PointSet =
            winning_points(position.rule(), board, color).into_iter().collect();
        assert_eq!(*position.points(color, Threat::Five), expected, "{color}; {}", self.context());
        assert_eq!(position.has_five(color), !expected.is_empty());
    }

    /// Both sides are asked, the one that is not to move after a pass.
    fn compare_fouls(&mut self) {
        for color in Color::ALL {
            let expected: PointSet = match self.position.rule().forbids(color) {
                true => forbidden_points(&self.board).into_iter().map(|(point, _)| point).collect(),
                false => PointSet::EMPTY,
            };
            let key = self.position.key();
            let passes = self.position.to_move() != color;
            if passes {
                self.position.pass();
            }
            let found = self.position.forbidden_points();
            if passes {
                self.position.undo();
            }
            let context = || format!("{color}; {}", self.context());
            assert_eq!(found, expected, "{}", context());
            assert_eq!(self.position.key(), key, "{}", context());
            for point in self.board.empties() {
                let is_forbidden = self.position.is_forbidden_to(color, point);
                assert_eq!(is_forbidden, expected.contains(point), "{point} {color}");
            }
        }
    }
}

/// Everything that undo must bring back.
fn fingerprint(position: &Position) -> (u64, Color, PointSet, Vec<[u16; 2]>) {
    let codes = (position.size().points())
        .map(|point| Color::ALL.map(|color| position.code(color, point).index() as u16))
        .collect();
    (position.key(), position.to_move(), position.candidates(), codes)
}

/// What a walk does next.
enum Step {
    Play(Point),
    Pass,
    Undo,
}

/// Plays that put five stones of one color close together on a line, passes between them.
fn sow(position: &Position, rng: &mut Rng) -> Vec<Step> {
    let empties: Vec<Point> = position.empties().iter().collect();
    let Some((&center, &direction)) = rng.choose(&empties).zip(rng.choose(&Direction::ALL)) else {
        return Vec::new();
    };
    let mut line: Vec<Point> = (-4..=4)
        .filter_map(|distance| center.step(direction, distance, position.size()))
        .filter(|&point| position.is_empty(point))
        .collect();
    rng.shuffle(&mut line);
    let stones = line.into_iter().take(5);
    stones.flat_map(|point| [Step::Play(point), Step::Pass]).collect()
}

fn steps(pair: &Pair, rng: &mut Rng) -> Vec<Step> {
    match rng.below(40) {
        0..2 => vec![Step::Pass],
        2..8 => vec![Step::Undo],
        8..10 => sow(&pair.position, rng),
        _ => vec![pair.pick(rng).map_or(Step::Undo, Step::Play)],
    }
}

fn walk(rule: Rule, size: Size, dead: &PointSet, seed: u64, check: &mut dyn FnMut(&mut Pair)) {
    let mut rng = Rng::new(seed);
    let mut pair = Pair::new(rule, size, dead);
    let mut before = Vec::new();
    for _ in 0..size.area().min(120) {
        for step in steps(&pair, &mut rng) {
            if !matches!(step, Step::Undo) {
                before.push(fingerprint(&pair.position));
            }
            match step {
                Step::Play(point) => pair.play(point),
                Step::Pass => pair.position.pass(),
                Step::Undo => {
                    let expected = before.pop();
                    pair.undo();
                    assert!(expected.is_none_or(|it| it == fingerprint(&pair.position)));
                }
            }
            check(&mut pair);
        }
    }
}

/// Walks under every rule on every size, without and with dead stones.
fn walks(mut check: impl FnMut(&mut Pair, &mut Rng)) {
    let mut rng = Rng::new(20);
    for rule in Rule::ALL {
        for (width, height) in SIZES {
            let size = Size::new(width, height).unwrap();
            for dead_stones in [0, size.area() / 12] {
                let mut points: Vec<Point> = size.points().collect();
                rng.shuffle(&mut points);
                let dead = points.into_iter().take(dead_stones).collect();
                let seed = rng.bits();
                walk(rule, size, &dead, seed, &mut |pair| check(pair, &mut rng));
            }
        }
    }
}

#[test]
fn positions_agree_with_the_rules_all_along_random_games() {
    walks(|pair, _| pair.compare());
}

#[test]
fn the_order_of_moves_leaves_no_trace() {
    walks(|pair, rng| {
        if !rng.chance(1, 12) {
            return;
        }
        let Pair { position, board } = pair;
        let mut other = Position::with_dead(position.size(), position.rule(), position.dead());
        for color in Color::ALL {
            let mut stones: Vec<Point> = board.stones(color).iter().collect();
            rng.shuffle(&mut stones);
            for point in stones {
                if other.to_move() != color {
                    other.pass();
                }
                other.play(point);
            }
        }
        if other.to_move() != position.to_move() {
            other.pass();
        }
        assert_eq!(fingerprint(&other), fingerprint(position), "{}", pair.context());
    });
}

/// What fours mean, over all lines together, for a color that forbids itself nothing.
#[test]
fn four_threatens_five_and_open_four_cannot_be_stopped() {
    let mut seen = [0; Threat::COUNT];
    walks(|pair, rng| {
        let rule = pair.position.rule();
        for color in Color::ALL {
            if rule.forbids(color) || pair.position.has_five(color) {
                continue;
            }
            let empties: Vec<Point> = pair.board.empties().collect();
            let makes_four =
                |&point: &Point| pair.position.threat(color, point).is_four_or_better();
            let mut asked: Vec<Point> =
                empties.iter().copied().filter(makes_four).filter(|_| rng.chance(1, 3)).collect();
            asked.extend((0..3).filter_map(|_| rng.choose(&empties)));
            for point in asked {
                let threat = pair.position.threat(color, point);
                let mut board = pair.board.clone();
                board.set(point, Content::Stone(color));
                let fives = winning_points(rule, &board, color);
                assert_eq!(threat.is_four_or_better(), !fives.is_empty(), "{point} {}", {
                    pair.context()
                });
                seen[threat.index()] += 1;
                let stoppable = is_stoppable(rule, &mut board, color);
                if threat == Threat::OpenFour {
                    assert!(!stoppable, "{point} for {color}; {}", pair.context());
                } else if !rule.winning_row(color).needs_open_end {
                    assert!(stoppable, "{point} for {color}; {}", pair.context());
                }
            }
            let any =
                empties.iter().any(|&point| pair.position.threat(color, point).is_four_or_better());
            assert_eq!(pair.position.has_four(color), any, "{color}; {}", pair.context());
        }
    });
    for threat in [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour] {
        assert!(seen[threat.index()] > 50, "{threat:?} was met {} times", seen[threat.index()]);
    }
}

/// Whether some stone of the other side leaves `color` without a five.
fn is_stoppable(rule: Rule, board: &mut Board, color: Color) -> bool {
    let fives = winning_points(rule, board, color);
    let empties: Vec<Point> = board.empties().collect();
    fives.is_empty()
        || empties.into_iter().any(|answer| {
            board.set(answer, Content::Stone(!color));
            let stopped =
                !fives.iter().any(|&five| board.is_empty(five) && wins(rule, board, five, color));
            board.set(answer, Content::Empty);
            stopped
        })
}

/// One line of a board, alone on an empty board.
struct Line {
    rule: Rule,
    color: Color,
    board: Board,
    direction: Direction,
    point: Point,
}

impl Line {
    fn through(
        board: &Board,
        rule: Rule,
        color: Color,
        point: Point,
        direction: Direction,
    ) -> Line {
        let size = board.size();
        let mut alone = Board::new(size);
        for there in (-32..=32).filter_map(|distance| point.step(direction, distance, size)) {
            alone.set(there, board.content(there));
        }
        Line { rule, color, board: alone, direction, point }
    }

    /// The empty points that matter to a row through the point.
    fn near(&self) -> Vec<Point> {
        (-5..=5)
            .filter_map(|distance| self.point.step(self.direction, distance, self.board.size()))
            .filter(|&there| there != self.point && self.board.is_empty(there))
            .collect()
    }

    /// The line with one more stone.
    fn with(&self, point: Point, color: Color) -> Line {
        let mut board = self.board.clone();
        board.set(point, Content::Stone(color));
        Line { board, ..*self }
    }

    fn is_five(&self) -> bool {
        wins(self.rule, &self.board, self.point, self.color)
    }

    /// The points that complete a winning row through the stone on the point.
    fn fives(&self) -> Vec<Point> {
        let played = self.with(self.point, self.color);
        let completes = |&there: &Point| {
            let row = winning_row(self.rule, &played.board, there, self.color);
            row.is_some_and(|row| row.points().any(|stone| stone == self.point))
        };
        self.near().into_iter().filter(completes).collect()
    }

    fn is_four(&self) -> bool {
        !self.is_five() && !self.fives().is_empty()
    }

    /// Two different fours of a color to which that is forbidden, or a row that is too long.
    fn is_foul(&self) -> bool {
        if !self.rule.forbids(self.color) || self.is_five() {
            return false;
        }
        let row = (-5..=5)
            .map(|distance| self.point.step(self.direction, distance, self.board.size()))
            .collect::<Vec<_>>()
            .split(|there| {
                !there.is_some_and(|there| there == self.point || self.board.has(there, self.color))
            })
            .find(|run| run.contains(&Some(self.point)))
            .map_or(0, <[Option<Point>]>::len);
        match self.fives()[..] {
            [first, second] => first.distance(second) != 5,
            _ => row > 5,
        }
    }

    fn is_open_four(&self) -> bool {
        self.is_four()
            && !self.is_foul()
            && self.near().into_iter().all(|there| self.with(there, !self.color).is_four())
    }

    /// The shape of the point's stone, from three upward.
    fn shape(&self) -> Option<Shape> {
        if self.is_five() {
            return Some(Shape::Five);
        } else if self.is_foul() {
            return Some(Shape::Foul);
        } else if self.is_four() {
            return Some(if self.is_open_four() { Shape::OpenFour } else { Shape::Four });
        }
        let next: Vec<Line> =
            self.near().into_iter().map(|there| self.with(there, self.color)).collect();
        match next.iter().filter(|line| line.is_open_four()).count() {
            0 if next.iter().any(|line| line.is_four() && !line.is_foul()) => {
                Some(Shape::BlockedThree)
            }
            0 => None,
            1 => Some(Shape::SplitThree),
            _ => Some(Shape::OpenThree),
        }
    }
}

#[test]
fn shapes_from_three_upward_mean_what_they_say() {
    let mut seen = [0; Shape::COUNT];
    walks(|pair, rng| {
        let near: Vec<Point> = pair.position.candidates().iter().collect();
        for _ in 0..5 {
            let Some(&point) = rng.choose(&near) else { continue };
            for color in Color::ALL {
                let shapes = pair.position.shapes(color, point);
                for direction in Direction::ALL {
                    let rule = pair.position.rule();
                    let line = Line::through(&pair.board, rule, color, point, direction);
                    let shape = shapes[direction.index()];
                    let found = Some(shape).filter(|&shape| shape >= Shape::BlockedThree);
                    assert_eq!(
                        found,
                        line.shape(),
                        "{point} {direction:?} for {color}; {}",
                        pair.context()
                    );
                    seen[shape as usize] += 1;
                }
            }
        }
    });
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

#[test]
fn fouls_are_those_of_the_oracle() {
    let size = Size::square(15).unwrap();
    let points = |text: &str| parse_moves(text, size, Rows::FromTop).unwrap();
    let text = include_str!("data/renju_fouls.txt");
    let mut positions = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(';').collect();
        let mut pair = Pair::new(Rule::Renju, size, &PointSet::EMPTY);
        for (stones, color) in parts.iter().zip(Color::ALL) {
            for point in points(stones) {
                if pair.position.to_move() != color {
                    pair.position.pass();
                }
                pair.play(point);
            }
        }
        if pair.position.to_move() != Color::Black {
            pair.position.pass();
        }
        let expected: PointSet =
            parts[2].split_whitespace().map(|foul| points(&foul[1..])[0]).collect();
        assert_eq!(pair.position.forbidden_points(), expected, "{}", pair.context());
        positions += 1;
    }
    assert_eq!(positions, 160);
}
