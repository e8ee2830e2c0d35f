#!/bin/sh
# options.sh - what is trusted, other techniques, choosers and --no-summary.
. "${0%/*}/../../lib.sh"
subject middle -g -w
subject callee -g -w
printf '2 1 3\n' >in
printf '2\n' >exp
culprit cause -p ./middle --failing '< in' --expected-output exp --trust middle.c:14 \
    --trust middle.c:22 >out 2>err
same "a branch that is trusted" "middle.c:10#1 " "$(suspects out)"
culprit cause -p ./middle --failing '< in' --expected-output exp -t predicate-switching >out 2>err
same "predicate switching finds the branch" "middle.c:14#1 " "$(suspects out)"
culprit cause -p ./middle --failing '< in' --expected-output exp -t value-replacement >out 2>err
same "value replacement: m had no other value" 1 $?
culprit cause -p ./middle --failing '< in' --expected-output exp -t cause-no-summary \
    --trust middle.c:22 >out 2>err
same "without summary control dependences the branch is lost" \
    "middle.c:10#1 " "$(suspects out)"
culprit cause -p ./middle --failing '< in' --expected-output exp -t cause-single-step >out 2>err
suspect "single steps" middle.c:14#1 out
culprit cause -p ./middle --failing '< in' --expected-output exp -t cause-bisection >out 2>err
suspect "bisection" middle.c:14#1 out
printf '1 2\n' >in
printf '2\n' >exp
culprit cause -p ./callee --failing '< in' --expected-output exp >out 2>err
suspect "a decision in a callee" callee.c:9#2 out
culprit cause -p ./callee --failing '< in' --expected-output exp -t cause-no-summary \
    --trust callee.c:20 >out 2>err
same "is lost without summaries" "" "$(suspects out)"
