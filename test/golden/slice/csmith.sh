#!/bin/sh
# csmith.sh - so do random programs. CULPRIT_PROGRAMS=N: N of them instead of 8;
# CULPRIT_SEED=N: from this seed on.
. "${0%/*}/../../lib.sh"
. "$top/test/lib/csmith.sh"
random_programs 8 10000000 --max-funcs 6 --max-block-depth 4
while random_program -w -O0; do
    traced ./s
    rm -rf .culprit
done
