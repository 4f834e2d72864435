//! Fukumi, a Gomoku and Renju engine that lives by threats.
//!
//! # In a nutshell
//!
//! In Gomoku everything that matters happens on lines: a stone matters by what it makes of the four
//! lines through it. So the engine keeps, for every empty point and both colors, what a stone there
//! would make in each direction ([`pattern::Shape`]) and altogether ([`pattern::Threat`]). One play
//! touches some forty points, a table tells what they are now, and everything else reads from that:
//! whether somebody wins at once, which moves are worth a look at all, what a position is worth,
//! and whether a chain of fours wins by force.
//!
//! Around this core stands a house with two doors. Managers talk to [`session`] in the language of
//! [`protocol`]; people use the sub-commands in [`cli`]. Both, and [`terminal`], [`bench`] and
//! [`tuner`] too, are clients of [`engine`] or of [`search`] right below it.
//!
//! # Where to begin
//!
//! - How a line on standard input becomes a move: [`session::run`], then [`engine::Engine::go`],
//!   then [`search::Searcher::search`].
//! - How a stone changes what is known: [`position::Position::play`], and [`pattern::PatternTable`]
//!   for where the knowledge comes from.
//! - What the truth is: [`rules::wins`] and [`rules::forbidden()`]; everything fast is tested
//!   against them.
//! - Where a number of the search is tuned: [`search::Params`].
//!
//! # The modules
//!
//! They are listed in reading order, and a module may import only what is listed above it.
//!
//! *Vocabulary.* [`cpu`] makes the hot functions exist once more for newer processors. [`rng`] is
//! the only randomness. [`score`] knows wins from points. [`clock`] keeps time. [`board`] has
//! points, colors, sizes, stones and how they are written. [`rules`] judges, slowly and literally.
//! [`record`] holds games.
//!
//! *Knowledge.* [`pattern`] computes from the definition of five what every line means.
//! [`position`] keeps that up to date with each play and undo. [`movegen`] finds moves that make or
//! answer threats. [`eval`] weighs.
//!
//! *Thought.* [`solver`] proves forced wins. [`search`] looks for the best move. [`book`] knows
//! balanced openings. [`sparring`] has the classic players of the field.
//!
//! *The engine.* [`engine`] puts a game, options and thinking behind one door.
//!
//! *Conversation.* [`protocol`] is the language, [`session`] the conversation, [`progress`] shows
//! how far long work has come, [`terminal`] talks to people.
//!
//! *Workshop.* [`bench`] measures, [`arena`] plays matches, [`tuner`] trains the evaluation.
//!
//! *Entry.* [`cli`] reads the arguments.
//!
//! # What does not happen
//!
//! `tests/architecture.rs` holds most of this, and the tests beside it the rest.
//!
//! - Rules, boards and records do not know patterns, and no clock.
//! - [`pattern`] does not know the board, [`position`] knows no weights, [`eval`] does not look
//!   ahead, [`solver`] does not guess.
//! - Nobody but [`rules`], [`pattern`] and the wire codes in [`protocol`] asks which rule is
//!   played. A rule is a value, and so is a size; the rest of the crate asks the rule questions,
//!   such as [`rules::Rule::forbids`].
//! - Searching and solving do not print, know no protocol, use no floating-point numbers, and fail
//!   in one way only, [`solver::Aborted`]. With one thread they do the same again on every machine.
//! - [`protocol`] reads and writes nothing; [`session`] does not know how a move is found.
//! - [`arena`] does not know the engine: our own programs are started like anybody else's, and a
//!   mistake in the fast tables cannot hide from its referee.
//! - No input, file or argument makes the program panic, and while it speaks the protocol nothing
//!   is written to standard error.
//! - No state is global; statics are tables, computed at first use.
//!
//! # Words
//!
//! - *point*: a place on the board. *Stone*: what stands there, of a *color*, or *dead*: a wall.
//! - *five*: a row that wins. *Overline*: six or more. *Four*: one more stone makes five. *Open
//!   four*: it cannot be stopped. *Three*: one more stone makes an open four, if nothing is done.
//! - *shape*: what a stone makes in one direction. *Threat*: what it makes in all four together.
//!   *Code*: the four shapes of a point as one number, order left out.
//! - *window*: the part of a line that can matter to a point, as a number.
//! - *forbidden*: what black must not play in renju: double-threes, double-fours, overlines.
//!   *Foul*: having played it.
//! - *candidate*: an empty point near enough to the stones to be looked at.
//! - *play* and *undo*; *ply*: one of them. *Pass*: a ply without a stone.
//! - *vcf*: victory by continuous fours. *Proof*: a forced win with its line. *Score*: points, or
//!   the distance of a proven win or loss. *Bound*: whether a score is exact, at least, or at most
//!   so much.
//! - *budget*: how much time a move may use. *Report*: what a search tells while it runs. *Line*: a
//!   sequence of best plays.
//! - *manager*: the program that runs a game and talks to engines. *Signature*: the nodes of a
//!   bench.
//!
//! [`bench`]: mod@bench

// Vocabulary.
pub mod cpu;
pub mod rng;
pub mod score;
pub mod clock;
pub mod board;
pub mod rules;
pub mod record;

// Knowledge.
pub mod pattern;
pub mod position;
pub mod movegen;
pub mod eval;

// Thought.
pub mod solver;
pub mod search;
pub mod book;
pub mod sparring;

// The engine.
pub mod engine;

// Conversation.
pub mod protocol;
pub mod session;
pub mod progress;
pub mod terminal;

// Workshop.
pub mod bench;
pub mod arena;
pub mod tuner;

// Entry.
pub mod cli;
