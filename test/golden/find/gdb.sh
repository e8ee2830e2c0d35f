#!/bin/sh
# gdb.sh - a script for the debugger that stops where the fault does its harm.
. "${0%/*}/../../lib.sh"
copy stack.c
cc -O1 stack.c -o stack
changed stack 's/push(a - b)/push(b - a)/' -g -O1
culprit find --runs 2500 -p bad/stack --failing '7 5 3 - - 2 -' --reference ./stack --gdb script >told 2>&1
check "a gdb script" has "^break .*bad/stack.c:$(line bad/stack.c 'push(b - a)')" script
check "at the instance" has '^ignore $bpnum [12]' script
check "runs the test" has '^run 7 5 3 - - 2 - < /dev/null' script
check "with the answer beside it" has '^#1 ' told
culprit find --runs 2500 -p bad/stack --failing '7 5 3 - - 2 -' --reference ./stack --rr - >out 2>err
same "one for rr instead of the answer" "# rr replay -- -x FILE" "$(head -n 1 out)"
same "which goes on" continue "$(tail -n 1 out)"
