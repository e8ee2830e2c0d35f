#!/bin/sh
# make.sh - a plain Makefile with a target `check`.
. "${0%/*}/../../lib.sh"
project make
built make CC=culprit-cc
culprit run --program ./tally >out 2>err
same "status" 0 $?
check "which test is taken is said" has '^culprit run: taking `make check` (' err
check "it fails" has '^0 passed, 1 failed' out
