#!/bin/sh
# limits.sh - what was measured within other limits is another result.
. "${0%/*}/../../lib.sh"
copy seeded
# key LIMIT...: of the result that is kept after a bench within them
key() {
    culprit bench seeded -t ochiai --versions F_SUM_1 --store work "$@" >out 2>err || fail "bench $*"
    sed -n 's/.*"key": "\([^"]*\)".*/\1/p' work/bench/seeded/results/F_SUM_1.json
}
first=$(key --test-time 2 --cpu-time 30)
check "it has a key" test -n "$first"
same "the same limits" "$first" "$(key --test-time 2 --cpu-time 30)"
check "more processor time" test "$first" != "$(key --test-time 2 --cpu-time 40)"
check "more time for a test" test "$first" != "$(key --test-time 3 --cpu-time 30)"
