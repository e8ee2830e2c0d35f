#!/bin/sh
# every-change.sh - find knows of every change what it does: what repairs the
# failing tests when it is made alone repairs them in find's list, and nothing
# else does. Random programs; what is expected of each is what it does with one
# of its changes. CULPRIT_SEEDS=N: N programs instead of 2; CULPRIT_SEED=N: from
# this seed on.
. "${0%/*}/../../lib.sh"
need python3
first=${CULPRIT_SEED:-1}
last=$((first + ${CULPRIT_SEEDS:-2} - 1))
inputs='12 31 00 53 94 77 29'

# altered NUMBER INPUT: the program's output with this change
altered() {
    (ulimit -t 1 && culprit mutate -p ./r --number "$1" <"in.$2" 2>&1; echo "status $?")
}
# draw N SALT: so many numbers of changes, the same each time
draw() { awk -v n="$1" -v of="$changes" -v seed="$2" \
    'BEGIN { srand(seed); for (i = 0; i < n; i++) print int(rand() * of) }'; }
ends_well() { [ "$(tail -n 1 "$1")" = 'status 0' ]; }
# is_fault NUMBER: does the change make some inputs end otherwise, and not all?
# The first few such inputs are the failing tests, those that stay the passing.
is_fault() {
    failing= nfailing=0 passing=
    for i in $inputs; do
        altered "$1" "$i" >"want.$i"
        ends_well "want.$i" || return 1
        if cmp -s "want.$i" "plain.$i"; then
            passing="$passing $i"
        elif [ "$nfailing" -lt 3 ]; then
            failing="$failing $i" nfailing=$((nfailing + 1))
        fi
    done
    [ -n "$failing" ] && [ -n "$passing" ]
}
choose_fault() {
    for fault in $(draw 30 "$seed"); do
        is_fault "$fault" && return 0
    done
    return 1
}
# The tests, and what is expected of each.
make_suite() {
    rm -rf expected tests .culprit
    mkdir expected
    n=0
    for i in $failing $passing; do
        n=$((n + 1))
        echo "< in.$i" >>tests
        sed '$d' "want.$i" >expected/t$n.out
    done
}
# known NUMBER: what find knows of the change
known() { awk -F '\t' -v n="$1" '$1 == "-" && $2 == n { print $4 }' trials; }
# agrees NUMBER: is that what the change does?
agrees() {
    repaired=0
    for i in $failing; do
        altered "$1" "$i" >got
        cmp -s got "want.$i" && repaired=$((repaired + 1))
    done
    case "$(known "$1")" in
    "repairs $repaired of $nfailing") ;;
    repairs*) echo "# $1: $(known "$1"), but repairs $repaired of $nfailing" && return 1 ;;
    *) [ "$repaired" -lt "$nfailing" ] ;;
    esac
}
for i in $inputs; do
    echo "$i" >"in.$i"
done
for seed in $(seq "$first" "$last"); do
    python3 "$top/test/subject/find/random.py" "$seed" >r.c
    culprit-cc -w -g -O0 -fwrapv r.c -o r || exit 2
    for i in $inputs; do
        { ./r <"in.$i"; echo "status $?"; } >"plain.$i" 2>&1
    done
    changes=$(culprit mutate -p ./r | wc -l)
    choose_fault || continue
    make_suite
    culprit find -p ./r --tests tests --expected expected --runs 10000000 --trials trials >out 2>err ||
        fail "seed $seed: $(cat err)"
    same "seed $seed: every change has an outcome" "$changes" "$(grep -c '^-' trials)"
    check "seed $seed: none is left" lacks '^# \(not tried\|begins as another\)' trials
    same "seed $seed: the change that was looked for" "repairs $nfailing of $nfailing" "$(known "$fault")"
    for n in $(draw 15 "$((seed + 1000))") $(awk -F '\t' '$4 ~ /^repairs/ { print $2 }' trials | awk 'NR % 7 == 1' | head -10); do
        check "seed $seed, change $n: $(known "$n")" agrees "$n"
    done
done
