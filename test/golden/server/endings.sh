#!/bin/sh
# endings.sh - every ending.
. "${0%/*}/../../lib.sh"
without_threads >single.c
culprit-cc -O2 single.c -o single || exit 2
printf '%s\n' exit _exit abort segv div kill hang return jump fork exec >endings
both 'endings' ./single --tests endings --test-time 2 --verify
cp "$top/test/subject/endings.c" .
culprit-cc -O2 -pthread endings.c -o multi || exit 2
both 'threads' ./multi --tests endings --test-time 2
