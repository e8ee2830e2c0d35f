#!/bin/sh
# make.sh - a plain Makefile with a target `check`.
. "${0%/*}/../../lib.sh"
project make
built make CC=culprit-cc
culprit run --program ./tally >out 2>err
same "status" 0 $?
check "which test is taken is said" has '^culprit run: taking `make check` (' err
check "each line about a check is a test" has '^7 passed, 1 failed' out
