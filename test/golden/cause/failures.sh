#!/bin/sh
# failures.sh - crashes, endless loops, missing and extra output.
. "${0%/*}/../../lib.sh"
subject crash -g -w
subject endless -g -w
subject quiet -g -w
culprit cause -p ./crash --failing 3 >out 2>err
same "a crash" 0 $?
check "what led to it" has '^  crash.c:17#1' out
culprit cause -p ./endless --failing 6 --test-time 1 >out 2>err
same "an endless loop" 0 $?
check "is said" has '^the program did not end' out
printf 'start\nmore\nend\n' >more
culprit cause -p ./quiet --failing x --expected-output more >out 2>err
same "missing output" 0 $?
check "its decision" has '^  quiet.c:7#1' out
printf 'start\n' >less
culprit cause -p ./quiet --failing x --expected-output less >out 2>err
same "extra output" 0 $?
check "its decision" has '^  quiet.c:12#1' out
