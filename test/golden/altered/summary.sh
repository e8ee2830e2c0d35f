#!/bin/sh
# summary.sh - in one function without pointers all that a branch changes
# depends on it, if only by a summary control dependence; with calls it takes
# branches in callees and callers, too.
. "${0%/*}/../../lib.sh"
for p in bitfields floats logic loops; do
    subject $p -w $bounds -lm
    all_depends $p --summary
done
for p in parser pointers recursion; do
    subject $p -w $bounds -lm
    all_depends $p --across
done
