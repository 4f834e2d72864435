//! Matches between any two or more programs over the protocol, with an independent referee.
//!
//! [`run`] takes what the command line says: it checks everything, plays the games of the
//! schedule on several tables at once, writes each one to the log before it counts, and reports
//! what the results say about strength.
//!
//! ```text
//! pbrain-fukumi arena --engine name=new,cmd=./new --engine name=old,cmd=./old \
//!     --rule renju --size 15 --tc 60/5+0.1 --games 200 --concurrency 2 \
//!     --log match.jsonl --resume --sgf games --sprt elo0=0,elo1=10
//! pbrain-fukumi arena --engine player=fukumi,info.strength=40 --engine player=directional \
//!     --engine "name=other,cmd=wine other.exe,dir=/opt/other,memory=0" --tc 0/0.1 --games 20
//! ```
//!
//! Does not know the engine: our own players are started like anybody else's.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

// What is asked for.
mod timing;
mod entrant;
mod schedule;
mod options;

// One game.
mod system;
mod process;
mod remark;
mod trace;
mod ending;
mod player;
mod game;

// What the games say.
pub mod stats;
pub mod sprt;
pub mod ratings;
mod log;
mod archive;
mod standings;
mod report;
mod progress;
mod tournament;

pub use options::Options;
pub use tournament::{Failure, run};
