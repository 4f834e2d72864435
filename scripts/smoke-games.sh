#!/bin/sh
# A few fast whole games against itself under every rule; fails where one is not sound.
set -eu
cd "$(dirname "$0")/.."
. scripts/sound-games.sh

play freestyle 15 --tc 0/0.1
play freestyle 20 --tc 5/0.5 --freeze
play standard 15 --tc 0/0.1 --threads 2
play renju 15 --tc 0/0.1
play renju 15 --tc 0/0.1 --board-each-move --openings none
play caro 15 --tc 0/0.1
play caro5 20x12 --tc 0/0.1 --fresh
play standard 15 --tc 0/0.1 --swap2
echo "all games were sound"
