#!/bin/sh
# Many games at 50 ms a move under all rules and on all sizes from 10 to 20; fails where one is not
# sound.
#
#     scripts/endurance.sh [GAMES [ARENA OPTIONS]]
#
# GAMES is rounded up to equally many of each rule and size. The options go to every match, for
# example --concurrency 1.
set -eu
cd "$(dirname "$0")/.."
. scripts/sound-games.sh

games=${1:-1000}
[ $# -eq 0 ] || shift
rules="freestyle standard renju caro caro5"
sizes="10 11 12 13 14 15 16 17 18 19 20"
matches=55
each=$(((games + 2 * matches - 1) / (2 * matches) * 2))

for rule in $rules; do
    for size in $sizes; do
        # Half of the sizes get every position anew.
        board=
        [ $((size % 2)) -eq 0 ] || board=--board-each-move
        # shellcheck disable=SC2086 # nothing or one word
        play "$rule" "$size" --games "$each" --tc 0/0.05 --concurrency 2 --transform $board "$@"
    done
done
echo "all $((each * matches)) games were sound"
