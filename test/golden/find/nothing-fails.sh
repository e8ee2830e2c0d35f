#!/bin/sh
# nothing-fails.sh - nothing fails, or there is no suite, or no such format.
. "${0%/*}/../../lib.sh"
copy stack.c stack.tests
cc -O1 stack.c -o stack
culprit-cc -g stack.c -o good
culprit find -p ./good --tests stack.tests --reference ./stack >out 2>&1
same "nothing fails" "1 culprit find: no test fails: there is nothing to find" "$? $(cat out)"
culprit find -p ./good --tests nowhere --reference ./stack >out 2>&1
same "no suite" 2 $?
culprit find -p ./good --reference ./stack >out 2>&1
same "no tests" 2 $?
check "what was looked for" has 'no tests were found: .* name tests with --failing, --tests' out
culprit find -p ./good --tests stack.tests --format x >out 2>&1
same "no such format" 2 $?
