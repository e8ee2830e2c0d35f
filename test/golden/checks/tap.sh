#!/bin/sh
# tap.sh - TAP points of one process: each is a test, with what ran since the one before.
. "${0%/*}/../../lib.sh"
unit tap "/^ring_drop/,/^}/s/r->count -= n/r->count = n/"
culprit run --program ./tests --command ./tests >out 2>err
same "eight points" "7 passed, 1 failed" "$(sed -n '1s/, 0 unknown.*//p' out)"
check "by name" has '^  ./tests: drop all: not ok 6 - drop all$' out
culprit rank --top 5 >out 2>err
check "the check's own lines, not the others'" has '^#1 .* ring.c:[0-9]*:[0-9]*  in ring_drop' out
check "of one point each" has 'run by 1 of 1 failing and 0 of 7 passing tests' out
found "TAP" --command ./tests

# Unbuffered, as libtap does it; and through a script, twice.
sed -i 's/printf("1..8/setvbuf(stdout, NULL, _IONBF, 0);\n    &/' tap.c
culprit-cc -g ring.c tap.c -o tests
culprit run --program ./tests --command './tests' >out 2>err
same "unbuffered" "7 passed, 1 failed" "$(sed -n '1s/, 0 unknown.*//p' out)"
culprit rank --top 1 >out 2>err
check "likewise" has 'run by 1 of 1 failing and 0 of 7 passing tests' out

# A check that dies is one check.
sed -i 's/printf("1..8/setvbuf(stdout, NULL, _IOLBF, 0);\n    &/; s/ok(r.lost == 2, "overflow")/*(volatile int *)0 = 1/' tap.c
culprit-cc -g -w ring.c tap.c -o tests
culprit run --program ./tests --command './tests' >out 2>err
same "six points, and what dies" "5 passed, 2 failed" "$(sed -n '1s/, 0 unknown.*//p' out)"
check "it is told where" has '^  ./tests: after drop all: ' out
