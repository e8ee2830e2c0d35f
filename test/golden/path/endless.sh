#!/bin/sh
# endless.sh - a run that does not end.
. "${0%/*}/../../lib.sh"
subject endless -g
culprit path -p ./endless --failing 1 --crash --no-minimize --test-time 1 --time 0 >out 2>err
same "an endless run: status" 0 $?
check "the branch before the loop" has '^endless.c:9 (main)$' out
check "what was looked at is said" has 'the run does not end' out
