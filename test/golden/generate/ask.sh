#!/bin/sh
# ask.sh - a person is asked, and never twice.
. "${0%/*}/../../lib.sh"
need script setsid
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
setsid -w culprit generate -p ./scale --failing '0 0 1 3' --ask >out 2>&1 </dev/null
ended "nobody to ask" 2 'terminal'
{
    echo f
    yes p | head -n 20
} >answers
terminal answers 'culprit generate -p ./scale --failing "0 0 1 3" --ask --count 2' >out 2>&1
check "a person is asked" has 'Is this right' out
check "and answers count" has '3 tests by pcs: 2 passing, 1 failing' out
: >answers
terminal answers 'culprit generate -p ./scale --failing "0 0 1 3" --ask --count 2' >out 2>&1
check "never asked twice" [ "$(grep -c 'Is this right' out)" = 0 ]
