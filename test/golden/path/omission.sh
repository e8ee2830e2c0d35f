#!/bin/sh
# omission.sh - code that is missing is found at the branch that guards where it
# should be.
. "${0%/*}/../../lib.sh"
copy omit.c
n=0
for what in assignment call condition return; do
    n=$((n + 1))
    culprit-cc -g -DKIND=$n -DFIXED=0 omit.c -o omit &&
        culprit-cc -g -DKIND=$n -DFIXED=1 omit.c -o whole || exit 2
    culprit path -p ./omit --failing '7 3' --reference ./whole --no-minimize >out 2>err
    same "a missing $what: status" 0 $?
    check "a missing $what: one branch" has 'the runs part at 1 branch:' out
    check "a missing $what: its guard" has 'omit.c:18 (compute)$' out
done
