#!/bin/sh
# no-passing.sh - one failing test and an expected output for it alone; a crash
# alone; and a test that does not fail.
. "${0%/*}/../../lib.sh"
copy stack.c
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(b - a)/' -g -O1
mkdir only
printf '2\n' >only/t1.out
culprit find --runs 2500 -p bad/stack --failing '5 3 -' --expected only >out 2>&1
check "without passing tests a set" has 'a set, not a culprit' out
check "with the fault" has "bad/stack.c:$(line bad/stack.c 'push(b - a)') in" out
culprit find -p bad/stack --failing '1 2 +' --reference ./stack >out 2>&1
same "it does not fail" "1 culprit find: no test fails: there is nothing to find" "$? $(cat out)"
changed stack '/if (b == 0) {/,/}/d' -g -O1
rm -rf .culprit
culprit find --runs 2500 -p bad/stack --failing '6 0 /' --crash >out 2>&1
check "one crash" has "^#[123]  bad/stack.c:" out
