#!/bin/sh
# limit.sh - what an earlier branch can change is not ruled out by a
# contradiction that is behind it.
. "${0%/*}/../../lib.sh"
subject limit -g
passes fifteen 15
printf bx >in
culprit path -p ./limit --failing '< in' --oracle ./fifteen --no-minimize >out 2>err
same "a limit that is set before: status" 0 $?
check "two branches" has 'the runs part at 2 branches:' out
