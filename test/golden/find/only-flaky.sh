#!/bin/sh
# only-flaky.sh - only tests that pass at times fail.
. "${0%/*}/../../lib.sh"
copy chance.c
cc -O1 chance.c -o chance
changed chance 's/n \* 2/n * 3/' -g -O1
printf 'chance 1\nchance 2\nchance 3\nchance 4\nchance 5\nchance 6\na\n' >chance.tests
# By chance it may be steady for once.
for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf .culprit
    culprit find --runs 200 -p bad/chance --tests chance.tests --reference ./chance >out 2>&1
    grep -q 'at times\|not steady\|no test fails' out && break
done
check "only flaky ones fail" has 'at times\|not steady\|no test fails' out
