#!/bin/sh
# beyond.sh - beyond the paper's prototype: more rounds of a loop, recursion,
# switch, floating point, a longer input, calls and loops in what is flipped.
. "${0%/*}/../../lib.sh"
copy beyond.c
passes right right
# beyond KIND TEST PASSES BRANCH
beyond() {
    culprit-cc -g -DKIND="$1" beyond.c -o beyond || exit 2
    culprit path -p ./beyond --failing "$2" --oracle ./right --no-minimize --time 0 >out 2>err
    same "beyond $1: status" 0 $?
    check "beyond $1: what passes" has "^with this it passes: $3\$" out
    check "beyond $1: where" has "beyond.c:$4" out
}
beyond 1 o ooo '52, the 2nd of 2 times (main)$'
beyond 2 "'('" "'(('" '10, the 2nd of 2 times (depth)$'
beyond 3 a b '16 (kind_of)$'
beyond 4 1.10 1.42 '61 (main)$'
beyond 5 abc 'abc..' '39 (tell)$'
beyond 6 "'?x'" "'!x'" '66 (main)$'
