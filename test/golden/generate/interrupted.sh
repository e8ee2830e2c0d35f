#!/bin/sh
# interrupted.sh - Ctrl-C keeps what is there.
. "${0%/*}/../../lib.sh"
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
culprit generate -p ./scale -f '0 0 1 3' -n 100000 --stable 0 --time 600 -s is >out 2>&1 &
pid=$!
: >seen
# Some tests must have been made by then: until fifty processes were seen.
many() {
    ours >>seen
    [ "$(sort -u seen | wc -l)" -ge 50 ] || ! kill -0 $pid
}
until_true many
kill -INT $pid
wait $pid
check "an interruption" has 'interrupted: these are the tests so far' out
culprit rank --entity tuple >out 2>&1
ended "keeps the tests" 0 'magnitude() returned'
