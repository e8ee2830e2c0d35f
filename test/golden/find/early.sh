#!/bin/sh
# early.sh - there is something to read early: the likeliest places by
# correlation before anything is built or tried, and what repairs a test within
# a tenth of the runs.
. "${0%/*}/../../lib.sh"
need python3
copy stack.c stack.tests
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(a + b)/' -g -O1
python3 "$top/test/lib/terminal.py" seen \
    culprit find --runs 700 -p bad/stack --tests stack.tests --reference ./stack --trials trials >/dev/null
same "status" 0 $?
check "places before any change" has '^most suspicious so far: stack.c:42' seen
places=$(grep -n '^most suspicious' seen | head -n 1 | cut -d: -f1)
tried=$(grep -n '^small changes tried' seen | head -n 1 | cut -d: -f1)
check "line $places before line $tried" [ "${places:-999999}" -lt "${tried:-0}" ]
runs=$(sed -n 's/^# the first repair was told after \([0-9]*\) runs$/\1/p' trials)
check "the first repair after $runs of 700 runs" [ "${runs:-700}" -le 70 ]
