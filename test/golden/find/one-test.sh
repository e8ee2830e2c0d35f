#!/bin/sh
# one-test.sh - one failing test and no suite: tests are made, the same ones
# each time.
. "${0%/*}/../../lib.sh"
copy stack.c
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(b - a)/' -g -O1
n=$(line bad/stack.c 'push(b - a)')
culprit find --runs 2500 -p bad/stack --failing '5 3 -' --reference ./stack --trials once >out 2>&1
first_is "one failing test" "bad/stack.c:$n" out
check "how it reaches the failure" has 'reaches the failure by [0-9]* ->' out
printf '5 3 -\n' >one.tests
rm -rf .culprit
culprit find --runs 2500 -p bad/stack --tests one.tests --reference ./stack --trials twice >again 2>&1
same "a suite with one test is the same" "$(cat out)" "$(cat again)"
same "each trial is" "$(grep -v '^#' once)" "$(grep -v '^#' twice)"
