#!/bin/sh
# made-tests.sh - tests that find makes are in the store for report and rank;
# the next find makes its own, and does not count them twice.
. "${0%/*}/../../lib.sh"
copy stack.c
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(b - a)/' -g -O1
made() { culprit report --format json | tr ',{}' '\n\n\n' | sed -n 's/^.*"passed": *//p' | head -n 1; }
culprit find --runs 1500 -p bad/stack --failing '5 3 -' --reference ./stack >out 2>err
same "status" 0 $?
passing=$(sed -n 's/^Of these tests [0-9]* were made from a failing one: \([0-9]*\) pass.*/\1/p' out)
check "tests were made" [ "${passing:-0}" -gt 0 ]
varied=$(sed -n 's/^\([0-9]*\) more passing tests were made by other values.*/\1/p' out)
passing=$((passing + ${varied:-0}))
same "report knows those that pass" "$passing" "$(made)"
culprit find --runs 1500 -p bad/stack --failing '5 3 -' --reference ./stack >again 2>err
same "the answer is the same again" "$(cat out)" "$(cat again)"
same "and so is what report knows" "$passing" "$(made)"
culprit run -p bad/stack --tests /dev/stdin --reference ./stack >out 2>err <<EOF
5 3 -
5 3 +
EOF
same "after another run, too" "$((passing + 1))" "$(made)"
