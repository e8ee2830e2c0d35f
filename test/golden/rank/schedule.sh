#!/bin/sh
# schedule.sh - the paper's table: score and rank of each statement for five
# techniques, and the share of the code to examine until the fault in s2.
. "${0%/*}/../../lib.sh"
subject schedule -g
copy schedule.tests
culprit-cc -g -DONE=0 -o right schedule.c || exit 2
culprit run --program ./schedule --tests schedule.tests --reference ./right >/dev/null
s2=$(line schedule.c '/\* s2 \*/')
for t in tarantula sbi jaccard branch cp; do
    printf '%-10s' "$t"
    culprit rank --technique "$t" --include upgrade --format json |
        sed -n 's/.*"rank": *\([0-9]*\).*"line": *\([0-9]*\).*"score": *\([-0-9.e+]*\).*/\2 \3 \1/p' |
        sort -n | awk -v s2="$s2" '{ printf " %.2f/%d", $2, $3; if ($1 == s2) r = $3; n++ }
            END { printf "  %.0f %%\n", 100 * r / n }'
done >out 2>&1
compare out rank
