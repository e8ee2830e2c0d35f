#!/bin/sh
# endings-threads.sh - the same for a program with threads, of which every edge
# is counted.
. "${0%/*}/../../lib.sh"
cp "$top/test/subject/endings.c" multi.c
culprit-cc -O2 -pthread multi.c -o multi || exit 2
endings multi
ending multi threads
check "threads: the loop is covered" [ "$(count multi LOOP)" -gt 0 ]
