#!/bin/sh
# run.sh - the mutate variant behaves as the program while nothing is changed,
# and each kind of change does what its words say.
# usage: run.sh BUILD [PROGRAMS [FIRST_SEED]]
build=$1
count=${2:-8}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cd "$dir" || exit 2

# behaves WHAT PROGRAM ARGUMENTS...
behaves() {
    what=$1
    shift
    native=$(timeout 2 "$@" 2>&1; echo "status $?")
    case $native in *"status 124") return ;; esac # runs too long: no news
    variant mutate "$1" run.mutate || { fail "$what: no mutate variant"; return; }
    got=$(CULPRIT_RUN=$dir/run.mutate timeout 60 "$@" 2>&1; echo "status $?")
    same "$what: unchanged" "$native" "$got"
    function=0
    while [ $function -lt 9 ]; do
        ./turn $function >run.mutate/mutate
        got=$(CULPRIT_RUN=$dir/run.mutate timeout 60 "$@" 2>&1; echo "status $?")
        [ "$native" = "$got" ] || break
        function=$((function + 1))
    done
    same "$what: unchanged, each function checked" "$native" "$got"
}

# changed PLACE WORDS OUTPUT: the only change with these words at that place
changed() {
    number=$(grep -F " $p.c:$1 $2" list | head -n 1)
    if [ -z "$number" ]; then
        fail "$1: no change: $2"
        return
    fi
    same "$1: $2" "$3" "$(culprit mutate -p "./$p" --number "${number%% *}" 2>&1)"
}

cc -I"$here/../../src" "$here/turn.c" -o turn || fail "turn.c: does not compile"
cp "$here/kinds.c" "$here/twin.c" "$here/wide.c" \
    "$here/array.c" .
p=kinds
culprit-cc -g kinds.c -o kinds || { fail "kinds.c: does not compile"; finish mutate; exit; }
same "native" "3218 6 20 3" "$(./kinds)"
culprit mutate -p ./kinds >list
changed 30:11 "relation: \`>=\` instead of \`<\`" "3217 6 20 3"
changed 30:11 "literal: \`2\` instead of \`3\`" "3217 6 20 3"
changed 30:9 "condition: the condition always false" "3217 6 20 3"
changed 32:15 "and-or: \`||\` instead of \`&&\`" "3218 6 20 3"
changed 32:15 "condition: the condition always false" "3216 6 20 3"
changed 32:21 "member: another member of the struct" "3218 6 20 3"
changed 34:19 "operator: \`+\` instead of \`*\`" "3120 6 20 3"
changed 34:15 "dropped-operand: only the left side of \`+\`" "3018 6 20 3"
changed 35:5 "skipped: the call of note() left out" "3218 5 20 3"
changed 35:5 "literal: \`0\` instead of \`1\`" "3218 5 20 3"
changed 36:12 "value: the call of twice() left out and \`-1\` as its value" "3213 6 20 3"
changed 36:18 "variable: \`other\` instead of \`n\`" "3294 6 20 3"
changed 34:9 "skipped: the assignment to sum left out" "3018 6 20 3"
changed 34:9 "assignment-operator: \`+=\` instead of \`=\` to sum" "3221 6 20 3"
changed 37:23 "relation: \`<=\` instead of \`<\`" "4218 6 20 3"
changed 38:13 "jump: \`break\` before this" "218 6 20 3"
changed 38:13 "jump: a jump over what follows here" "218 6 20 3"
changed 35:5 "inserted-assignment: \`sum = 0\` before this" "3015 6 20 3"
changed 36:18 "inserted-step: \`sum++\` before this" "3219 6 20 3"
changed 36:18 "inserted-call: \`note(other)\` before this" "3218 46 20 3"
changed 35:5 "early-return: \`return 0\` before this" ""
changed 39:5 "case-label: \`case 3\` instead of \`case 2\`" "3220 6 20 3"
changed 46:12 "condition: the condition always false" "3254 6 20 3"
changed 47:41 "index: the index one higher" "3218 6 30 3"
changed 47:60 "operator: \`+\` instead of \`*\`" "3218 6 20 3.5"
changed 8:0 "initial-value: total initially \`6\` instead of \`5\`" "3218 7 20 3"
changed 9:0 "initial-value: table initially \`21\` instead of \`20\`" "3218 6 21 3"
culprit mutate -p ./kinds --number 99999999 >out 2>&1
same "no such change" 2 $?

p=twin
expected="46
8 4 17
68 60000 1"
culprit-cc -g twin.c -o twin
behaves twin ./twin
same "twin: native" "$expected" "$(./twin)"
culprit mutate -p ./twin >list
changed 20:15 "operator: \`-\` instead of \`+\`" "-44
8 4 17
68 60000 1"
changed 46:7 "operator: \`+\` instead of \`-\`" "46
8 4 17
92 60000 1"
changed 59:33 "literal: \`2\` instead of \`1\`" "46
8 4 17
68 120000 1"

cp "$here/comma.c" .
culprit-cc -g comma.c -o comma || fail "comma.c: does not compile"
behaves "comma 5" ./comma 5
number=$(culprit mutate -p ./comma | sed -n 's/ .*: this statement left out$//p' | tail -n 1)
same "a statement before a literal of ?:" "1 0" "$(culprit mutate -p ./comma --number "$number" -- 5 2>&1)"
p=wide
culprit-cc -g wide.c -o wide
behaves wide ./wide
same "wide: native" "28571 1410265409 0 1 -1" "$(./wide)"
culprit mutate -p ./wide >list
changed 7:19 "type: \`double\` arithmetic instead of \`int\`" "28571.7 1410265409 0 1 -1"
changed 8:25 "type: \`long long\` arithmetic instead of \`int\`" "28571 10000200001 0 1 -1"
changed 9:19 "type: \`long long\` arithmetic instead of \`int\`" "28571 1410265409 1 1 -1"
changed 10:23 "type: \`long long\` arithmetic instead of \`int\`" "28571 1410265409 0 0 -1"

p=array
culprit-cc -g array.c -o array
behaves array ./array
same "array: native" "5678 678 1" "$(./array)"
culprit mutate -p ./array >list
changed 14:15 "inserted-assignment: \`seen[i] = 1\` before this" "1111 111 1"
changed 14:15 "cleared-array: every element of \`seen\` 0 before this" "0 0 1"
changed 15:16 "cleared-array: every element of \`grid\` 0 before this" "5678 678 0"
changed 14:13 "remainder: \`% 1000\` after what is assigned to sum" "678 678 1"
changed 16:37 "literal: \`1\` instead of \`0\`" "5678 678 3"
changed 16:37 "index: the index one higher" "5678 678 3"

for c in "$here"/../golden/dump/*.c "$here"/../../examples/days/days.c; do
    p=$(basename "$c" .c)
    culprit-cc -O2 "$c" -o "$p" || { fail "$p: does not compile"; continue; }
    for args in "" "1" "1 2" "1 2 3 4 5 6 7 8 9 10 11" "2000-01-01 2021-03-04"; do
        # shellcheck disable=SC2086
        behaves "$p $args" "./$p" $args
    done
done
if ! command -v csmith >/dev/null; then
    echo "mutate: without csmith, which is not installed"
    count=0
fi
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
while [ "$count" -gt 0 ]; do
    csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >s.c
    if culprit-cc -w -O1 -I"$include" s.c -o s; then
        behaves "seed $seed" ./s
    else
        fail "seed $seed: does not compile"
    fi
    seed=$((seed + 1))
    count=$((count - 1))
done
finish mutate
