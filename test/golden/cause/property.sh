#!/bin/sh
# property.sh - the person says what should hold.
. "${0%/*}/../../lib.sh"
subject middle -g -w
printf '2 1 3\n' >in
culprit cause -p ./middle --failing '< in' --at middle.c:22 --expect 'm == 2' >out 2>err
same "a condition" 0 $?
check "is said" has '^m == 2 does not hold, middle.c:22#1' out
check "its branch" has '^  middle.c:14#1' out
check "its value" has 'm was 1; with 2' out
