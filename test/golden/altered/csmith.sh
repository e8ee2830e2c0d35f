#!/bin/sh
# csmith.sh - random programs: nothing changes with an instance that the graph
# does not connect with it. CULPRIT_ALTERED=500: so many of them instead of 6,
# and ten times the alterations; CULPRIT_SEED=N: from this seed on.
. "${0%/*}/../../lib.sh"
. "$top/test/lib/csmith.sh"
random_programs "${CULPRIT_ALTERED:-6}" 10000000 --max-funcs 4 --max-block-depth 3 \
    --max-array-dim 2 --max-array-len-per-dim 4
while random_program -w -O0 $bounds; do
    asked s "$seed"
    rm -rf .culprit
done
