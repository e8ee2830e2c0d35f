#!/bin/sh
# tail.sh - a call that must be a jump leaves its function before the return; a
# program that may not write files runs on, uncounted.
. "${0%/*}/../../lib.sh"
subject tail -O1
ending tail 5
same "musttail: even" 3 "$(count tail EVEN)"
same "musttail: odd" 2 "$(count tail ODD)"
variant profile ./tail run
CULPRIT_RUN=$dir/run sh -c 'ulimit -f 0; ./tail 4' >/dev/null 2>&1
same "no file may be written: status" 1 $?
