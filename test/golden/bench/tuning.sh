#!/bin/sh
# tuning.sh - a number of a heuristic that is set: the workers see it, and what
# they find is another result, which says so.
. "${0%/*}/../../lib.sh"
copy middle seeded
rank_of() { sed -n '/"versions"/,$p' "$1" | sed -n '/"technique": "cbi"/,/"rank"/s/^ *"rank": \([0-9]*\),$/\1/p'; }
culprit bench middle --cflags '-std=gnu89 -w' -t cbi --versions v2 --format json --store work --test-time 2 >usual.json
culprit bench middle --cflags '-std=gnu89 -w' -t cbi --versions v2 --format json --set spectrum.cbi_z=10 \
    --store work --test-time 2 >set.json
same "as it is, and with no certain predicate" "1 33" "$(rank_of usual.json) $(rank_of set.json)"
check "what was set is said" told '"tuning": "spectrum.cbi_z=10"' set.json
check "what was not set is not" lacks tuning usual.json
culprit bench middle --cflags '-std=gnu89 -w' -t cbi --versions v2 --set spectrum.cbi_z=3 --set find.weak=0.3 \
    --store work --test-time 2 >out
same "what was set is the first line" "with find.weak=0.3 spectrum.cbi_z=3" "$(head -n 1 out)"
inprocess "$here/tuning.cases"
