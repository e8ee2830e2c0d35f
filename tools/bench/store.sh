#!/bin/sh
# store.sh - the size of stores, and ranking from them: made-up programs and
# runs (synthetic.c), no two runs alike. Ranking is one thread on files in memory,
# so its CPU time is what the clock shows where nothing else runs.
# usage: store.sh BUILD
set -u
build=${1:?usage: store.sh BUILD}
. "$(dirname "$0")/lib.sh"
synthetic=$build/bench-synthetic
[ -x "$synthetic" ] || cannot "there is no $synthetic"

make_store() { # NAME FUNCTIONS BLOCKS TESTS
    "$synthetic" write "$work/$1" "$2" "$3" "$4" >"$work/made" || cannot "the store"
    made=$(cat "$work/made")
}

# Least wall and CPU seconds of so many, most kilobytes.
rank() { # TIMES STORE OPTION...
    n=$1 store=$2
    shift 2
    "$synthetic" usage "$n" "$build/culprit" rank --store "$work/$store" "$@" ||
        cannot "culprit rank"
}

bytes() { cat "$work/$1"/store.db* | wc -c; }

echo "store: what is kept, and ranking from it"
make_store large 167 42 10000
row "10,000 tests, $made: on disk" "$(ratio "$(bytes large)" 1000000)" MB 50
rm -rf "$work/large"

make_store warm 67 21 5000
options=$("$build/culprit" rank --list |
    awk '!/^(cp|branch|cbi|sober|set-|nn-)/ { printf " --technique %s", $1; n++ }')
formulas=$(echo "$options" | grep -o -- --technique | wc -l)
# shellcheck disable=SC2086
set -- $(rank 5 warm)
fact "5,000 tests, $made: ochiai, CPU" "$2" s
# shellcheck disable=SC2086
set -- $(rank 5 warm $options)
row "the same, all $formulas formulas together, CPU" "$2" s 0.2
fact "  by the clock" "$1" s
row "  memory" "$(ratio "$3" 1024)" MB 300
# shellcheck disable=SC2086
set -- $(rank 1 warm --technique all)
fact "the same, every technique, CPU" "$2" s
row "  memory" "$(ratio "$3" 1024)" MB 300
rm -rf "$work/warm"

make_store wide 2000 50 200
# shellcheck disable=SC2086
set -- $(rank 3 wide --technique cp)
row "CP, 100,000 blocks, 200 tests: culprit rank, CPU" "$2" s 1
fact "  by the clock" "$1" s
row "  memory" "$(ratio "$3" 1024)" MB 300
fact "  of it the linear systems" "$("$synthetic" cp "$work/wide")" ms
rm -rf "$work/wide"

make_store deep 1 1000 200
row "CP, one function of 1,000 blocks" "$("$synthetic" cp "$work/deep")" ms 5
