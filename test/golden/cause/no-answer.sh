#!/bin/sh
# no-answer.sh - what there is no answer for, and what is wrong with the
# question.
. "${0%/*}/../../lib.sh"
subject middle -g -w
subject quiet -g -w
subject random -g -w
printf '2 1 3\n' >middle.in
printf '2\n' >middle.exp
printf '1\n' >right
printf 'start\nmore\nend\n' >more
# bad WHAT STATUS TEXT
bad() {
    same "$1: status" "$2" $?
    check "$1: says so" has "$3" out
}
culprit cause -p ./middle --failing '< middle.in' --expected-output right >out 2>&1
bad "the test passes" 1 "^the test passes"
culprit cause -p ./quiet --failing x >out 2>&1
bad "nothing to expect" 1 "^the test passes"
culprit cause -p ./random --failing '' --expected-output more >out 2>&1
bad "not deterministic" 2 "not deterministic"
culprit cause -p ./quiet --failing x --expect-status 3 >out 2>&1
bad "only input" 1 "nothing but the program's input"
culprit cause -p ./middle --failing '< middle.in' --at middle.c:22 --expect 'm == 1' >out 2>&1
bad "the condition holds" 1 "holds there already"
culprit cause -p ./middle --failing '< middle.in' --at middle.c:22 --expect 'q == 1' >out 2>&1
bad "a name without a value" 2 "no value is known"
culprit cause -p ./middle --failing '< middle.in' --at middle.c:15 --expect 'm == 1' >out 2>&1
bad "never reached" 2 "was not executed"
culprit cause -p ./middle --failing '< middle.in' --at middle.c:22 --expect 'm ==' >out 2>&1
bad "no condition" 2 "operand is missing"
culprit cause -p ./middle --failing '< middle.in' --expected-output nowhere >out 2>&1
bad "no expected output" 2 "expected"
culprit cause -p ./middle --failing '< nowhere' --expected-output right >out 2>&1
bad "no such file" 2 "nowhere"
culprit cause -p ./middle --failing '< middle.in' --expected-output middle.exp --trust middle.c:1 >out 2>&1
bad "trust" 2 "no code"
