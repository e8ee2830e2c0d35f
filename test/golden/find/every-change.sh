#!/bin/sh
# every-change.sh - find knows of every change what it does: what repairs the
# failing test when it is made alone repairs it in find's list, and nothing
# else does. Random programs; what is expected of each is what it does with one
# of its changes. CULPRIT_SEEDS=N: N programs instead of 4; CULPRIT_SEED=N: from
# this seed on.
. "${0%/*}/../../lib.sh"
need python3
first=${CULPRIT_SEED:-1}
last=$((first + ${CULPRIT_SEEDS:-4} - 1))
inputs='12 31 00 53 94 77 29'

# altered NUMBER INPUT: the program's output with this change
altered() {
    (ulimit -t 2 && culprit mutate -p ./r --number "$1" <"in.$2" 2>&1; echo "status $?")
}
# draw N SALT: so many numbers of changes, the same each time
draw() { awk -v n="$1" -v of="$changes" -v seed="$2" \
    'BEGIN { srand(seed); for (i = 0; i < n; i++) print int(rand() * of) }'; }
# A change that makes some inputs end otherwise, and not all: $fault. The first
# such input is the failing test, those that stay are the passing ones.
choose_fault() {
    for fault in $(draw 30 "$seed"); do
        rm -f ./*.test
        failing=
        for i in $inputs; do
            altered "$fault" "$i" >"want.$i"
            { ./r <"in.$i"; echo "status $?"; } >"plain.$i" 2>&1
            if cmp -s "want.$i" "plain.$i"; then
                echo "$i" >>passing.test
            elif [ -z "$failing" ] && has_only 'status 0' "want.$i"; then
                failing=$i
            fi
        done
        [ -n "$failing" ] && [ -s passing.test ] && return 0
    done
    return 1
}
has_only() { [ "$(tail -n 1 "$2")" = "$1" ]; }
# The tests, and what is expected of each.
make_suite() {
    rm -rf expected tests .culprit
    mkdir expected
    n=0
    for i in $failing $(cat passing.test); do
        n=$((n + 1))
        echo "< in.$i" >>tests
        sed '$d' "want.$i" >expected/t$n.out
    done
}
# known NUMBER: what find knows of the change
known() { awk -F '\t' -v n="$1" '$1 == "-" && $2 == n { print $4 }' trials; }
# agrees NUMBER: is that what the change does?
agrees() {
    altered "$1" "$failing" >got
    case "$(known "$1")" in
    'repairs 1 of 1') cmp -s got "want.$failing" ;;
    *) ! cmp -s got "want.$failing" ;;
    esac
}
for i in $inputs; do
    echo "$i" >"in.$i"
done
for seed in $(seq "$first" "$last"); do
    python3 "$top/test/subject/find/random.py" "$seed" >r.c
    culprit-cc -w -g -O0 -fwrapv r.c -o r || exit 2
    changes=$(culprit mutate -p ./r | wc -l)
    choose_fault || continue
    make_suite
    culprit find -p ./r --tests tests --expected expected --runs 10000000 --trials trials >out 2>err ||
        fail "seed $seed: $(cat err)"
    same "seed $seed: every change has an outcome" "$changes" "$(grep -c '^-' trials)"
    check "seed $seed: none is left" lacks '^# \(not tried\|begins as another\)' trials
    same "seed $seed: the change that was looked for" 'repairs 1 of 1' "$(known "$fault")"
    for n in $(draw 25 "$((seed + 1000))") $(awk -F '\t' '$4 ~ /^repairs/ { print $2 }' trials | awk 'NR % 7 == 1' | head -15); do
        check "seed $seed, change $n: $(known "$n")" agrees "$n"
    done
done
