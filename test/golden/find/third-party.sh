#!/bin/sh
# third-party.sh - a fault in code of a third party.
. "${0%/*}/../../lib.sh"
copy user.c lib.c lib.h
mkdir -p bad/vendor
cp lib.h user.c bad
cp lib.h bad/vendor
cc -O1 user.c lib.c -o user
sed 's/n \* 3/n * 4/' lib.c >bad/vendor/lib.c
culprit-cc -g bad/user.c bad/vendor/lib.c -o bad/user
echo '1 2 3' >numbers
printf '%s\n' 'sum numbers' 'sum ./numbers' 'sum /dev/null' 'scale 1' 'scale 7' 'x' \
    'length a' 'length abc' 'length abcd' 'length ab' >user.tests
culprit find --runs 2500 -p bad/user --tests user.tests --reference ./user >out 2>&1
check "it is not told" lacks '^#[0-9]*  bad/vendor' out
check "what calls it is" has '^#1  bad/user.c' out
culprit find --runs 2500 -p bad/user --tests user.tests --reference ./user --include '*' >out 2>&1
first_is "code of a third party" "bad/vendor/lib.c:7" out
check "who called it" has "called from bad/user.c:$(line bad/user.c lib_scale) in main" out
