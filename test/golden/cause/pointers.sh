#!/bin/sh
# pointers.sh - beyond the paper: a pointer, a choice between texts, a real
# number.
. "${0%/*}/../../lib.sh"
subject pointer -g -w
subject choice -g -w
subject real -g -w
printf '3 7\n' >in
printf 'from 3\nb 7\n' >exp
culprit cause -p ./pointer --failing '< in' --expected-output exp >out 2>err
suspect "wrong pointer" pointer.c:24#1 out
check "whose it should be" has 'with what dear was at pointer.c:18' out
printf '1 3 5\n' >in
printf 'few\nmany\nmany\n' >exp
culprit cause -p ./choice --failing '< in' --expected-output exp >out 2>err
suspect "a choice between two texts" choice.c:10#2 out
check "is a decision" has 'the condition was false; had it been true' out
printf '2\n' >in
printf '1.6487\n' >exp
culprit cause -p ./real --failing '< in' --expected-output exp >out 2>err
suspect "a real number that goes a long way" real.c:11#1 out
