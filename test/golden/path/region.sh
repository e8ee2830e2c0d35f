#!/bin/sh
# region.sh - all ways through a flipped region.
. "${0%/*}/../../lib.sh"
subject region -g
passes two 2
culprit path -p ./region --failing xd --oracle ./two --no-minimize --flips 1 >out 2>err
same "another way through a region: status" 0 $?
check "one branch" has 'the runs part at 1 branch:' out
