#!/bin/sh
# csmith.sh - random programs (and a few chosen ones): variants behave as the
# native program does, and derived counts equal those of the variant that
# counts every edge.
# usage: csmith.sh BUILD [PROGRAMS] [FIRST_SEED]
build=$1
count=${2:-12}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cd "$dir" || exit 2

# compare NAME PROGRAM ARGUMENTS...
compare() {
    name=$1
    program=$2
    shift 2
    native=$(timeout 5 "$program" "$@" 2>&1; echo "status $?")
    case $native in *"status 124") return ;; esac # runs too long: no news
    for kind in profile all returns pairs; do
        variant $kind "$program" "run.$kind" || { fail "$name: no $kind variant"; return; }
        got=$(CULPRIT_RUN=$dir/run.$kind timeout 60 "$program" "$@" 2>&1; echo "status $?")
        same "$name: $kind variant" "$native" "$got"
    done
    culprit dump -p "$program" --store .culprit --counts run.profile edges >derived
    culprit dump -p "$program" --store .culprit --counts run.all --all edges >counted
    check "$name: derived counts" cmp -s derived counted
    check "$name: something was counted" grep -q 'count [1-9]' derived
}

for c in "$here"/../golden/dump/*.c "$here"/../golden/pairs/scopes.c \
    "$here"/../../examples/days/days.c; do
    p=$(basename "$c" .c)
    culprit-cc -O2 "$c" -o "$p" || { fail "$p: does not compile"; continue; }
    for args in "" "1" "1 2" "1 2 3 4 5 6 7 8 9 10 11" "2000-01-01 2021-03-04"; do
        # shellcheck disable=SC2086
        compare "$p $args" "./$p" $args
    done
done
if ! command -v csmith >/dev/null; then
    echo "csmith: skipped, csmith is not installed"
    count=0
fi
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
while [ "$count" -gt 0 ]; do
    csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >s.c
    if culprit-cc -w -O1 -I"$include" s.c -o s; then
        compare "seed $seed" ./s
    else
        fail "seed $seed: does not compile"
    fi
    seed=$((seed + 1))
    count=$((count - 1))
done
finish csmith
