#!/bin/sh
# bad-input.sh - tests and oracles from which nothing can be told.
. "${0%/*}/../../lib.sh"
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
subject decide -g
culprit generate -p ./scale --failing '1 2 3 4' >out 2>&1
ended "a test that passes" 1 'the test passes, but it should fail'
culprit generate -p ./decide --failing time >out 2>&1
ended "not the same twice" 2 'does not do the same twice'
executable moody "mkdir '$dir/asked' 2>/dev/null && exit 1
exit 0"
culprit generate -p ./decide --failing 'args 1 2' --oracle ./moody >out 2>&1
ended "an oracle that changes its mind" 2 'answers differently when it is asked twice'
culprit generate -p ./scale --failing '0 0 1 3' --symbolic sausage >out 2>&1
ended "what is symbolic" 2 'not "sausage"'
