#!/bin/sh
# omission-more.sh - six more kinds of missing code, each at its guard.
. "${0%/*}/../../lib.sh"
copy omit_more.c
n=0
for guard in 13 22 36 50 58 67; do
    n=$((n + 1))
    culprit-cc -w -g -DKIND=$n -DFIXED=0 omit_more.c -o omit &&
        culprit-cc -w -g -DKIND=$n -DFIXED=1 omit_more.c -o whole || exit 2
    culprit path -p ./omit --failing '3 3' --reference ./whole --no-minimize >out 2>err
    same "omission $n: status" 0 $?
    check "omission $n: one branch" has 'the runs part at 1 branch:' out
    check "omission $n: its guard" has "omit_more.c:$guard[, ]" out
done
