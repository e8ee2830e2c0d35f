#!/bin/sh
# flaky.sh - tests that pass at times are set aside.
. "${0%/*}/../../lib.sh"
copy chance.c
cc -O1 chance.c -o chance
printf '%s\n' 'twice 1' 'twice 2' 'twice 0' 'twice 4' a b 'chance 1' 'chance 2' \
    'chance 3' 'chance 4' 'chance 5' 'chance 6' 'chance 7' 'chance 8' >chance.tests
changed chance 's/n \* 2/n * 3/' -g -O1
culprit find --runs 2500 -p bad/chance --tests chance.tests --reference ./chance >out 2>&1
first_is "with flaky tests" "bad/chance.c:$(line bad/chance.c 'n . 3')" out
check "flaky tests are named" has 'set aside' out
