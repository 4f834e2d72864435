# To be sourced from the root of the repository: games of this program against itself, through
# pipes and with the arena's independent referee.

cargo build --locked --release --quiet
work=$(mktemp -d "${TMPDIR:-/tmp}/games.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# What is built during the games must not change them.
program=$work/program
cp target/release/pbrain-fukumi "$program"

# The arena does not look at what engines say on standard error.
cat >"$work/pbrain" <<END
#!/bin/sh
exec "$program" "\$@" 2>>"$work/errors"
END
chmod +x "$work/pbrain"

# Fails on an illegal or forbidden move, an overrun, a crash, a line that is no answer, or anything
# on standard error. An answer may be late by TOLERANCE seconds.
play() { # rule, size, further options
    echo "== $*"
    rule=$1
    size=$2
    shift 2
    "$program" arena --rule "$rule" --size "$size" --tolerance "${TOLERANCE:-0.5}" "$@" \
        --engine "name=first,cmd=$work/pbrain,strict=true" \
        --engine "name=second,cmd=$work/pbrain,strict=true" >"$work/result"
    grep -v '^[0-9]*\. .* five, ' "$work/result" || true
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
