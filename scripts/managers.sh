#!/bin/sh
# Whole games through managers that nobody here wrote; fails where one ends otherwise than over the
# board.
#
#     scripts/managers.sh
#
# Where a manager comes from is told by variables: C_GOMOKU_CLI, PISKVORK and QPISKVORK name
# programs, GOMOCUP_JUDGE a checkout of the organisers' judge. The last two programs have windows,
# for which Xvfb is needed, and qpiskvork is told what to do by xdotool's keys. pygomo-lib is
# installed from PyPI into a folder that is removed again. A manager that is not there is skipped,
# and so is what needs wine64, or the programs of scripts/package.sh in dist/, where they are
# missing. GAMES is how many games each plays under each rule, TURN how many milliseconds a move
# takes.
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
            -rule $rule -boardsize 15 -games "$games" -drawafter 225 -sgf games.sgf) || return 1
    done >"$work/games.log" 2>&1
    cat "$work/games.log"
    # The log begins with the options, timeoutTurn among them.
    ! grep -hiE 'forfeit|illegal|forbidden|timeout at|crash' "$work/games.log" "$work/games.sgf" || return 1
    played=$(grep -c '(;FF' "$work/games.sgf")
    [ "$played" = $((3 * games)) ] || return 1
    echo "$played games, 0 forfeits"
}

start_display() {
    command -v Xvfb >/dev/null || { echo "Xvfb is missing"; return 1; }
    Xvfb :93 -screen 0 1024x768x24 >/dev/null 2>&1 &
    display=$!
    while ! [ -S /tmp/.X11-unix/X93 ]; do
        kill -0 "$display" || { echo "Xvfb does not start"; return 1; }
        sleep 0.1
    done
}

stop_display() {
    kill "$display"
    wait "$display" 2>/dev/null || true
    display=
}

piskvork() {
    start_display || return 1
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
            # The first move of each process is written down with the time of its start, which is
            # not held against it.
            longest=$(tr -d '\r' <"$work/piskvork/game.psq" | awk -F, -v most="$longest" '
                NF == 3 && !/P/ && $3 > 0 && ++thought > 2 && $3 > most { most = $3 }
                END { print most }')
        done
    done
    stop_display
    echo "$played games, 0 forfeits, slowest move after the first $longest ms of $turn"
}

# Waits until there is such a window, and gives it the keys.
focus() { # --name or --class, regular expression, seconds
    for attempt in $(seq $((5 * $3))); do
        window=$(xdotool search --onlyvisible "$1" "$2" 2>/dev/null | tail -n 1)
        [ -z "$window" ] || ! xdotool windowfocus --sync "$window" || return 0
        sleep 0.2
    done
    echo "no window $2"
    return 1
}

press() { # keys...
    for key in "$@"; do xdotool key "$key" && sleep 0.2; done
}

# Sets the players, starts the game and waits for the window that tells its end.
direct_qpiskvork() { # key of the rule
    focus --class '^qpiskvork$' 20 && sleep 1 && press p && focus --name '^Player Setting$' 5 &&
        press Right Tab && xdotool type "$work/one" && press Tab Tab Right Tab &&
        xdotool type "$work/two" && press Return && sleep 1 &&
        focus --class '^qpiskvork$' 5 && press $1 ctrl+s && focus --name '^[gG]ame [oO]ver!?$' 180
}

# Both programs write down what they hear and say. Who moved last knows all moves, and the loser may
# have been asked for one more.
qpiskvork_ending() {
    ! grep -hE '< (ERROR|UNKNOWN)' "$work"/log-* || return 1
    rule=$(sed -n 's/.*> INFO rule //p' "$work/log-one")
    for side in one two; do
        sed -n 's/^.*[<>] \(TURN \)\{0,1\}\([0-9]*\),\([0-9]*\)$/\2 \3/p' "$work/log-$side" |
            awk '{ printf "%c%d ", 97 + $1, $2 + 1 } END { print "" }'
    done | awk '{ if (NF > most) { most = NF; moves = $0 } } END { print moves }' >"$work/moves"
    for moves in "$(cat "$work/moves")" "$(sed 's/[^ ]* *$//' "$work/moves")"; do
        "$linux" analyze --rule "$rule" "$moves" 2>"$work/error" | grep 'stones, ' && return
    done
    cat "$work/error"
    return 1
}

qpiskvork() {
    command -v xdotool >/dev/null || { echo "xdotool is missing"; return 1; }
    start_display || return 1
    export DISPLAY=:93 XDG_CONFIG_HOME="$work/config" XDG_RUNTIME_DIR="$work"
    mkdir "$work/config"
    printf '%s\n' '[Board]' size=15 GridSize=20 '[Time]' "turn_timeout=$turn" match_timeout=100000 \
        '[Memory]' max_memory=367001600 >"$work/config/qpiskvork.ini"
    for side in one two; do
        printf '#!/bin/sh\nFUKUMI_LOG_FILE="%s" exec "%s"\n' "$work/log-$side" "$blank" >"$work/$side"
        chmod +x "$work/$side"
    done
    played=0
    for key in "" s r c; do
        for game in $(seq "$games"); do
            rm -f "$work"/log-*
            "$QPISKVORK" >/dev/null 2>&1 &
            manager=$!
            found=0
            direct_qpiskvork "$key" || found=$?
            kill "$manager"
            wait "$manager" 2>/dev/null || true
            [ "$found" = 0 ] || return 1
            ending=$(qpiskvork_ending) || return 1
            echo "$ending"
            case $ending in *"by five in a row"* | *draw*) ;; *) return 1 ;; esac
            played=$((played + 1))
        done
    done
    stop_display
    echo "$played games, 0 forfeits"
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
if [ -z "${QPISKVORK:-}" ]; then
    skip qpiskvork "QPISKVORK names no program"
else
    try qpiskvork qpiskvork
fi
[ -n "$windows" ] || skip "all by wine64" "it $without_wine"
[ "$failures" = 0 ]
