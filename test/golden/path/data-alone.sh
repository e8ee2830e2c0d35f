#!/bin/sh
# data-alone.sh - the same control flow passes: no branch is the answer, but the
# data.
. "${0%/*}/../../lib.sh"
subject data -g
passes number '[0-9]*'
culprit path -p ./data --failing 1 --oracle ./number --no-minimize --flips 1 >out 2>err
same "data alone: status" 0 $?
check "data alone" has 'data alone make the difference' out
check "no branch is named" has '^no successful run was found$' out
check "the input is" has 'instead of "1"$' out
check "and written" [ -x .culprit/path/passing/cmd ]
