#!/bin/sh
# second-bug.sh - the second bug of the scaling example; another failure is not
# the failing one's.
. "${0%/*}/../../lib.sh"
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
culprit generate -p ./scale --failing "3 4 '' 3" -s is --count 3 >out 2>&1
ended "the second bug" 0 '^#1  1.00  .*scale.c:45:20  in main  line 45 is false'
rm -rf .culprit/store.db*
culprit generate -p ./scale --failing '0 0 1 3' -s coverage --count 12 --time 600 >out 2>&1
ended "another failure is not the failing one's" 0 \
    'another failure: killed by SIGSEGV at magnitude (scale.c:19)'
