#!/bin/sh
# unrelated.sh - another command makes the failure go away, but says nothing of
# it: the branch in the command that fails is the answer, though it is not the
# closest.
. "${0%/*}/../../lib.sh"
subject deeds -g
passes sums 'sum [1-45]\|this is .*'
culprit path -p ./deeds --failing 'add 5' --oracle ./sums --no-minimize >out 2>err
same "another command comes last: status" 0 $?
check "the branch of the command that fails" has '^deeds.c:11 (add)$' out
check "is not marked" lacks "perhaps" out
passes only 'this is .*'
culprit path -p ./deeds --failing 'add 5' --oracle ./only --no-minimize >out 2>err
same "only another command: status" 0 $?
check "is marked" has 'that is perhaps an unrelated success' out
check "at its branch" has '^deeds.c:27 (main)$' out
