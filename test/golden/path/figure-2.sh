#!/bin/sh
# figure-2.sh - figure 2 of the paper: the nearest of two, and all candidates if
# none succeeds.
. "${0%/*}/../../lib.sh"
subject gold -g
echo '0 0 1 1' >in
passes both '.* 1 2'
culprit path -p ./gold --failing '< in' --oracle ./both --no-minimize >out 2>err
same "two branches: status" 0 $?
check "two branches" has 'the runs part at 2 branches:' out
check "the branch of line 3" has '^gold.c:10 (main)$' out
check "the branch of line 6" has '^gold.c:13 (main)$' out
culprit path -p ./gold --failing '< in' --oracle ./both --no-minimize \
    --order paper --flips 0 >out 2>err
check "in the paper's order" has 'the runs part at 2 branches:' out
check "<6> <3,6> are tried, no more" has '^2 sets of branches in all' out
passes never never
culprit path -p ./gold --failing '< in' --oracle ./never --no-minimize \
    --order paper --flips 0 >out 2>err
same "no answer" 1 $?
check "said so" has '^no successful run was found$' out
# the eleven of Table 2; and the first branch, which no number decides
check "all candidates of the golden order" has '^12 sets of branches in all' out
check "what was covered" has 'flipped 5 of 5 branch instances alone' out
