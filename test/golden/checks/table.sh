#!/bin/sh
# table.sh - checks without a framework: a table of functions with assert. The first that fails ends the program, but
# not the others.
. "${0%/*}/../../lib.sh"
unit table "/^ring_drop/,/^}/s/r->count -= n/r->count = n/"
culprit run --program ./tests --command ./tests >out 2>err
same "a command is one test" "0 passed, 1 failed" "$(sed -n "1s/, 0 unknown.*//p" out)"
counted "nine checks" "7 passed, 2 failed"
found "a table"
caused test_drop 'ring_sum(&r) should have been 3'
