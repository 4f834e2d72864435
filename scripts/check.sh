#!/bin/sh
# What a change has to pass: format, lints, documentation, tests.
set -eu
cd "$(dirname "$0")/.."

cargo fmt --check
cargo lint
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps
cargo test --locked --release
# Faults on purpose exist only in programs with debug assertions.
cargo test --locked --test fallback
