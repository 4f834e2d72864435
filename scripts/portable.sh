#!/bin/sh
# The programs of scripts/package.sh where not everything is as on the machine that built them:
#
#     scripts/portable.sh
#
# The Linux program runs in qemu-user on a processor without AVX, AVX2, BMI1 and BMI2, the Windows
# programs in wine. Each has to reach the signature of the bench, and to find in a session what the
# Linux program finds natively. What is missing is skipped, and said; WINE32 may name a program that
# starts 32-bit Windows programs where Debian's wine32 is elsewhere.
set -eu
cd "$(dirname "$0")/.."

signature=$(cat tests/data/bench-signature.txt)
work=$(mktemp -d "${TMPDIR:-/tmp}/portable.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
unset DISPLAY
export WINEDEBUG=-all
failures=0

# Every reply to three positions, each told to a process of its own, and the last report without its
# times. There is no clock, so speed changes nothing, and the end of the input waits for the move.
session() { # command...
    for told in "15 4 7,7,1 8,8,2 7,8,1 7,6,2 6,9,1 8,7,2" "20 0 9,9,2 10,10,1 9,11,2" "12 9 5,5,1 6,6,2"; do
        set_rule=${told#* }
        {
            echo "ABOUT"
            echo "START ${told%% *}"
            printf 'INFO %s\r\n' "rule ${set_rule%% *}" "timeout_turn 2147483647" "max_node 30000"
            echo "BOARD"
            printf '%s\r\n' ${set_rule#* } DONE
        } | "$@" 2>"$work/errors" | tr -d '\r' | sed 's/ speed .* pv / pv /' |
            awk '/^MESSAGE/ { told = $0; next } { if (told != "") print told; told = ""; print }'
        cat "$work/errors"
    done
}

check() { # title, command...
    title=$1
    shift
    nodes=$("$@" bench 2>/dev/null | tail -n 1 | tr -d '\r' | cut -d ' ' -f 1)
    session "$@" >"$work/found"
    if [ "$nodes" = "$signature" ] && cmp -s "$work/found" "$work/expected"; then
        echo "$title: signature $nodes, the same session"
    else
        failures=$((failures + 1))
        echo "$title: FAILED, signature '$nodes' instead of $signature; the session differs by"
        diff "$work/expected" "$work/found" || true
    fi
}

# A file that Windows redirects is a script, whose END waits for the move.
check_file() {
    cp dist/pbrain-fukumi64.exe "$work/"
    printf '%s\r\n' "START 15" "INFO max_node 5000" BOARD 7,7,1 8,8,2 DONE END >"$work/told"
    printf '@pbrain-fukumi64.exe <told\r\n' >"$work/told.bat"
    if (cd "$work" && WINEPREFIX="$work/wine64" "$wine64" cmd /c told.bat 2>/dev/null) |
        tr -d '\r' | grep -q '^[0-9]*,[0-9]*$'; then
        echo "pbrain-fukumi64.exe, a redirected file: a move"
    else
        failures=$((failures + 1))
        echo "pbrain-fukumi64.exe, a redirected file: FAILED, no move"
    fi
}

skip() { # title, reason
    echo "$1: skipped, $2"
}

session dist/pbrain-fukumi >"$work/expected"
[ "$(wc -l <"$work/expected")" -eq 12 ] || { echo "dist/pbrain-fukumi does not play" >&2; exit 1; }
check "natively" dist/pbrain-fukumi

if command -v qemu-x86_64 >/dev/null; then
    check "without AVX, AVX2, BMI1, BMI2" qemu-x86_64 -cpu max,-avx,-avx2,-bmi1,-bmi2 dist/pbrain-fukumi
    check "on the first 64-bit processors" qemu-x86_64 -cpu qemu64 dist/pbrain-fukumi
else
    skip "older processors" "qemu-x86_64 is missing; Debian's package is qemu-user"
fi

wine64=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || true)
if [ -n "$wine64" ]; then
    WINEPREFIX="$work/wine64" check "pbrain-fukumi64.exe, wine" "$wine64" dist/pbrain-fukumi64.exe
    check_file
    WINEPREFIX="$work/wine64" "$(dirname "$wine64")/wineserver64" -k 2>/dev/null || true
else
    skip "pbrain-fukumi64.exe" "wine64 is missing"
fi

wine32=${WINE32:-$(ls /usr/lib/wine/wine 2>/dev/null || true)}
if [ -n "$wine32" ]; then
    WINEPREFIX="$work/wine32" check "pbrain-fukumi.exe, wine" $wine32 dist/pbrain-fukumi.exe
    WINEPREFIX="$work/wine32" WINEARCH=win32 "$(dirname "$wine32")/wineserver32" -k 2>/dev/null || true
else
    skip "pbrain-fukumi.exe" "wine32 is missing"
fi
[ "$failures" = 0 ]
