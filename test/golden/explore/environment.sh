#!/bin/sh
# environment.sh - children record nothing, and are let be; a network is
# refused; random numbers are noticed, or replayed as the time is.
. "${0%/*}/../../lib.sh"
culprit-cc -g "$top/test/subject/generate/faults.c" -o faults || exit 2
culprit explore -p ./faults --time 600 -i 'fork ab' --allow-processes --runs 200 >out 2>&1
ended "a program that forks" 0 'SIGABRT.*: fork xy'
culprit explore -p ./faults --time 600 -i 'fork ab' --runs 60 >out 2>&1
ended "and may not" 0 'runs, '
culprit explore -p ./faults --time 600 -i 'socket 1' >out 2>&1
ended "a network is refused" 2 'opens a socket'
culprit generate -p ./faults --failing 'socket 1' >out 2>&1
ended "to generate, too" 2 'opens a socket'
culprit explore -p ./faults --time 600 -i 'random a' --runs 60 >out 2>&1
ended "random numbers are noticed" 0 'does not do the same twice on one input'
culprit explore -p ./faults --time 600 -i 'clock ab' --runs 20 >out 2>&1
check "time and random numbers are replayed" lacks "the same twice" out
check "so flips go as predicted" has '^\([1-9][0-9]*\) of \1 solved' out
