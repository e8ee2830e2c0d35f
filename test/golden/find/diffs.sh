#!/bin/sh
# diffs.sh - every diff that is shown compiles, and does to the tests what the
# answer says: some random programs with a mistake, a faulty version of a program
# of bench/, and a slip in one of our subjects. test/torture/diffs.sh has all of
# them. CULPRIT_SEEDS=N: N random programs instead of 2.
. "${0%/*}/../../lib.sh"
need python3 patch
law=$top/test/torture/diffs.py
shown=0
# law WORD...: the law for one program
holds() {
    mkdir one && cd one || exit 2
    verdict=$(RUNS=1000 python3 "$law" "$@" 2>&1)
    cd .. && rm -rf one
    case "$verdict" in
    "pass "*) shown=$((shown + ${verdict#pass })) ;;
    "none "*) ;;
    *) echo "# $verdict" && return 1 ;;
    esac
}
for seed in $(seq 1 "${CULPRIT_SEEDS:-2}"); do
    check "random program $seed" holds random "$seed"
done
check "what is undefined and so depends on -O1" holds random 35
check "a program of bench/" holds bench advisor v04
check "one of our subjects" holds subject find/stack.c 1
check "there are diffs: $shown" test "$shown" -gt 1
