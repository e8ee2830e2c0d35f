#!/bin/sh
# first-bug.sh - the first bug of the scaling example, by the failing test and
# three that are like it.
. "${0%/*}/../../lib.sh"
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
culprit generate -p ./scale --failing '0 0 1 3' -s is --count 3 -o first >out 2>&1
ended "the first bug" 0 '^4 tests by is: 3 passing, 1 failing'
check "it is first" sh -c "grep -A1 '^#1-' out | grep -q 'scale.c:26:16 .* magnitude() returned zero'"
check "two names of one fact are suspected" has '^#1-2  1.00' out
check "with evidence" has '^nearest passing, t1: 1 0 1 3 (75.0 % alike)' out
check "all flips go as predicted" has '^3 of 3 solved flips went as predicted' out
same "tests are written" 4 "$(wc -l <first/tests)"
same "and can be run" 136 "$(
    sh first/failing/cmd >/dev/null 2>&1
    echo $?
)"
same "the nearest passes" 0 "$(
    sh first/t1/cmd >/dev/null 2>&1
    echo $?
)"
culprit rank --entity tuple >out 2>&1
ended "rank knows them" 0 'magnitude() returned zero'
