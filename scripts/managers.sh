#!/bin/sh
# Whole games through managers that nobody here wrote; fails where one ends otherwise than over the
# board.
#
#     scripts/managers.sh
#
# Where a manager comes from is told by variables: C_GOMOKU_CLI and PISKVORK name programs,
# GOMOCUP_JUDGE a checkout of the organisers' judge. pygomo-lib is installed from PyPI into a folder
# that is removed again. A manager that is not there is skipped, and so is what needs wine64, or the
# programs of scripts/package.sh in dist/, where they are missing. GAMES is how many games each
# plays under each rule, TURN how many milliseconds a move takes.
set -eu
cd "$(dirname "$0")/.."

games=${GAMES:-2}
turn=${TURN:-100}
work=$(mktemp -d "${TMPDIR:-/tmp}/managers.XXXXXX")
display=
clean_up() {
    [ -z "$display" ] || kill "$display"
    # Piskvork leaves a program behind when it is started for one game.
    if [ -n "$windows" ]; then
        for session in "$work"/wine*; do
            WINEPREFIX=$session "$wine" wineboot --kill >/dev/null 2>&1 || true
        done
    fi
    rm -rf "$work"
}
windows=
trap clean_up EXIT
trap 'exit 130' INT TERM
failures=0

cargo build --locked --release --quiet
# Names that need care are part of the test, but not every manager can start a program whose path
# has a blank in it.
home="$work/größe"
mkdir "$home" "$home/mit leerzeichen"
cp target/release/pbrain-fukumi "$home/"
linux="$home/pbrain-fukumi"
blank="$home/mit leerzeichen/pbrain-fukumi"
cp "$linux" "$blank"

wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || true)
if [ -n "$wine" ] && [ -f dist/pbrain-fukumi64.exe ]; then
    cp dist/pbrain-fukumi64.exe "$home/"
    windows="$home/pbrain-wine"
    cat >"$windows" <<END
#!/bin/sh
unset DISPLAY
WINEDEBUG=-all exec "$wine" "$home/pbrain-fukumi64.exe"
END
    chmod +x "$windows"
    export WINEPREFIX="$work/wine"
    # The first start of all sets wine up, which takes a while.
    echo END | "$windows" 2>/dev/null
    # After a pause wine takes longer to start than a judge waits who adds a second to short turns,
    # so one program stays there.
    mkfifo "$work/idle"
    "$windows" <"$work/idle" >/dev/null 2>&1 &
    exec 9>"$work/idle"
fi

skip() { # manager, reason
    echo "$1: skipped, $2"
}

# Runs a manager's games and reports whether all was well.
try() { # manager, command...
    name=$1
    shift
    if "$@" >"$work/told" 2>&1; then
        echo "$name: $(grep ' games, ' "$work/told" | tail -n 1)"
    else
        failures=$((failures + 1))
        echo "$name: FAILED"
        tail -n 20 "$work/told"
    fi
}

without_wine="needs wine64 and the programs of scripts/package.sh"

# The runner reports forfeits by name, but no overrun of a turn.
c_gomoku_cli() { # engine
    for rule in 0 1 4; do
        (cd "$work" && "$C_GOMOKU_CLI" -each tc=0/"$(echo "$turn" | awk '{ print $1 / 1000 }')" \
            -engine name=one cmd="$1" -engine name=two cmd="$1" \
            -rule $rule -boardsize 15 -games "$games" -drawafter 225 -sgf games.sgf)
    done
    ! grep -hiE 'forfeit|illegal|forbidden|timeout|time out|crash' "$work/told" || return 1
    echo "$(grep -c '(;FF' "$work/games.sgf") games, 0 forfeits"
}

piskvork() {
    command -v Xvfb >/dev/null || { echo "Xvfb is missing"; return 1; }
    Xvfb :93 -screen 0 1024x768x24 >/dev/null 2>&1 &
    display=$!
    while ! [ -S /tmp/.X11-unix/X93 ]; do
        kill -0 "$display" || { echo "Xvfb does not start"; return 1; }
        sleep 0.1
    done
    # What has been started without a display stays without one, so this is a wine of its own.
    export WINEPREFIX="$work/wine-display"
    # With its skins and texts, without which it asks what to do.
    cp -r "$(dirname "$PISKVORK")" "$work/piskvork"
    for side in one two; do cp dist/pbrain-fukumi64.exe "$work/piskvork/pbrain-${side}64.exe"; done
    played=0
    longest=0
    for rule in 0 1 2; do
        for game in $(seq "$games"); do
            result=0
            (cd "$work/piskvork" && DISPLAY=:93 WINEDEBUG=-all timeout 120 "$wine" "$(basename "$PISKVORK")" \
                -p pbrain-one64.exe pbrain-two64.exe -rule $rule -timematch 1000 \
                -timeturn "$turn" -memory 350 -opening "$game" -outfile game.psq \
                -outfileformat 1 -logmsg log.txt) || result=$?
            # 1 and 2 name the winner, 3 is a draw; the line after the programs names a fault.
            end=$(tail -n 1 "$work/piskvork/game.psq" | tr -d '\r')
            echo "rule $rule game $game: result $result, ending $end"
            [ "$result" -ge 1 ] && [ "$result" -le 3 ] && [ "$end" = 0 ] || return 1
            played=$((played + 1))
            longest=$(tr -d '\r' <"$work/piskvork/game.psq" |
                awk -F, -v most="$longest" 'NF == 3 && !/P/ && $3 > most { most = $3 } END { print most }')
        done
    done
    kill "$display"
    display=
    echo "$played games, 0 forfeits, slowest move $longest ms of $turn"
}

if [ -n "${C_GOMOKU_CLI:-}" ]; then
    try "c-gomoku-cli" c_gomoku_cli "$linux"
    if [ -n "$windows" ]; then
        rm -f "$work/games.sgf"
        try "c-gomoku-cli, wine64" c_gomoku_cli "$windows"
    fi
else
    skip c-gomoku-cli "C_GOMOKU_CLI names no program"
fi

if ! python3 -m venv "$work/python" >/dev/null 2>&1; then
    skip "pygomo-lib, GomocupJudge" "python3 with venv is missing"
elif ! "$work/python/bin/pip" install --quiet pygomo-lib==0.1.1 psutil >/dev/null 2>&1; then
    skip "pygomo-lib, GomocupJudge" "pip cannot install what they need"
else
    python="$work/python/bin/python"
    try "pygomo-lib" "$python" scripts/pygomo_games.py "$turn" "$games" "$blank"
    [ -z "$windows" ] || try "pygomo-lib, wine64" "$python" scripts/pygomo_games.py "$turn" "$games" "$windows"
    if [ -n "${GOMOCUP_JUDGE:-}" ]; then
        try "GomocupJudge" "$python" scripts/judge_games.py "$GOMOCUP_JUDGE" "$turn" "$linux"
        if [ -n "$windows" ]; then
            try "GomocupJudge, wine64" "$python" scripts/judge_games.py "$GOMOCUP_JUDGE" "$turn" "$windows"
        fi
    else
        skip GomocupJudge "GOMOCUP_JUDGE names no checkout"
    fi
fi

if [ -z "${PISKVORK:-}" ]; then
    skip Piskvork "PISKVORK names no program"
elif [ -z "$windows" ]; then
    skip Piskvork "it $without_wine"
else
    try Piskvork piskvork
fi
[ -n "$windows" ] || skip "all by wine64" "it $without_wine"
[ "$failures" = 0 ]
