#!/bin/sh
# time.sh - all of it ends when the time is over, whatever it is that takes the
# time: a program that never ends must be stopped, or this case would not end
# either.
. "${0%/*}/../../lib.sh"
subject forever -g -w
printf '1\n' >one
mkdir own
TMPDIR=$dir/own
export TMPDIR
culprit cause -p ./forever --failing x --expected-output one --time 0.05 >out 2>err
same "the time is over while variants are built: status" 1 $?
check "it is said" has "^the time was over before the search began, while the program's variants were built (--time)" out
# Later what takes the time is the test.
culprit cause -p ./forever --failing x --expected-output one --time 10 --test-time 3600 >out 2>err
same "the time is over while the test is run: status" 1 $?
check "it is said" has "^the time was over before the search began, while the \(test was run\|run was traced\) (--time)" out
same "nothing is left behind" "" "$(ls own)"
