#!/bin/sh
# hanging.sh - a test, and candidates, that hang.
. "${0%/*}/../../lib.sh"
subject crash -g
printf 'hang\n((((\n' >hangs
culprit minimize -p ./crash --failing '-v < hangs' --test-time 1 >out 2>err
check "a hanging test" has 'takes too long' out
printf '((((\nhang\n' >hangs
culprit minimize -p ./crash --failing '-v < hangs' >out 2>err # without its first line it hangs
same "hanging candidates" '((((' "$(cat .culprit/minimize/smallest/stdin)"
