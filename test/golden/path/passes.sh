#!/bin/sh
# passes.sh - a test that passes has no closest run that does.
. "${0%/*}/../../lib.sh"
subject gold -g
printf '0 0 1 1' >in
culprit path -p ./gold --failing '< in' --oracle /bin/true >out 2>err
same "a test that passes" 1 $?
check "said so" has "the test passes, but it should fail" err
