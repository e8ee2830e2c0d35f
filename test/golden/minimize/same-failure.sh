#!/bin/sh
# same-failure.sh - the same failure, not any.
. "${0%/*}/../../lib.sh"
subject crash -g
printf 'a\nbad 0\nb\n((((\nx\n' >two
culprit minimize -p ./crash --failing '-v < two' >out 2>err
same "first of two crashes" 'bad ' "$(cat .culprit/minimize/smallest/stdin)"
check "and which" has 'SIGILL at divide' out
culprit minimize -p ./crash --failing '-v < two' --any-failure >out 2>err
same "any failure" "[smallest/files] ''" "$(cat .culprit/minimize/tests)"
printf 'a\nx\n((((\n' >exits
culprit minimize -p ./crash --failing '-v -z < exits' >out 2>err
same "an exit" x "$(cat .culprit/minimize/smallest/stdin)"
same "and not another by the same function" '[smallest/files] -v < ../stdin' "$(cat .culprit/minimize/tests)"
