#!/bin/sh
# formats.sh - the answer for other programs, and a debugger.
. "${0%/*}/../../lib.sh"
subject middle -g -w
printf '2 1 3\n' >in
printf '2\n' >exp
for f in json dot gcc sarif html; do
    culprit cause -p ./middle --failing '< in' --expected-output exp --format $f >out 2>err
    same "format $f" 0 $?
    check "format $f has the place" has 'middle.c' out
done
culprit cause -p ./middle --failing '< in' --expected-output exp --gdb - >out 2>err
check "a breakpoint" has '^break .*middle.c:14$' out
same "and no answer behind it" "run < in" "$(tail -n 1 out)"
culprit cause -p ./middle --failing '< in' --expected-output exp --rr script >out 2>err
check "a script for rr" has '^continue$' script
check "with the answer beside it" has 'middle.c:14' out
