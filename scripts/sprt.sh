#!/bin/sh
# Compares two builds of ours by a sequential test and prints the block for the commit message:
#
#     scripts/sprt.sh OLD NEW [ARENA OPTIONS]
#
# OLD and NEW are program files, or revisions, which are built first. The defaults are a quick test
# on the board with the fewest draws; an option that is given replaces its default, for example
#
#     scripts/sprt.sh main HEAD --rule renju --size 15 --tc 60/5 --sprt elo0=-5,elo1=5
set -eu

if [ $# -lt 2 ]; then
    echo "usage: $0 OLD NEW [ARENA OPTIONS]" >&2
    exit 2
fi
old=$1
new=$2
shift 2

root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d "${TMPDIR:-/tmp}/sprt.XXXXXX")
clean_up() {
    for tree in "$work"/*.tree; do
        [ -d "$tree" ] && git -C "$root" worktree remove --force "$tree"
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# A copy of the program, so that building during the match cannot replace it.
program() { # what, name
    if [ -f "$1" ]; then
        cp "$1" "$work/$2"
        return
    fi
    commit=$(git -C "$root" rev-parse --verify --quiet "$1^{commit}") || {
        echo "$1 is neither a program nor a revision" >&2
        exit 2
    }
    git -C "$root" worktree add --quiet --detach "$work/$2.tree" "$commit"
    # Both revisions share what they have in common.
    CARGO_TARGET_DIR="$work/target" cargo build --quiet --release \
        --manifest-path "$work/$2.tree/Cargo.toml" --bin pbrain-fukumi
    cp "$work/target/release/pbrain-fukumi" "$work/$2"
}
program "$old" old
program "$new" new

# Sets a default unless the option was given.
given=" $* "
default() { # option, value
    case $given in *" $1 "* | *" $1="*) ;; *) defaults="$defaults $1 $2" ;; esac
}
defaults=
default --size 20
default --tc 0/0.1
default --games 20000
default --concurrency "$(nproc 2>/dev/null || echo 1)"
default --sprt elo0=0,elo1=10

# The new build referees: its arena is the one being worked on.
# shellcheck disable=SC2086 # defaults are words
"$work/new" arena --engine "name=new,cmd=$work/new" --engine "name=old,cmd=$work/old" \
    $defaults "$@"
