#!/bin/sh
# behaves.sh - the trace variant behaves as the program; two traces of one run
# are equal.
. "${0%/*}/../../lib.sh"
for p in "$top/test/golden/dump/goto" "$top/test/golden/dump/loops" "$top/examples/days/days"; do
    culprit-cc -O2 "$p.c" -o "$(basename "$p")" || exit 2
    p=$(basename "$p")
    traced "./$p"
    traced "./$p" 1 2
    traced "./$p" 1 2 3 4 5 6 7 8 9 10 11
    traced "./$p" 2000-01-01 2001-03-04
done
