#!/bin/sh
# mutation.sh - the published techniques that alter the program, from rank.
. "${0%/*}/../../lib.sh"
for f in stack.c stack.tests; do cp "$top/test/subject/find/$f" .; done
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(b - a)/' -g -O1
n=$(line bad/stack.c 'push(b - a)')
culprit rank -t muse -p bad/stack --tests stack.tests --reference ./stack -n 5 >out 2>&1
check "rank -t muse" has "bad/stack.c:$n\|^    $n |" out
culprit rank -t metallaxis -p bad/stack --tests stack.tests --reference ./stack -n 5 >out 2>&1
check "rank -t metallaxis" has "bad/stack.c:$n\|^    $n |" out
culprit rank -t muse -t ochiai -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
check "beside others" has '^  muse ' out
culprit rank -t muse >out 2>&1
same "rank -t muse wants a program" 2 $?
