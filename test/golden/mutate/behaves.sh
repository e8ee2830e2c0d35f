#!/bin/sh
# behaves.sh - while nothing is changed the mutate variant behaves as the
# program.
. "${0%/*}/../../lib.sh"
for p in "$top/test/golden/dump/goto" "$top/test/golden/dump/loops" "$top/examples/days/days"; do
    culprit-cc -O2 "$p.c" -o prog || exit 2
    p=$(basename "$p")
    unchanged "$p" ./prog
    unchanged "$p 1" ./prog 1
    unchanged "$p 1 2" ./prog 1 2
    unchanged "$p 1 2 ..." ./prog 1 2 3 4 5 6 7 8 9 10 11
    unchanged "$p dates" ./prog 2000-01-01 2021-03-04
done
