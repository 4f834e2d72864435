//! Fukumi, a Gomoku and Renju engine that lives by threats.
//!
//! # Reading order and import rule
//!
//! The modules below are listed in reading order, and a module may import only what is listed
//! above it. `tests/architecture.rs` holds this and the other invariants of the house.

// Vocabulary.
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
pub mod terminal;

// Workshop.
pub mod bench;
pub mod arena;
pub mod tuner;

// Entry.
pub mod cli;
