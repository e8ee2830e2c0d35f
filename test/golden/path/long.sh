#!/bin/sh
# long.sh - a run that is too long to be traced as a whole.
. "${0%/*}/../../lib.sh"
subject long -g
passes one 1
culprit path -p ./long --failing 3 --oracle ./one --no-minimize --trace-size 1 --time 0 >out 2>err
same "a long run: status" 0 $?
check "its first branch" has '^long.c:11 (main)$' out
check "what was looked at is said" has 'the run is too long' out
culprit path -p ./long --failing 3 --oracle ./one --no-minimize --trace-size 1 --time 0 --format json >out 2>err
same "a long run as JSON: status" 0 $?
check "what was looked at" has 'from the failure backwards' err
