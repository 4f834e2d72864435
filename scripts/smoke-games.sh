#!/bin/sh
# A few fast whole games against itself under every rule, through pipes and with the arena's
# independent referee. Fails on an illegal or forbidden move, an overrun, a crash, a line that is
# no answer, or anything on standard error.
set -eu
cd "$(dirname "$0")/.."

cargo build --locked --release --quiet
program=$PWD/target/release/pbrain-fukumi
work=$(mktemp -d "${TMPDIR:-/tmp}/smoke.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The arena does not look at what engines say on standard error.
cat >"$work/pbrain" <<END
#!/bin/sh
exec "$program" "\$@" 2>>"$work/errors"
END
chmod +x "$work/pbrain"

play() { # rule, size, further options
    echo "== $*"
    rule=$1
    size=$2
    shift 2
    "$program" arena --rule "$rule" --size "$size" --games 2 --tolerance 0.5 "$@" \
        --engine "name=first,cmd=$work/pbrain,strict=true" \
        --engine "name=second,cmd=$work/pbrain,strict=true" | tee "$work/result"
    if [ "$(grep -c 'forfeits: none$' "$work/result")" != 2 ]; then
        echo "a game was lost otherwise than over the board" >&2
        exit 1
    fi
    if [ -s "$work/errors" ]; then
        echo "standard error is not empty:" >&2
        cat "$work/errors" >&2
        exit 1
    fi
}

play freestyle 15 --tc 0/0.1
play freestyle 20 --tc 5/0.5 --freeze
play standard 15 --tc 0/0.1 --threads 2
play renju 15 --tc 0/0.1
play renju 15 --tc 0/0.1 --board-each-move --openings none
play caro 15 --tc 0/0.1
play caro5 20x12 --tc 0/0.1 --fresh
play standard 15 --tc 0/0.1 --swap2
echo "all games were sound"
