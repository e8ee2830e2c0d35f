#!/bin/sh
# csmith.sh - random programs behave so, too. CULPRIT_PROGRAMS=N: N of them
# instead of 6; CULPRIT_SEED=N: from this seed on.
. "${0%/*}/../../lib.sh"
. "$top/test/lib/csmith.sh"
random_programs 6 100000000 --max-funcs 6 --max-block-depth 4
while random_program -w -O1; do
    unchanged "seed $seed" ./s
done
