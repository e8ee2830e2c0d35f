#!/bin/sh
# constant.sh - a constant that no pool has, but that was seen.
. "${0%/*}/../../lib.sh"
copy limit.c
cc -O1 limit.c -o limit
printf '%s\n' 1 2 5 11 20 400 90000 37772 100000 999999 30111 >limit.tests
changed limit 's/37771/13/' -g -O1
culprit find --runs 2500 -p bad/limit --tests limit.tests --reference ./limit >out 2>&1
first_is "a constant" "bad/limit.c:$(line bad/limit.c '> 13')" out
check "that was seen" has 'with `3[0-9]*` instead of `13` all 3 failing tests pass and none' out
