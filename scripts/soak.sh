#!/bin/sh
# Whole games without end: many in one process, each begun by START, many with a process each, and
# some with as large a table as 350 MiB allow; fails where one is not sound, where a process takes
# more and more memory, or more than it is allowed.
#
#     scripts/soak.sh [GAMES [RESTARTS [FULL [ARENA OPTIONS]]]]
#
# The defaults are 2000, 500 and 6. TURN is the seconds for a move of the first two matches, 0.02 if
# nothing is said. LOAD busy loops run meanwhile; with TURN=0.1 TOLERANCE=0 LOAD=2 a single overrun
# ends it. The options go to all matches. What is resident is read from /proc once a second.
set -eu
cd "$(dirname "$0")/.."
. scripts/sound-games.sh

games=${1:-2000}
restarts=${2:-500}
full=${3:-6}
turn=${TURN:-0.02}
for number in 1 2 3; do [ $# -eq 0 ] || shift; done
# MiB that a process may gain between the second quarter of its time and the last.
most_growth=8

busy=
clean_up() {
    [ -z "$busy" ] || kill $busy 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
for number in $(seq "${LOAD:-0}"); do
    (while :; do :; done) &
    busy="$busy $!"
done

# Every process that plays is followed from its start.
cat >"$work/pbrain" <<END
#!/bin/sh
echo \$\$ >>"$work/processes"
exec "$program" "\$@" 2>>"$work/errors"
END

# Writes `process, seconds, KiB` for as long as the match goes on.
watch_memory() {
    seconds=0
    while sleep 1; do
        seconds=$((seconds + 1))
        for process in $(cat "$work/processes" 2>/dev/null); do
            kib=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status" 2>/dev/null) || true
            [ -z "$kib" ] || echo "$process $seconds $kib"
        done
    done >"$work/memory"
}

# Plays a match and reports the memory of its processes.
soak() { # title, arguments of play
    title=$1
    shift
    : >"$work/processes"
    watch_memory &
    watcher=$!
    trap 'kill $watcher 2>/dev/null; clean_up' EXIT
    play "$@" --memory 350 --memory-tolerance 0 >"$work/told"
    kill "$watcher"
    wait "$watcher" 2>/dev/null || true
    trap clean_up EXIT
    awk -v title="$title" '{ if ($3 > most) most = $3 } END {
        printf "%s: sound, no process had more than %.1f MiB resident\n", title, most / 1024
    }' "$work/memory"
}

# The memory of the last quarter beside that of the second, for each process.
check_growth() {
    awk -v most="$most_growth" '
        { last[$1] = $2; if (!($1 in first)) first[$1] = $2; line[NR] = $0 }
        END {
            for (n = 1; n <= NR; n++) {
                split(line[n], part, " ")
                p = part[1]; at = (part[2] - first[p]) / (last[p] - first[p] + 1)
                if (at >= 0.25 && at < 0.5 && part[3] > early[p]) early[p] = part[3]
                if (at >= 0.75 && part[3] > late[p]) late[p] = part[3]
            }
            for (p in late) {
                grown = (late[p] - early[p]) / 1024
                printf "process %s: %.1f MiB early, %.1f MiB late\n", p, early[p] / 1024, late[p] / 1024
                if (grown > most) { print "that is growth"; bad = 1 }
            }
            exit bad
        }' "$work/memory"
}

soak "$games games by START" renju 15 --games "$games" --tc "0/$turn" --transform "$@"
check_growth
soak "$restarts games by restart" caro5 20x12 --games "$restarts" --tc "0/$turn" --transform --fresh "$@"
soak "$full games with a full table" freestyle 20 --games "$full" --tc 0/1 --transform --threads 2 \
    --info hash_size=4000000 "$@"
