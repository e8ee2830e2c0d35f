#!/bin/sh
# two-kinds.sh - two faults: failing tests of two kinds, a place for each.
. "${0%/*}/../../lib.sh"
copy user.c lib.c lib.h
mkdir -p bad/vendor
cp lib.h bad
cp lib.h lib.c bad/vendor
cc -O1 user.c lib.c -o user
sed 's/total = 0/total = 1/; s/return n;/return n + 1;/' user.c >bad/user.c
culprit-cc -g bad/user.c bad/vendor/lib.c -o bad/user
echo '1 2 3' >numbers
printf '%s\n' 'sum numbers' 'sum ./numbers' 'sum /dev/null' 'scale 1' 'scale 7' 'x' \
    'length a' 'length abc' 'length abcd' 'length ab' >user.tests
culprit find --runs 2500 -p bad/user --tests user.tests --reference ./user >out 2>&1
check "two kinds of failures" has 'failing tests are of 2 kinds' out
check "a place for each" has "line $(line bad/user.c 'n + 1')); 3 such as .*line $(line bad/user.c 'total = 1'))" out
