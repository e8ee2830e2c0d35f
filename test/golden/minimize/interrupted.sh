#!/bin/sh
# interrupted.sh - Ctrl-C: the smallest so far is written.
. "${0%/*}/../../lib.sh"
copy crash.c
culprit-cc -g -DSLOW=200000 -o slow crash.c || exit 2
copy brackets && mv brackets in
culprit minimize -p ./slow --failing '-v < in' -j1 >out 2>err &
pid=$!
# Some of it must be done by then: until ten processes of it were seen.
: >seen
ten() {
    ours >>seen
    [ "$(sort -u seen | wc -l)" -ge 10 ] || ! kill -0 $pid
}
until_true ten
kill -INT $pid
wait $pid
same "Ctrl-C" 0 $?
check "is said" has 'interrupted: it may not be the smallest' out
check "the smallest so far is written" sh -c 'sh .culprit/minimize/smallest/cmd >/dev/null 2>&1; [ $? = 139 ]'
