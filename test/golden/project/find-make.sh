#!/bin/sh
# find-make.sh - `culprit find` alone where one script has all checks: a loop that
# ends too early.
. "${0%/*}/../../lib.sh"
project make
built make CC=culprit-cc
found "words.c:$(line words.c 'the fault')"
