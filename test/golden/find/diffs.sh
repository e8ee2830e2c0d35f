#!/bin/sh
# diffs.sh - every diff that is shown compiles, and does to the tests what the
# answer says: over random programs with a mistake. CULPRIT_SEEDS=N: N programs
# instead of 4.
. "${0%/*}/../../lib.sh"
need python3
faulty=$top/test/subject/find/faulty.py
shown=0
for seed in $(seq 1 "${CULPRIT_SEEDS:-4}"); do
    python3 "$faulty" make "$seed" . && cc -w -O1 -fwrapv right.c -o right &&
        culprit-cc -w -g wrong.c -o wrong || exit 2
    rm -rf outputs && mkdir outputs && i=1
    while read -r test; do
        ./right $test >outputs/t$i.out # recorded, so that no tests are made up
        i=$((i + 1))
    done <tests.txt
    culprit find -p ./wrong --tests tests.txt --expected outputs --runs 1500 --format json \
        >out.json 2>err
    [ $? -ne 1 ] || continue # no test sees the mistake
    n=$(python3 "$faulty" check out.json wrong.c tests.txt ./right culprit-cc -w -g)
    check "random program $seed: diffs do what is said" test -n "$n"
    shown=$((shown + ${n:-0}))
done
check "there are diffs" test "$shown" -gt 0
