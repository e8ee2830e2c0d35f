#!/bin/sh
# find-make.sh - `culprit find` alone where one script has all checks: a loop that
# ends too early. The script is one test, so that all that can be told is a set.
. "${0%/*}/../../lib.sh"
project make
built make CC=culprit-cc
culprit find --runs 20000 >out 2>err
same "status" 0 $?
check "it says that there is one test" has 'taking .make check.' err
check "a set, not a culprit" has '^No passing test tells these apart' out
check "the fault is in it" has "^  words.c:$(line words.c 'the fault') " out
