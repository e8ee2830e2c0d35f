#!/bin/sh
# criterion.sh - checks that Criterion runs, in processes of their own; a sum that begins late.
. "${0%/*}/../../lib.sh"
flags=$(library criterion) || exit
unit criterion "/^ring_sum/,/^}/s/i = 0/i = 1/" $flags
counted "nine checks" "5 passed, 4 failed"
runs=150 # each is several processes
found "Criterion" --unconfined
