#!/bin/sh
# check.sh - checks that Check runs; a wrong length.
. "${0%/*}/../../lib.sh"
flags=$(library check) || exit
unit check "/^ring_drop/,/^}/s/n = r->count/n = RING_SIZE/" $flags
counted "nine checks" "8 passed, 1 failed"
found "Check"
caused drop_all 'ring_drop(&r, 7) was 4 where 3 was expected'
