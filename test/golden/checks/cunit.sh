#!/bin/sh
# cunit.sh - checks that CUnit runs; the wrong element makes room.
. "${0%/*}/../../lib.sh"
flags=$(library cunit) || exit
unit cunit "/^ring_put/,/^}/s/place(r, 1)/place(r, 0)/" $flags
counted "nine checks" "8 passed, 1 failed"
found "CUnit"
caused overflow 'ring_sum(&r) should have been 18'
