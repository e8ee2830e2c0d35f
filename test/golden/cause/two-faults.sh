#!/bin/sh
# two-faults.sh - the paper's example: statements 2 and 6.
. "${0%/*}/../../lib.sh"
subject middle -g -w
printf '2 1 3\n' >in
printf '2\n' >exp
culprit cause -p ./middle --failing '< in' --expected-output exp >out 2>err
same "two faults" "middle.c:10#1 middle.c:14#1 " "$(suspects out | sed 's/middle.c:22#1 //')"
suspect "and what prints" middle.c:22#1 out
compare out text
