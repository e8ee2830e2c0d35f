#!/bin/sh
# budget.sh - so many runs, or so much time. Under --time the search is stopped
# by the clock: all its runs together take longer than that on any machine.
. "${0%/*}/../../lib.sh"
copy crash.c
culprit-cc -g -o crash crash.c || exit 2
culprit-cc -g -DSLOW=200000 -o slow crash.c || exit 2
copy brackets && mv brackets in
culprit minimize -p ./crash --failing '-v < in' --runs 5 >out 2>err
same "at most 5 runs" 5 "$(runs)"
check "said" has 'limit on runs was reached' out
culprit minimize -p ./slow --failing '-v < in' --time 1 -j1 >out 2>err
check "time ran out" has 'time ran out' out
