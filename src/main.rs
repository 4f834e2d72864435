//! The program `pbrain-fukumi`.

fn main() {}
