#!/bin/sh
# pruned.sh - an infeasible suffix is not extended: 15 sets without that, and
# one of the first branch.
. "${0%/*}/../../lib.sh"
subject suffix -g
printf xyz >in
passes never never
culprit path -p ./suffix --failing '< in' --oracle ./never --no-minimize --order paper --flips 0 --time 0 >out 2>err
check "pruned sets, paper" has '^1[23] sets of branches in all, [12] pruned' out
culprit path -p ./suffix --failing '< in' --oracle ./never --no-minimize --flips 3 --time 0 >out 2>err
check "pruned sets" has '^1[23] sets of branches in all, [12] pruned' out
