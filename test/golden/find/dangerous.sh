#!/bin/sh
# dangerous.sh - an altered program may do anything: it is held. Without that
# the file goes.
. "${0%/*}/../../lib.sh"
need pgrep
copy danger.c
cc -O1 danger.c -o danger
printf '%s\n' 0 1 2 3 4 5 6 -1 00 -0 000 x >danger.tests
changed danger 's/n \* 2/n * 3/' -g -O1
echo data >precious
culprit find --runs 2500 -p bad/danger --tests danger.tests --reference ./danger --test-time 2 >out 2>&1
first_is "a dangerous program" "bad/danger.c:$(line bad/danger.c 'n . 3')" out
check "its file is still there" test -e precious
check "no process is left" test -z "$(pgrep -f "$dir/bad/danger")"
sed -i 's/DEPTH 10/DEPTH 0/' danger.c
cc -O1 danger.c -o danger
changed danger 's/n \* 2/n * 3/' -g -O1
rm -rf .culprit
culprit find --runs 2000 -p bad/danger --tests danger.tests --reference ./danger \
    --test-time 2 --unconfined >out 2>&1
check "unconfined it is gone" test ! -e precious
