//! From lines to commands.

use super::coordinates::number;
use super::yixin::{self, List, Rest};
use super::{Command, Coordinates, Listing, ParseError, Setting};
use crate::board::Size;

/// Reads lines in any case, with any line end and any bytes in them, and never fails: what it
/// cannot read it reports.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    open: Option<Open>,
    yixin: bool,
}

/// A command whose end has not been seen.
#[derive(Clone, Debug)]
enum Open {
    Stones(Block, Listing),
    /// One line is still to come and will be passed over.
    Line,
    /// After an unknown `yx` command: points and a DONE, if there are any, belong to it.
    Unclear,
}

#[derive(Clone, Copy, Debug)]
enum Block {
    Board,
    Swap2Board,
    Yixin(List),
}

type Parsed = Result<Command, ParseError>;

impl Parser {
    /// Longer lines are not read. What a manager sends fits easily.
    pub const LONGEST_LINE: usize = 1 << 13;

    /// Takes the next line. Mostly one command or none comes out; two where a list breaks off.
    pub fn feed(&mut self, line: &[u8]) -> Vec<Parsed> {
        if line.len() > Parser::LONGEST_LINE {
            return self.skip();
        }
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Vec::new();
        }
        match self.open.take() {
            None => self.begin(text).into_iter().collect(),
            Some(Open::Line) => vec![Ok(Command::Yixin(yixin::Request::Ignored))],
            Some(Open::Unclear) => self.pass_over(text),
            Some(Open::Stones(block, listing)) => self.read_on(block, listing, text),
        }
    }

    /// A line that is not read: in a list it counts as no stone.
    fn skip(&mut self) -> Vec<Parsed> {
        match &mut self.open {
            Some(Open::Stones(_, listing)) => listing.read(""),
            Some(Open::Line) => self.open = None,
            Some(Open::Unclear) => {}
            None => return vec![Err(ParseError::TooLong)],
        }
        Vec::new()
    }

    /// Whether something has been seen that only Yixin-Board and its relatives say.
    pub fn speaks_yixin(&self) -> bool {
        self.yixin
    }

    /// The first line of a command; `None` if more has to come or there is nothing to do.
    fn begin(&mut self, text: &str) -> Option<Parsed> {
        let (word, argument) = split_word(text);
        let command = match word.to_ascii_uppercase().as_str() {
            "START" => return Some(size(argument, 1, ParseError::NoSize).map(Command::Start)),
            "RECTSTART" => return Some(size(argument, 2, ParseError::NoSides).map(Command::Start)),
            "TURN" => return Some(point("TURN", argument).map(Command::Turn)),
            "TAKEBACK" => return Some(point("TAKEBACK", argument).map(Command::Takeback)),
            "PLAY" => return Some(point("PLAY", argument).map(Command::Play)),
            "BOARD" => return self.open_block(Block::Board),
            "SWAP2BOARD" => return self.open_block(Block::Swap2Board),
            "INFO" => return self.info(argument).map(Ok),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            // Other managers say YXSTOP too, to whoever is late.
            "STOP" | "YXSTOP" => Command::Stop,
            "ABOUT" => Command::About,
            "END" => Command::End,
            _ if yixin::is_yixin(word) => return self.begin_yixin(word, argument, text).map(Ok),
            _ => Command::Unknown(text.to_owned()),
        };
        Some(Ok(command))
    }

    fn open_block(&mut self, block: Block) -> Option<Parsed> {
        self.open = Some(Open::Stones(block, Listing::default()));
        None
    }

    fn info(&mut self, argument: &str) -> Option<Command> {
        let setting = Setting::parse(argument)?;
        if matches!(setting, Setting::ShowDetail(_)) {
            self.yixin = true;
        }
        Some(Command::Info(setting))
    }

    fn begin_yixin(&mut self, word: &str, argument: &str, text: &str) -> Option<Command> {
        self.yixin = true;
        match yixin::parse(word, argument) {
            Ok(request) => Some(Command::Yixin(request)),
            Err(Rest::List(list)) => {
                self.open = Some(Open::Stones(Block::Yixin(list), Listing::default()));
                None
            }
            Err(Rest::Line) => {
                self.open = Some(Open::Line);
                None
            }
            Err(Rest::Unclear) => {
                self.open = Some(Open::Unclear);
                Some(Command::Unknown(text.to_owned()))
            }
        }
    }

    /// A line inside a list of stones.
    fn read_on(&mut self, block: Block, mut listing: Listing, text: &str) -> Vec<Parsed> {
        let (word, _) = split_word(text);
        if word.eq_ignore_ascii_case("DONE") {
            return vec![Ok(block.complete(listing))];
        }
        if is_command(word) {
            let broken = Err(ParseError::NoDone(block.name()));
            return std::iter::once(broken).chain(self.begin(text)).collect();
        }
        listing.read(text);
        self.open = Some(Open::Stones(block, listing));
        Vec::new()
    }

    /// A line after a command that is not known.
    fn pass_over(&mut self, text: &str) -> Vec<Parsed> {
        let (word, _) = split_word(text);
        if word.eq_ignore_ascii_case("DONE") {
            return Vec::new();
        }
        if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            self.open = Some(Open::Unclear);
            return Vec::new();
        }
        self.begin(text).into_iter().collect()
    }
}

impl Block {
    fn complete(self, listing: Listing) -> Command {
        match self {
            Block::Board => Command::Board(listing),
            Block::Swap2Board => Command::Swap2Board(listing),
            Block::Yixin(list) => Command::Yixin(list.complete(listing)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Block::Board => "BOARD",
            Block::Swap2Board => "SWAP2BOARD",
            Block::Yixin(List::Board) => "YXBOARD",
            Block::Yixin(_) => "the list",
        }
    }
}

const COMMANDS: [&str; 13] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "SWAP2BOARD",
    "TAKEBACK",
    "PLAY",
    "INFO",
    "STOP",
    "ABOUT",
    "END",
];

/// Whether a word begins a command; nothing inside a list does.
fn is_command(word: &str) -> bool {
    yixin::is_yixin(word) || COMMANDS.iter().any(|command| command.eq_ignore_ascii_case(word))
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, argument.trim())
}

/// Reads `15`, `20 15` or `20,15`, where at least `least` numbers have to be there; `unread` is
/// what is wrong with anything else.
fn size(argument: &str, least: usize, unread: ParseError) -> Result<Size, ParseError> {
    let parts = argument.split([',', ' ', '\t']).filter(|part| !part.is_empty());
    let sides: Option<Vec<i64>> = parts.map(number).collect();
    let (width, height) = match sides.as_deref() {
        Some(&[side]) if least == 1 => (side, side),
        Some(&[width, height]) => (width, height),
        _ => return Err(unread),
    };
    // A negative side is as impossible as one of length 0.
    let side = |length: i64| usize::try_from(length).unwrap_or(0);
    Size::new(side(width), side(height)).map_err(ParseError::Size)
}

fn point(command: &'static str, argument: &str) -> Result<Coordinates, ParseError> {
    Coordinates::parse(argument).ok_or(ParseError::NoPoint(command))
}

#[cfg(test)]
mod tests {
    use super::super::{Owner, Stone};
    use super::*;

    fn read(lines: &str) -> Vec<Parsed> {
        let mut parser = Parser::default();
        lines.split('\n').flat_map(|line| parser.feed(line.as_bytes())).collect()
    }

    fn read_one(lines: &str) -> Parsed {
        let mut parsed = read(lines);
        assert_eq!(parsed.len(), 1, "{lines:?} gave {parsed:?}");
        parsed.remove(0)
    }

    fn at(x: i64, y: i64) -> Coordinates {
        Coordinates { x, y }
    }

    #[test]
    fn words_in_any_case_with_any_blanks() {
        assert_eq!(read_one("  sTaRt \t 20 \r"), Ok(Command::Start(Size::square(20).unwrap())));
        assert_eq!(read_one("turn  3, 4\r\n"), Ok(Command::Turn(at(3, 4))));
        assert_eq!(read_one("\u{feff}Begin"), Ok(Command::Begin));
        assert_eq!(read_one("\r\n\n  \nstop"), Ok(Command::Stop));
    }

    #[test]
    fn sizes() {
        let wide = Ok(Command::Start(Size::new(20, 15).unwrap()));
        assert_eq!(read_one("RECTSTART 20,15"), wide);
        assert_eq!(read_one("rectstart 20 , 15"), wide);
        assert_eq!(read_one("START 20 15"), wide);
        for bad in ["START", "START abc", "START 15 x", "START 1 2 3"] {
            assert_eq!(read_one(bad), Err(ParseError::NoSize), "{bad}");
        }
        for bad in ["RECTSTART", "RECTSTART 20", "RECTSTART a,b"] {
            assert_eq!(read_one(bad), Err(ParseError::NoSides), "{bad}");
        }
        for bad in ["START 4", "START 33", "START -3", "START 0", "START 99999999999999999999"] {
            assert!(matches!(read_one(bad), Err(ParseError::Size(_))), "{bad}");
        }
    }

    #[test]
    fn a_size_refused_names_the_limits_and_twenty() {
        let Err(error) = read_one("START 100") else { panic!("accepted") };
        let text = error.to_string();
        assert!(["5", "32", "20"].iter().all(|number| text.contains(number)), "{text}");
    }

    #[test]
    fn lists_run_to_done() {
        let Ok(Command::Board(listing)) = read_one("board\n7,7,2\njunk\n\n8,8\n9,9,3\ndone") else {
            panic!("no BOARD");
        };
        let owners: Vec<_> = listing.stones.iter().map(|stone| stone.owner).collect();
        assert_eq!(owners, [Some(Owner::Opponent), None, Some(Owner::Dead)]);
        assert_eq!(listing.unread, 1);
        assert_eq!(listing.stones[1], Stone { at: at(8, 8), owner: None });
    }

    #[test]
    fn a_list_broken_off_is_reported_and_the_command_counts() {
        let parsed = read("BOARD\n7,7,1\nSTART 15\nDONE");
        let expected = [
            Err(ParseError::NoDone("BOARD")),
            Ok(Command::Start(Size::square(15).unwrap())),
            Ok(Command::Unknown("DONE".into())),
        ];
        assert_eq!(parsed, expected);
    }

    #[test]
    fn endless_lines_are_not_read() {
        let long =
            |begin: &str, end: &str| format!("{begin}{}{end}", " ".repeat(Parser::LONGEST_LINE));
        for line in [long("TURN 1,2", ""), long("", "TURN 1,2"), long("START 15", "x")] {
            assert_eq!(read_one(&line), Err(ParseError::TooLong));
        }
        let Ok(Command::Board(listing)) = read_one(&format!("BOARD\n{}\nDONE", long("1,2,1", "")))
        else {
            panic!("no BOARD");
        };
        assert_eq!((listing.stones.len(), listing.unread), (0, 1));
        assert_eq!(
            read_one(&long("TURN 1,2", "")[..Parser::LONGEST_LINE]),
            Ok(Command::Turn(at(1, 2)))
        );
    }

    #[test]
    fn extension_commands_take_their_lists_with_them() {
        let ignored = |lines: &str| {
            let parsed = read(&format!("{lines}\nABOUT"));
            assert_eq!(parsed.last(), Some(&Ok(Command::About)), "{lines}");
            parsed.len() - 1
        };
        assert_eq!(ignored("yxblockpath\n1,2\n3,4\ndone"), 1);
        assert_eq!(ignored("yxedittextdatabase \"some text\"\n1,2\ndone"), 1);
        assert_eq!(ignored("yxsetdatabase\n/some where/START 15"), 1);
        assert_eq!(ignored("yxfuturecommand 7\n1,2\n3,4\ndone"), 1);
        assert_eq!(ignored("yxfuturecommand 7\n1,2\n-1,2\ndone"), 1);
        assert_eq!(ignored("yxfuturecommand"), 1);
        assert_eq!(ignored("yxforbid add 3 4 1"), 1);
    }

    #[test]
    fn the_dialect_is_noticed() {
        for (line, expected) in [
            ("info SHOW_DETAIL 1", true),
            ("YXSHOWINFO", true),
            ("yxstop", false),
            ("STOP", false),
            ("INFO rule 2", false),
            ("xyx", false),
        ] {
            let mut parser = Parser::default();
            parser.feed(line.as_bytes());
            assert_eq!(parser.speaks_yixin(), expected, "{line}");
        }
    }

    #[test]
    fn any_bytes_are_survived() {
        let mut rng = crate::rng::Rng::new(7);
        let mut parser = Parser::default();
        let words = ["START", "BOARD", "TURN", "INFO", "yxblock", "DONE", "7,7", "-", ",", " "];
        for _ in 0..20_000 {
            let mut line = Vec::new();
            for _ in 0..rng.below(5) {
                line.extend_from_slice(rng.choose(&words).unwrap().as_bytes());
                line.push(rng.bits() as u8);
            }
            parser.feed(&line);
        }
        parser.feed(b"START 15");
        assert_eq!(parser.feed(b"END"), [Ok(Command::End)]);
    }

    #[test]
    fn what_is_printed_is_read_back() {
        use yixin::Request;
        let stone = |x, y, owner| Stone { at: at(x, y), owner };
        let stones = vec![stone(1, 2, Some(Owner::Own)), stone(3, 4, Some(Owner::Dead))];
        let listing = Listing { stones, unread: 0 };
        let pairs: Listing = [at(1, 2), at(3, 4)].into_iter().collect();
        let commands = [
            Command::Start(Size::square(15).unwrap()),
            Command::Start(Size::new(20, 15).unwrap()),
            Command::Restart,
            Command::Begin,
            Command::Turn(at(3, 14)),
            Command::Board(listing.clone()),
            Command::Board(Listing::default()),
            Command::Swap2Board(pairs),
            Command::Takeback(at(0, 0)),
            Command::Play(at(7, 7)),
            Command::Info(Setting::TimeLeft(-5)),
            Command::Info(Setting::Folder("C:\\a b".into())),
            Command::Info(Setting::Other { key: "level".into(), value: "3 x".into() }),
            Command::Stop,
            Command::About,
            Command::End,
            Command::Yixin(Request::Board(listing)),
            Command::Yixin(Request::ShowForbidden),
            Command::Yixin(Request::ShowInfo),
            Command::Yixin(Request::HashClear),
            Command::Yixin(Request::ShowHashUsage),
            Command::Yixin(Request::Best(3)),
            Command::Yixin(Request::SearchDefend),
            Command::Yixin(Request::BalanceOne(-20)),
            Command::Yixin(Request::BalanceTwo(0)),
            Command::Yixin(Request::Block(vec![at(1, 1)])),
            Command::Yixin(Request::BlockUndo(vec![at(1, 1), at(2, 2)])),
            Command::Yixin(Request::BlockReset),
            Command::Yixin(Request::Draw),
            Command::Yixin(Request::Swap2Step(2)),
            Command::Yixin(Request::Ignored),
            Command::Unknown("FOO bar".into()),
        ];
        for command in commands {
            assert_eq!(read_one(&command.to_string()), Ok(command.clone()), "{command:?}");
        }
    }
}
