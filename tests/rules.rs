//! The rules by pictures: what wins, what is forbidden, and how games end.

use fukumi::board::diagram::Diagram;
use fukumi::board::notation::{Rows, parse_moves};
use fukumi::board::{Board, Color, Content, Point, Size, Symmetry};
use fukumi::rules::{
    Foul, Outcome, Referee, Rule, forbidden, forbidden_points, winning_points, wins,
};

/// The board with every point marked that is forbidden to black (3, 4, 6) or makes a five (5).
fn judged(board: &Board) -> Diagram {
    let fouls = forbidden_points(board).into_iter().map(|(point, foul)| (point, mark(foul)));
    let fives = winning_points(Rule::Renju, board, Color::Black).into_iter();
    let mut marks: Vec<(Point, char)> = fouls.chain(fives.map(|point| (point, '5'))).collect();
    marks.sort();
    Diagram { board: board.clone(), last: None, marks }
}

fn mark(foul: Foul) -> char {
    match foul {
        Foul::DoubleThree => '3',
        Foul::DoubleFour => '4',
        Foul::Overline => '6',
    }
}

/// Takes away the marks of a diagram, judges the board, and wants the same diagram back.
fn check_fouls(title: &str, picture: &str) {
    let expected: Diagram = picture.parse().unwrap_or_else(|error| panic!("{title}: {error}"));
    let found = judged(&expected.board);
    assert!(found == expected, "{title}\nexpected\n{expected}\nfound\n{found}");
}

/// The points of a line from edge to edge, in all four directions, on the smallest square that
/// holds it.
fn lines_of(length: usize) -> (Size, [Vec<Point>; 4]) {
    let size = Size::square(length).unwrap();
    let line = |at: fn(usize, usize) -> (usize, usize)| {
        (0..length).map(|step| at(step, length)).map(|(x, y)| Point::new(x, y)).collect()
    };
    let lines = [
        line(|step, length| (step, length / 2)),
        line(|step, length| (length / 2, step)),
        line(|step, _| (step, step)),
        line(|step, length| (step, length - 1 - step)),
    ];
    (size, lines)
}

/// The board with the stones of `picture` on `line`, `x` standing for `own`.
fn board_with(size: Size, line: &[Point], picture: &str, own: Color) -> Board {
    let mut board = Board::new(size);
    for (&point, symbol) in line.iter().zip(picture.chars()) {
        board.set(
            point,
            match symbol {
                'x' => Content::Stone(own),
                'o' => Content::Stone(!own),
                '#' => Content::Dead,
                _ => Content::Empty,
            },
        );
    }
    board
}

/// A single line from edge to edge, in every direction: `4`, `5` and `6` are what black finds on
/// it, and every other empty point of the board is legal and no five.
fn check_line(picture: &str) {
    let (size, lines) = lines_of(picture.len());
    for line in lines {
        let board = board_with(size, &line, picture, Color::Black);
        let found = judged(&board);
        let mut marks: Vec<(Point, char)> = (line.iter().copied().zip(picture.chars()))
            .filter(|(_, symbol)| symbol.is_ascii_digit())
            .collect();
        marks.sort();
        assert!(found.marks == marks, "{picture}\n{found}");
    }
}

/// A single line from edge to edge, in every direction: `*` are the points where `color`, written
/// `x`, wins; on the other empty points it does not.
fn check_wins(rule: Rule, color: Color, picture: &str) {
    let (size, lines) = lines_of(picture.len());
    for line in lines {
        let board = board_with(size, &line, picture, color);
        let found: Vec<Point> = winning_points(rule, &board, color);
        let mut expected: Vec<Point> = (line.iter().copied().zip(picture.chars()))
            .filter_map(|(point, symbol)| (symbol == '*').then_some(point))
            .collect();
        expected.sort();
        assert_eq!(found, expected, "{rule}, {color}: {picture}\n{board}");
    }
}

fn check_wins_of_both(rule: Rule, pictures: &[&str]) {
    for picture in pictures {
        for color in Color::ALL {
            check_wins(rule, color, picture);
        }
    }
}

#[test]
fn freestyle_takes_every_long_row() {
    let pictures =
        ["*xxxx", "xx*xx", "oxxxx*o", "o*xxxx*", "xxx*xxx", "xxxx*xxxx", "*xxxx*x", "xxx.oxx.."];
    check_wins_of_both(Rule::Freestyle, &pictures);
    check_wins_of_both(Rule::Freestyle, &["#xxxx*#", "xx#xx.x", ".xxx.", "o.xxx.o"]);
}

#[test]
fn standard_takes_exactly_five() {
    let pictures =
        ["*xxxx", "xx*xx", "oxxxx*o", "o*xxxx*", "xxx.xxx", "*xxxx.x", "*xxxx.xxxx*", "x.xxxx*o"];
    check_wins_of_both(Rule::Standard, &pictures);
    check_wins_of_both(Rule::Standard, &["xxxx*oxx", "#xx*xx#", "xxx.xx", "xxxx.xxxx"]);
}

#[test]
fn renju_takes_exactly_five_of_black_and_more_of_white() {
    for (black, white) in [
        ("*xxxx*.", "*xxxx*."),
        ("xxx.xxx", "xxx*xxx"),
        ("*xxxx.x", "*xxxx*x"),
        ("oxx*xxo", "oxx*xxo"),
        ("xxxx.xxxx", "xxxx*xxxx"),
    ] {
        check_wins(Rule::Renju, Color::Black, black);
        check_wins(Rule::Renju, Color::White, white);
    }
}

#[test]
fn caro_wants_an_end_without_an_opponents_stone() {
    let of_both_rules = [
        "oxx.xxo",  // Blocked at both ends.
        "oxx*xx.",  // One end is open.
        "oxxxx*",   // The edge blocks nothing,
        "xx*xx",    // not even at both ends,
        "#xx*xxo",  // nor does a dead stone.
        ".oxxxx.o", // A blocked five is nothing,
        "*xxxx*o",  // but a five one to the left has both ends open.
    ];
    check_wins_of_both(Rule::Caro, &of_both_rules);
    check_wins_of_both(Rule::CaroExact, &of_both_rules);
}

#[test]
fn caro_overlines_win_whatever_stands_at_their_ends() {
    for (caro, exact) in [
        ("oxxx*xxo", "oxxx.xxo"),
        ("oxxxx*xx", "oxxxx.xx"),
        ("x*xxxxo", "x.xxxxo"),
        ("xxx*xxx", "xxx.xxx"),
        ("*xxxx*xo", "*xxxx.xo"),
    ] {
        check_wins_of_both(Rule::Caro, &[caro]);
        check_wins_of_both(Rule::CaroExact, &[exact]);
    }
}

/// Every run of `length` points of the board, in every direction.
fn runs(size: Size, length: i64) -> Vec<Vec<Point>> {
    let mut runs = Vec::new();
    for start in size.points() {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let run: Option<Vec<Point>> = (0..length)
                .map(|step| size.point(start.x() as i64 + dx * step, start.y() as i64 + dy * step))
                .collect();
            runs.extend(run);
        }
    }
    runs
}

fn sizes() -> impl Iterator<Item = Size> {
    let sides = [(5, 5), (6, 6), (7, 5), (5, 9), (15, 15), (19, 13), (32, 5), (20, 20)];
    sides.into_iter().map(|(width, height)| Size::new(width, height).unwrap())
}

#[test]
fn every_line_of_five_wins_at_every_gap() {
    for size in sizes() {
        let (width, height) = (size.width() as i64, size.height() as i64);
        let runs = runs(size, 5);
        let straight = (width - 4) * height + width * (height - 4);
        let diagonal = 2 * (width - 4) * (height - 4);
        assert_eq!(runs.len() as i64, straight + diagonal, "{size}");
        for run in runs {
            for (rule, color) in both_colors_of_every_rule() {
                for gap in &run {
                    let board = board_of(size, &run, *gap, color);
                    assert!(wins(rule, &board, *gap, color));
                    let mut game = Referee::from_board(rule, board, color);
                    assert_eq!(game.play(*gap), Ok(Outcome::Five(color)), "{}", game.board());
                }
            }
        }
    }
}

#[test]
fn six_in_a_row_win_where_the_rule_says_so() {
    for size in sizes() {
        for run in runs(size, 6) {
            for (rule, color) in both_colors_of_every_rule() {
                for gap in &run[1..5] {
                    let board = board_of(size, &run, *gap, color);
                    let outcome = Referee::from_board(rule, board, color).play(*gap);
                    let expected = match (rule, color) {
                        (Rule::Freestyle | Rule::Caro, _) | (Rule::Renju, Color::White) => {
                            Outcome::Five(color)
                        }
                        (Rule::Renju, Color::Black) => Outcome::Foul(color, Foul::Overline),
                        (Rule::Standard | Rule::CaroExact, _) => Outcome::Ongoing,
                    };
                    assert_eq!(outcome, Ok(expected), "{rule} {color} {run:?} {gap}");
                }
            }
        }
    }
}

fn both_colors_of_every_rule() -> impl Iterator<Item = (Rule, Color)> {
    Rule::ALL.into_iter().flat_map(|rule| Color::ALL.map(|color| (rule, color)))
}

/// A board with a run of stones but for one gap.
fn board_of(size: Size, run: &[Point], gap: Point, color: Color) -> Board {
    let mut board = Board::new(size);
    for &point in run.iter().filter(|&&point| point != gap) {
        board.set(point, Content::Stone(color));
    }
    board
}

#[test]
fn fouls_on_a_single_line() {
    for picture in [
        "x.x4x.x",         // Two fours that share three stones,
        "xx.4x.xx",        // or two,
        "xxx.4.xxx",       // or only the new one.
        "xx.x4.xx",        // and from the other side.
        "..xx5xx..",       // Nothing but a five between twos.
        "..x.xx...",       // A straight four is one four.
        "xxx6xx",          // An overline,
        "xxxx6x",          // whatever it is made of,
        ".xxx6xxx.",       // however long,
        "o5xxxx6xo",       // and a five beside it.
        ".5xxxx5.5xxxx5.", // Fours that could only become six are none.
        "oxxx..xo",        // Neither are stones with no room for exactly five.
        "5xxxx5",
        "xxxx6xxxx",
    ] {
        check_line(picture);
    }
}

#[test]
fn double_threes() {
    check_fouls(
        "two open threes",
        ". . . . . . .
         . . . x . . .
         . . . x . . .
         . x x 3 . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    check_fouls(
        "threes with gaps",
        ". . . . . . . .
         . . . . x . . .
         . . . . x . . .
         . . . . . . . .
         . x x . 3 . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    check_fouls(
        "three threes are no better",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . x . . . .
         . . . . x . . . .
         . . x x 3 . . . .
         . . . . . x . . .
         . . . . . . x . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    check_fouls(
        "white at one end of a three",
        ". . . . . . .
         . . . x . . .
         . . . x . . .
         o x x . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    check_fouls(
        "a dead stone at one end of a three",
        ". . . . . . .
         . . . x . . .
         . . . x . . .
         # x x . . . .
         . . . . . . .
         . . . . . . .",
    );
    check_fouls(
        "the edge at one end of a three",
        ". . . x . . .
         . . . x . . .
         . x x . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    check_fouls(
        "room for a five and none for a straight four",
        ". . . . . . . .
         . . . x . . . .
         . . . x . . . .
         o . x . x . o .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
}

#[test]
fn fours_across() {
    check_fouls(
        "a four and a three are no foul",
        ". . . . . . . .
         . . . . x . . .
         . . . . x . . .
         o x x x . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    check_fouls(
        "two fours, each with one end",
        ". . . . o . . .
         . . . . x . . .
         . . . . x . . .
         . . . . x . . .
         o x x x 4 . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
}

#[test]
fn a_five_excuses_everything() {
    check_fouls(
        "a five with a four and a three",
        ". . . . o . . . . .
         . . . . x . . . . .
         . 3 . 3 x . . . . .
         . x 3 3 x . . . . .
         x x x x 5 x . . . .
         . 3 . . x . . . . .
         . 3 . . . . . . . .
         . . . . . . . . . .",
    );
    check_fouls(
        "a five with an overline",
        ". . . . x . . . .
         . . . . x . . . .
         . . . . x . . . .
         x x x x 5 . . . .
         . . . . x . . . .
         . . . . x . . . .
         . . . . . . . . .",
    );
}

/// In each picture e5 makes an open three in its column and a three in its row that only b5 could
/// turn into a straight four.
#[test]
fn a_three_counts_only_if_its_four_can_be_played() {
    check_fouls(
        "b5 is legal once e5 stands",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . x . . . .
         . . . . x . . . .
         . 3 x x 3 . o . .
         . x . . . . . . .
         . x . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    check_fouls(
        "b5 is an overline",
        ". . . . . . . . .
         . x . . . . . . .
         . x . . x . . . .
         . x . . x . . . .
         . 6 x x . . o . .
         . x . . 3 . . . .
         . x . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    check_fouls(
        "b5 would be a double-four",
        ". o . . . . . . .
         . x . . . . . . .
         . x . . x . . . .
         . x 3 3 x . . . .
         . . x x . . o . .
         . . . . 3 . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    check_fouls(
        "b5 makes a five",
        ". x . . . . . . .
         . x . . . . . . .
         . x . . x . . . .
         . x 3 3 x . . . .
         . 5 x x . . o . .
         . . . . 3 . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    check_fouls(
        "c5 would be a double-three, and so f5 is none",
        ". . . . . . . . . .
         . . . . . . . . . .
         . . x 3 . x . . . .
         . . x 3 3 x . . . .
         . . 3 x x . . o . .
         . . . x 3 . . . . .
         . . . . x . . . . .
         . . . . . . . . . .
         . . . . . . . . . .",
    );
}

#[test]
fn reported_positions() {
    let text = include_str!("data/renju_cases.txt");
    let cases: Vec<&str> = text.split("\n\n").skip(1).collect();
    assert_eq!(cases.len(), 23);
    for case in cases {
        let (title, picture) = case.split_once('\n').unwrap();
        check_fouls(title, picture);
    }
}

/// A board and its fouls.
type Verdict = (Board, Vec<(Point, char)>);

fn oracle() -> Vec<Verdict> {
    let size = Size::square(15).unwrap();
    let points = |text: &str| parse_moves(text, size, Rows::FromTop).unwrap();
    let text = include_str!("data/renju_fouls.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(';').collect();
            let mut board = Board::new(size);
            for (stones, color) in parts.iter().zip(Color::ALL) {
                for point in points(stones) {
                    board.set(point, Content::Stone(color));
                }
            }
            let fouls = parts[2].split_whitespace().map(|foul| {
                let (kind, point) = foul.split_at(1);
                (points(point)[0], kind.chars().next().unwrap())
            });
            (board, fouls.collect())
        })
        .collect()
}

fn fouls_of(board: &Board) -> Vec<(Point, char)> {
    forbidden_points(board).into_iter().map(|(point, foul)| (point, mark(foul))).collect()
}

#[test]
fn the_oracle_agrees_on_every_point() {
    let oracle = oracle();
    assert_eq!(oracle.len(), 160);
    for (board, fouls) in oracle {
        assert_eq!(fouls_of(&board), fouls, "\n{board}");
    }
}

#[test]
fn fouls_turn_with_the_board() {
    for (board, fouls) in oracle().into_iter().step_by(3) {
        let size = board.size();
        for symmetry in Symmetry::ALL {
            let mut turned = Board::new(size);
            for point in size.points() {
                turned.set(symmetry.apply(point, size), board.content(point));
            }
            let mut expected: Vec<(Point, char)> =
                fouls.iter().map(|&(point, foul)| (symmetry.apply(point, size), foul)).collect();
            expected.sort();
            assert_eq!(fouls_of(&turned), expected, "{symmetry:?}\n{board}");
        }
    }
}

#[test]
fn dead_stones_bound_a_board_as_edges_do() {
    let large = Size::new(19, 17).unwrap();
    let moved = |point: Point| Point::new(point.x() + 3, point.y() + 1);
    for (board, fouls) in oracle() {
        let mut framed = Board::new(large);
        for point in large.points() {
            framed.set(point, Content::Dead);
        }
        for point in board.size().points() {
            framed.set(moved(point), board.content(point));
        }
        let expected: Vec<(Point, char)> =
            fouls.into_iter().map(|(point, foul)| (moved(point), foul)).collect();
        assert_eq!(fouls_of(&framed), expected, "\n{board}");
    }
}

#[test]
fn occupied_points_and_points_off_the_board_are_not_forbidden() {
    for (board, _) in oracle() {
        for point in board.stones(Color::White).iter().chain(board.stones(Color::Black)) {
            assert_eq!(forbidden(&board, point), None);
        }
        assert_eq!(forbidden(&board, Point::new(15, 3)), None);
    }
}

#[test]
fn a_foul_loses_for_black_and_is_an_ordinary_move_for_white() {
    for (board, fouls) in oracle() {
        for (point, kind) in fouls {
            let outcome =
                Referee::from_board(Rule::Renju, board.clone(), Color::Black).play(point).unwrap();
            assert!(matches!(outcome, Outcome::Foul(Color::Black, foul) if mark(foul) == kind));
            let white =
                Referee::from_board(Rule::Renju, board.clone(), Color::White).play(point).unwrap();
            let five = wins(Rule::Renju, &board, point, Color::White);
            let expected = if five { Outcome::Five(Color::White) } else { Outcome::Ongoing };
            assert_eq!(white, expected);
        }
    }
}
