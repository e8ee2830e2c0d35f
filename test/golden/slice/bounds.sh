#!/bin/sh
# bounds.sh - a run that is cut off, or of which only the end is kept, slices as
# the whole one does.
. "${0%/*}/../../lib.sh"
cp "$top/test/golden/diff/loops.c" . && culprit-cc -w loops.c -o loops || exit 2
# whole one does.
sliced() { culprit slice --top 0 "$@" 2>/dev/null | sed '$d'; }
same "--until changes nothing before" "$(sliced -p loops --test '4 9 4' --at loops.c:15#3)" \
    "$(sliced -p loops --test '4 9 4' --until loops.c:15#3)"
same "--last of more than there is" "$(sliced -p loops --test '4 9 4')" \
    "$(sliced -p loops --test '4 9 4' --last 100000)"
culprit slice -p loops --test '4 9 4' --last 10 >out 2>err
same "--last: status" 0 $?
check "--last: it is said" grep -q 'some of it comes from before what was kept' err
check "--last: the end is there" grep -q 'printf("%d %d' out
check "SARIF has the slice as a flow" [ "$(culprit slice -p loops --test 4 --format sarif |
    grep -c '"location":')" = "$(culprit slice -p loops --test 4 | grep -c '^loops.c')" ]
