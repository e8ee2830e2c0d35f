#!/bin/sh
# garbage.sh - a failing program prints what it never set, and other garbage
# when it is begun in another way: that is no reason to set the test aside.
. "${0%/*}/../../lib.sh"
copy garbage.c
cc garbage.c -o garbage
changed garbage 's/n > -3/n > 3/' -g -O1
printf '%s\n' 1 2 4 5 6 8 >tests
culprit find --runs 1000 -p bad/garbage --tests tests --reference ./garbage >out 2>&1
first_is "the fault" "bad/garbage.c:$(line bad/garbage.c 'else if')" out
