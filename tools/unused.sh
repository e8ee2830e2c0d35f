#!/bin/sh
# unused.sh [BUILD] - functions that no other file of the product uses.
#
# Needs a build with its tests (make all units-only). Three kinds are listed:
# what nothing uses, what tests alone use, and what only its own file uses and
# no test does, which should be static. What instrumented code calls
# (__culprit_*) is not listed, nor are checkers of structures (x_check) and
# pure parsers (x_parse), which are there for tests and fuzzers.
cd "$(dirname "$0")/.." || exit 2
build=${1:-build}
list=$(mktemp -d) || exit 2
trap 'rm -rf "$list"' EXIT
objects() { find "$build/obj" "$build/rt" "$build/lib/culprit" -name '*.o' ! -name "$1"; }
objects '*_test.o' | xargs nm -A -P |
    awk '$3 == "T" && $2 !~ /^(main|__culprit_|_start)|_(check|parse)$/ { print $2 }' | sort -u > "$list/defined"
objects '*_test.o' | xargs nm -A -P -u | awk '{ print $2 }' | sort -u > "$list/used"
comm -23 "$list/defined" "$list/used" > "$list/alone"
sources=$(find src -name '*.c' ! -name '*_test.c')
while read -r f; do
    own=no tested=no
    # Definitions begin a line, calls do not.
    grep -qE "[^a-zA-Z0-9_]$f\\>" $(grep -lE "^$f\\(" $sources) && own=yes
    grep -rqE "\\<$f\\>" --include='*_test.c' --include='*.c' test tools \
        $(find src -name '*_test.c') && tested=yes
    case $own$tested in
    nono) echo "$f: nothing uses it" ;;
    noyes) echo "$f: only tests use it" ;;
    yesno) echo "$f: only its own file uses it: static" ;;
    esac
done < "$list/alone" | sort -t: -k2 | { ! grep .; }
