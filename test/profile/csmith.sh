#!/bin/sh
# csmith.sh - random programs: variants behave as the native program does, and
# derived counts equal the counts of the variant that counts every edge.
# usage: csmith.sh BUILD [PROGRAMS] [FIRST_SEED]
build=$1
count=${2:-12}
seed=${3:-1}
. "$(dirname "$0")/../lib.sh"
if ! command -v csmith >/dev/null; then
    echo "csmith: skipped, csmith is not installed"
    exit 0
fi
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
cd "$dir" || exit 2
n=0
while [ "$n" -lt "$count" ]; do
    csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 --computed-goto \
        >"s.c" 2>/dev/null || csmith --seed "$seed" >s.c
    name="seed $seed"
    seed=$((seed + 1))
    n=$((n + 1))
    if ! culprit-cc -w -O1 -I"$include" s.c -o s; then
        fail "$name: does not compile"
        continue
    fi
    native=$(timeout 5 ./s 2>&1; echo "status $?")
    case $native in *"status 124") continue ;; esac # runs too long: no news
    for kind in profile all returns; do
        variant $kind ./s "run.$kind" || { fail "$name: no $kind variant"; continue; }
        got=$(CULPRIT_RUN=$dir/run.$kind timeout 60 ./s 2>&1; echo "status $?")
        same "$name: $kind variant" "$native" "$got"
    done
    culprit dump -p ./s --store .culprit --counts run.profile edges >derived
    culprit dump -p ./s --store .culprit --counts run.all --all edges >counted
    check "$name: derived counts" cmp -s derived counted
done
finish csmith
