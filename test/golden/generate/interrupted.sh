#!/bin/sh
# interrupted.sh - Ctrl-C keeps what is there.
. "${0%/*}/../../lib.sh"
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
# An oracle that tells how often it was asked: some tests must have been made.
executable oracle "echo asked >>'$dir/asked'
[ \$CULPRIT_STATUS -lt 128 ]"
: >asked
culprit generate -p ./scale --failing '0 0 1 3' --oracle ./oracle --count 100000 --stable 0 --time 600 -s is >out 2>&1 &
pid=$!
enough() { [ "$(wc -l <asked)" -ge 20 ] || ! kill -0 $pid; }
until_true enough
kill -INT $pid
wait $pid
check "an interruption" has 'interrupted: these are the tests so far' out
culprit rank --entity tuple >out 2>&1
ended "keeps the tests" 0 'magnitude() returned'
