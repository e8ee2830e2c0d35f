#!/bin/sh
# difference.sh - what differs between the inputs is said; short input is shown.
. "${0%/*}/../../lib.sh"
subject gold -g
printf '0 0 1 1' >in
passes both '.* 1 2'
culprit path -p ./gold --failing '< in' --oracle ./both --no-minimize >out 2>err
check "short input as text" has '^the test fails: *< "0 0 1 1"$' out
check "what differs" has '^the inputs differ: *standard input is "' out
check "instead of what" has 'instead of "0 0 1 1"$' out
