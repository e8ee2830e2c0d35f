#!/bin/sh
# commands.sh - tests that are shell commands.
. "${0%/*}/../../lib.sh"
copy stack.c
changed stack 's/push(a \* b)/push(a + b)/' -g -O1
n=$(($(line bad/stack.c "case 'x'") + 1))
culprit find --runs 2500 -p bad/stack -c 'test "$(bad/stack 2 3 x)" = 6' -c 'bad/stack 1' \
    -c 'test "$(bad/stack 2 3 -)" = -1' -c 'test "$(bad/stack 2 2 x)" = 4' >out 2>&1
first_is "commands" "bad/stack.c:$n" out
check "why there is no chain" has 'how it reaches the failure: not known (a test that is a command' out
