#!/bin/sh
# oracle.sh - an oracle script.
. "${0%/*}/../../lib.sh"
copy stack.c stack.tests
executable oracle 'case $CULPRIT_TEST in *"dup x"*) grep -q "^49$" "$CULPRIT_STDOUT" ;; *) exit 0 ;; esac'
changed stack 's/push(a \* b)/push(a + b)/' -g -O1
n=$(($(line bad/stack.c "case 'x'") + 1))
culprit find --runs 2500 -p bad/stack --tests stack.tests --oracle ./oracle >out 2>&1
first_is "an oracle" "bad/stack.c:$n" out
