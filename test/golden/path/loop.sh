#!/bin/sh
# loop.sh - a loop with fewer rounds, its instance named.
. "${0%/*}/../../lib.sh"
subject loop -g
printf 123 >in
passes small '[13]'
culprit path -p ./loop --failing '< in' --oracle ./small --no-minimize >out 2>err
same "fewer rounds: status" 0 $?
check "an instance of the loop" has 'of [0-9]* times (main)' out
