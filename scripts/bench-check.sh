#!/bin/sh
# Runs the bench and compares its number of nodes with the one written down; prints the line for
# the commit message. With --bless the new number is written down.
set -eu
cd "$(dirname "$0")/.."

file=tests/data/bench-signature.txt
output=$(cargo bench-signature)
echo "$output"
nodes=$(echo "$output" | tail -n 1 | cut -d ' ' -f 1)
if [ "${1:-}" = --bless ]; then
    echo "$nodes" >"$file"
fi
echo
echo "Bench: $nodes"
if [ "$nodes" != "$(cat "$file")" ]; then
    echo "the signature written down is $(cat "$file")" >&2
    exit 1
fi
