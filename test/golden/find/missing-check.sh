#!/bin/sh
# missing-check.sh - a missing check: what is inserted stands before the next
# statement; and with crashes alone, where a test that ends with status 1 is no
# failure.
. "${0%/*}/../../lib.sh"
copy stack.c stack.tests
cc -O1 stack.c -o stack
changed stack '/if (b == 0) {/,/}/d' -g -O1
culprit find --runs 20000 -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
check "a crash" has "^#[123]  bad/stack.c:" out
culprit find --runs 8000 -p bad/stack --tests stack.tests --crash >out 2>&1
check "crashes alone" has "^#[123]  bad/stack.c:.* in operate" out
check "only one fails" has "the failing test passes" out
