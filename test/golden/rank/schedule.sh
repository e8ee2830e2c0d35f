#!/bin/sh
# schedule.sh - build schedule.c, run its seven tests and print the paper's
# table: score and rank of each statement for five techniques, and the share
# of the code to examine until the fault in s2.
# usage: schedule.sh BUILD; compare the output with schedule.rank
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$here/schedule.c" "$here/schedule.tests" "$dir"
cd "$dir"
"$build/culprit-cc" -g -o schedule schedule.c
"$build/culprit-cc" -g -DONE=0 -o right schedule.c
"$build/culprit" run --program ./schedule --tests schedule.tests \
    --reference ./right >/dev/null
s2=$(grep -n '/\* s2 \*/' schedule.c | cut -d: -f1)
for t in tarantula sbi jaccard branch cp; do
    printf '%-10s' "$t"
    "$build/culprit" rank --technique "$t" --include upgrade --format json |
        sed -n 's/.*"rank": *\([0-9]*\).*"line": *\([0-9]*\).*"score": *\([-0-9.e+]*\).*/\2 \3 \1/p' |
        sort -n | awk -v s2="$s2" '{ printf " %.2f/%d", $2, $3; if ($1 == s2) r = $3; n++ }
            END { printf "  %.0f %%\n", 100 * r / n }'
done
