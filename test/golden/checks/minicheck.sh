#!/bin/sh
# minicheck.sh - checks that expat's minicheck runs, which is a part of the program; too many are dropped.
. "${0%/*}/../../lib.sh"
unit minicheck "/^ring_drop/,/^}/s/r->count -= n/r->count = 0/"
counted "three checks" "2 passed, 1 failed"
check "by their functions' names" has '^  drop: ' out
found "minicheck"
