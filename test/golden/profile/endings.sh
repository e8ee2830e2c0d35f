#!/bin/sh
# endings.sh - whatever way a run ends, its counts are there and right, and the
# program's output, status and signal are the native ones: counts that are
# derived.
. "${0%/*}/../../lib.sh"
without_threads >single.c
culprit-cc -O2 single.c -o single || exit 2
endings single
