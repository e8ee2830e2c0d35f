#!/bin/sh
# faults.sh - a divisor is a condition, too; processor time ends it.
. "${0%/*}/../../lib.sh"
culprit-cc -g "$top/test/subject/generate/faults.c" -o faults || exit 2
culprit explore -p ./faults --time 600 -i 'divide 1' --runs 60 >out 2>&1
ended "a division by zero" 0 '^killed by SIGFPE at divide (faults.c:[0-9]*): divide \(9\|17\)'
culprit explore -p ./faults --time 600 -i 'divide 1' --runs 60 >out 2>&1
ended "flips to faults are predicted" 0 '^59 of 59 solved'
culprit explore -p ./faults --time 600 -i 'divide 1' --cpu-time 0.2 --statistics >out 2>&1
check "processor time ends it" has 'coverage by processor time: [0-9]* outcomes' out
