#!/bin/sh
# cmocka.sh - checks that cmocka runs; a count that is not one.
. "${0%/*}/../../lib.sh"
flags=$(library cmocka) || exit
unit cmocka "/^ring_put/,/^}/s/r->lost++/r->lost = 1/" $flags
counted "nine checks" "8 passed, 1 failed"
check "the one that fails has its name" has "^  overflow: " out
found "cmocka"
caused overflow 'r.lost was 0x1 where 0x2 was expected'
