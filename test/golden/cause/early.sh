#!/bin/sh
# early.sh - there is something to read early: where the failure shows, before
# any state is altered, and then the best state so far.
. "${0%/*}/../../lib.sh"
need python3
subject middle -g -w
printf '2 1 3\n' >in
printf '2\n' >exp
python3 "$top/test/lib/terminal.py" seen \
    culprit cause -p ./middle --failing '< in' --expected-output exp >/dev/null
same "status" 0 $?
check "where it shows" has '^altering states: 0 so far; the failure shows at middle.c:' seen
check "the best so far" has '^states altered: [0-9]*; best so far middle.c:' seen
