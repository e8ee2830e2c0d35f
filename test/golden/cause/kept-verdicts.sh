#!/bin/sh
# kept-verdicts.sh - what was found out in an earlier call is not tried again.
. "${0%/*}/../../lib.sh"
subject middle -g -w
subject each -g -w
printf '2 1 3\n' >in
printf '2\n' >exp
culprit cause -p ./middle --failing '< in' --expected-output exp >out 2>err
culprit cause -p ./middle --failing '< in' --expected-output exp --statistics >out 2>err
check "verdicts are kept" has ' 0 combinations altered.* 0 runs' out
culprit cause -p ./middle --failing '< in' --expected-output exp --statistics --rerun >out 2>err
check "unless they are not wanted" has ' 7 combinations altered' out
printf '10\n12\n10\n' >in
printf '41\n49\n41\n' >exp
culprit cause -p ./each --failing '< in' --expected-output exp >out 2>err
culprit cause -p ./each --failing '< in' --expected-output exp --statistics >out 2>err
check "those of each time, too" has ' 0 combinations altered' out
