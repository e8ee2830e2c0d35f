#!/bin/sh
# behaves.sh - variants behave as the native program does, and derived counts
# equal those of the variant that counts every edge.
. "${0%/*}/../../lib.sh"
for p in "$top/test/golden/dump/goto" "$top/test/golden/dump/loops" \
    "$top/test/golden/pairs/scopes" "$top/examples/days/days"; do
    culprit-cc -O2 "$p.c" -o prog || exit 2
    p=$(basename "$p")
    counted "$p" ./prog
    counted "$p 1" ./prog 1
    counted "$p 1 2" ./prog 1 2
    counted "$p 1 2 ..." ./prog 1 2 3 4 5 6 7 8 9 10 11
    counted "$p dates" ./prog 2000-01-01 2021-03-04
done
