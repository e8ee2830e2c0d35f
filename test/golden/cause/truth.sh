#!/bin/sh
# truth.sh - only decisions were polluted; the right version tells which states
# were misjudged.
. "${0%/*}/../../lib.sh"
subject moved -g -w
printf '5\n' >in
printf 'special\n' >exp
culprit cause -p ./moved --failing '< in' --expected-output exp --paths 10 >out 2>err
suspect "what a polluted branch depends on" moved.c:12#1 out
sed 's/x \* 300;/x * 300 + 117;/' moved.c >right.c
check "the right version compiles" culprit-cc -g -w -o right right.c
culprit cause -p ./moved --failing '< in' --expected-output exp --truth ./right >out 2>err
check "misjudged states" has \
    '^22 states altered.*: 1 of the 19 that are right.* 0 of the 3 that' out
culprit cause -p ./moved --failing '< in' --expected-output exp --truth ./moved >out 2>err
check "against itself all are right" has \
    '^22 states altered.*: 4 of the 22 that are right.* 0 of the 0 that' out
