#!/bin/sh
# recorded.sh - a missing condition, with recorded outputs.
. "${0%/*}/../../lib.sh"
copy stack.c stack.tests
mkdir expected
changed stack 's/if (depth == ROOM)/if (depth > ROOM)/' -g -O1
culprit-cc -g stack.c -o good
culprit run -p ./good --tests stack.tests --record expected >/dev/null
culprit find --runs 2500 -p bad/stack --tests stack.tests --expected expected >out 2>&1
first_is "recorded outputs" "bad/stack.c:$(line bad/stack.c 'depth > ROOM')" out
