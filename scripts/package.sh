#!/bin/sh
# Builds what is entered into a tournament:
#
#     scripts/package.sh
#
# dist/fukumi.zip holds pbrain-fukumi64.exe and pbrain-fukumi.exe, alone and in the root; beside it
# dist/pbrain-fukumi is the same for Linux. Missing compilers are installed where that is possible
# without asking anybody.
set -eu
cd "$(dirname "$0")/.."

# Gomocup's limit, kept by the archive and by what is in it.
most_bytes=$((8 * 1000 * 1000))
# The libraries that every Windows has.
system_libraries="kernel32 ntdll msvcrt api-ms-win-core-synch-l1-2-0"

fail() {
    echo "$*" >&2
    exit 1
}

need() { # program, its package in Debian
    command -v "$1" >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get install -qq -y --no-install-recommends "$2" >/dev/null 2>&1 ||
            { apt-get update -qq && apt-get install -qq -y --no-install-recommends "$2"; } >/dev/null ||
            true
    fi
    command -v "$1" >/dev/null || fail "$1 is missing; on Debian the package is $2"
}

need_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
    command -v rustup >/dev/null || fail "the standard library for $1 is missing"
    rustup --quiet target add "$1" || fail "rustup cannot add $1"
}

build() { # target, name of the program, name to be given
    need_target "$1"
    cargo build --locked --quiet --profile dist --target "$1"
    cp "target/$1/dist/$2" "dist/$3"
}

# Whatever is not linked statically has to be there on any machine.
check_libraries() { # program of MinGW that reads executables, executable
    libraries=$("$1" -p "$2" | tr A-Z a-z | sed -n 's/^.*dll name: \(.*\)\.dll$/\1/p')
    [ -n "$libraries" ] || fail "$1 tells no library of $2"
    for library in $libraries; do
        case " $system_libraries " in
            *" $library "*) ;;
            *) fail "$2 needs $library.dll" ;;
        esac
    done
}

need zip zip
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
need i686-w64-mingw32-gcc gcc-mingw-w64-i686
rm -rf dist
mkdir dist
build x86_64-pc-windows-gnu pbrain-fukumi.exe pbrain-fukumi64.exe
check_libraries x86_64-w64-mingw32-objdump dist/pbrain-fukumi64.exe
build i686-pc-windows-gnu pbrain-fukumi.exe pbrain-fukumi.exe
check_libraries i686-w64-mingw32-objdump dist/pbrain-fukumi.exe
build x86_64-unknown-linux-gnu pbrain-fukumi pbrain-fukumi

(cd dist && zip -q -9 -X fukumi.zip pbrain-fukumi64.exe pbrain-fukumi.exe)
for bytes in $(wc -c <dist/fukumi.zip) $(cat dist/*.exe | wc -c); do
    [ "$bytes" -le $most_bytes ] || fail "$bytes bytes are more than the $most_bytes allowed"
done
wc -c dist/*
