//! The threat solvers against the rules: every verdict is checked by means that know no pattern.

mod brute;
mod cli;
mod traps;
mod vcf;
mod vct;
