#!/bin/sh
# edited.sh - a mistake that only an edit of the text undoes, in a source that
# several programs are linked with: brackets are missing.
. "${0%/*}/../../lib.sh"
need cmake ctest
project cmake
sed -i 's/r->n = 0; .*/r->n = 0, r->total = 0;/
    s/? r->at\[(r->first + i) % RING_ROOM\]/? r->at[r->first + i % RING_ROOM]/' src/ring.c
built cmake -B build -DCMAKE_C_COMPILER=culprit-cc
built cmake --build build
found "src/ring.c:$(line src/ring.c '? r->at')" 6000
check "the edit" has 'with `(r->first + i) % RING_ROOM` instead of `r->first + i % RING_ROOM` the' out
check "the diff" has '^    +    return i < r->n ? r->at\[(r->first + i) % RING_ROOM\] : -1;' out
