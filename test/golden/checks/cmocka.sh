#!/bin/sh
# cmocka.sh - checks that cmocka runs; a count that is not one.
. "${0%/*}/../../lib.sh"
flags=$(library cmocka) || exit
unit cmocka "/^ring_put/,/^}/s/r->lost++/r->lost = 1/" $flags
counted "nine checks" "8 passed, 1 failed"
check "the one that fails has its name" has "^  overflow: " out
found "cmocka"
culprit cause --program ./tests --failing overflow >out 2>err
same "cause: status" 0 $?
check "cause takes a check by its name" has "ring.c:$(cat faulty-line)" out
