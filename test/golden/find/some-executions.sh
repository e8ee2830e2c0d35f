#!/bin/sh
# some-executions.sh - a missing check that some executions need and others must
# not have: no change of all of them repairs a failing test.
. "${0%/*}/../../lib.sh"
copy pad.c
cc -O1 pad.c -o pad
for n in 0 1 2 3 4 5 6 7; do
    printf '%d\n%d a\n%d a bb ccc\n%d hello a world\n' $n $n $n $n
done >pad.tests
changed pad '/columns >= room/,/return 0;/d' -g -O1
culprit find --runs 6000 -p bad/pad --tests pad.tests --reference ./pad >out 2>&1
check "at some executions" has 'with `return 0` before this, only where `room <=* columns` all' out
check "as an if" has '^    +    if (room <=* columns)' out
