#!/bin/sh
# limits.sh - requested against used time and runs, and memory, of find and cause.
# usage: limits.sh BUILD [SECONDS [BUSY [LIST]]]
#
# The first version of each bench program, and what is in LIST: a line per
# program with its name, the program, a file of tests and a reference, with tabs
# in between; the tests are run in the program's directory. BUSY processes do
# nothing but use the processor meanwhile. Each command starts without a cache.
# Memory is that of culprit's largest process.
set -u
build=${1:?usage: limits.sh BUILD [SECONDS [BUSY [LIST]]]}
seconds=${2:-20}
busy=${3:-0}
list=${4:-/dev/null}
. "$(dirname "$0")/lib.sh"
need patch python3
[ -x /usr/bin/time ] || cannot "there is no /usr/bin/time"
PATH=$build:$PATH

pids=
i=0
while [ $i -lt "$busy" ]; do
    (while :; do :; done) &
    pids="$pids $!"
    i=$((i + 1))
done
trap 'kill $pids 2>/dev/null; rm -rf "$work"' EXIT

# used NAME WHAT COMMAND...: a row of the table
used() {
    name=$1 what=$2
    shift 2
    /usr/bin/time -o "$work/used" -f '%e %M' "$@" >"$work/out" 2>"$work/err"
    tail -n 1 "$work/used" | awk -v n="$name" -v w="$what" -v s="$seconds" \
        '{ printf "| %s | %s | %g s | %.1f s | %.0f |%s\n", n, w, s, $1, $2 / 1024,
           ($1 > s * 1.1 && $1 > s + 2 ? " over" : "") }'
}

# used_runs NAME RUNS COMMAND...: the same, but bound by runs
used_runs() {
    name=$1 runs=$2
    shift 2
    /usr/bin/time -o "$work/used" -f '%M' "$@" --runs "$runs" --trials "$work/trials" \
        >"$work/out" 2>"$work/err"
    n=$(sed -n 's/^# \([0-9]*\) runs (.*/\1/p' "$work/trials")
    tail -n 1 "$work/used" | awk -v n="$name" -v s="$runs" -v u="${n:-?}" \
        '{ printf "| %s | find | %d runs | %s runs | %.0f |%s\n", n, s, u, $1 / 1024,
           (u + 0 > s + 0 ? " over" : "") }'
}

# measure NAME PROGRAM TESTS REFERENCE, in the program's directory
measure() {
    used "$1" find culprit find -p "$2" --tests "$3" --reference "$4" \
        --time "$seconds" --store "$work/store-$1-find"
    used_runs "$1" 200 culprit find -p "$2" --tests "$3" --reference "$4" \
        --store "$work/store-$1-find"
    failing=$(culprit run -p "$2" --tests "$3" --reference "$4" \
        --store "$work/store-$1-find" 2>/dev/null | python3 -c '
import re, sys
for line in sys.stdin:
    m = re.match(r"  (.*?): (stdout|stderr|exit|the|killed|stopped|timed)", line)
    if m:
        print(m.group(1))
        break')
    [ -n "$failing" ] || return 0
    used "$1" cause culprit cause -p "$2" --failing "$failing" --reference "$4" \
        --time "$seconds" --store "$work/store-$1-cause"
}

echo "| program | command | requested | used | MB | |"
echo "|---|---|---:|---:|---:|---|"
for suite in "$root"/bench/*/; do
    name=$(basename "$suite")
    cp -r "$suite" "$work/$name"
    cd "$work/$name" || exit 1
    sources=$(python3 -c 'import json; print(*json.load(open("suite.json"))["sources"])')
    flags=$(python3 -c 'import json; j = json.load(open("suite.json")); print(*j["cflags"], *j["ldflags"])')
    # shellcheck disable=SC2086
    culprit-cc -g -O1 -w $sources -o right $flags || cannot "$name is not built"
    patch -s -p1 <faults/v01.patch || cannot "$name has no such fault"
    # shellcheck disable=SC2086
    culprit-cc -g -O1 -w $sources -o wrong $flags || cannot "$name is not built"
    measure "$name" ./wrong tests.txt ./right
done
while IFS="$(printf '\t')" read -r name program tests reference; do
    cd "$(dirname "$program")" || exit 1
    measure "$name" "$program" "$tests" "$reference"
done <"$list"
