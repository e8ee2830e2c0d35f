#!/bin/sh
# figure-1.sh - figure 1 of the paper: the branch is named, with both values.
. "${0%/*}/../../lib.sh"
subject first -g
sed 's/x > 0/x >= 0/' first.c >ref.c
culprit-cc -g ref.c -o ref || exit 2
culprit path -p ./first --failing 0 --reference ./ref --no-minimize >out 2>err
same "status of an answer" 0 $?
check "the input that passes" has 'with this it passes: 1$' out
check "one branch" has 'the runs part at 1 branch:' out
check "its place" has '^first.c:9 (main)$' out
check "its value in the failing run" has 'failing:    false   x = 0' out
check "and in the other" has 'successful: true   x = 1' out
same "the failing test fails again" 0 "$(sh .culprit/path/failing/cmd)"
same "the passing test passes again" 5 "$(sh .culprit/path/passing/cmd)"
touch before after
ls >before
culprit path -p ./first --failing 0 --reference ./ref --no-minimize >/dev/null 2>err
ls >after
check "nothing is written but the store" cmp before after
check "where it is, is said" has '^written to .culprit/path/failing and .culprit/path/passing$' out
culprit path -p ./first --failing 0 --reference ./ref >out 2>err
same "status with a minimised test" 0 $?
check "what no digit decides is found too" has '^first.c:9 (main)$' out
