#!/bin/sh
# cut.sh - a hundred successes that leave out a part are not enough, if there is
# time.
. "${0%/*}/../../lib.sh"
copy cut.c
sed 's/n++; .* the fault .*/;/' cut.c >right.c
culprit-cc -g cut.c -o wrong && culprit-cc -g right.c -o right || exit 2
culprit path -p ./wrong --failing "f$(printf '%0180d' 0)" --reference ./right --no-minimize --time 0 >out 2>err
same "a useful one behind many others: status" 0 $?
check "it is the answer" has 'cut.c:12 (main)$' out
check "and not marked" lacks "leaves out a part" out
