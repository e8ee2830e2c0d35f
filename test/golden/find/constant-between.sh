#!/bin/sh
# constant-between.sh - neither outcome at every execution repairs anything:
# some constants do.
. "${0%/*}/../../lib.sh"
copy limit.c
cc -O1 limit.c -o limit
printf '%s\n' '1 2' '20 50000 3' '5 90000' '100000 7 999' '41000' '3' >both.tests
changed limit 's/37771/13/' -g -O1
culprit find --runs 2500 -p bad/limit --tests both.tests --reference ./limit >out 2>&1
first_is "both outcomes" "bad/limit.c:$(line bad/limit.c '> 13')" out
check "between them" has 'instead of `13` both failing tests pass and none' out
