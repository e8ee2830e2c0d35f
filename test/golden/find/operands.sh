#!/bin/sh
# operands.sh - operands the wrong way round.
. "${0%/*}/../../lib.sh"
copy stack.c stack.tests
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(b - a)/' -g -O1
culprit find --runs 2500 -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
first_is "operands" "bad/stack.c:$(line bad/stack.c 'push(b - a)')" out
