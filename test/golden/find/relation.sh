#!/bin/sh
# relation.sh - a wrong relation: the place, the change in words and as a diff,
# and the same answer each time.
. "${0%/*}/../../lib.sh"
copy count.c count.inputs.sh
. ./count.inputs.sh
cc -O1 count.c -o count
changed count 's/width > longest/width < longest/' -g -O1
n=$(line bad/count.c 'width < longest')
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count >out 2>&1
first_is "a relation" "bad/count.c:$n" out
check "in words" has 'with `>` instead of `<` all [0-9]* failing tests pass' out
check "the change" has '^    +            if (width > longest)' out
check "at most 15 lines" test "$(wc -l <out)" -le 15
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count >again 2>&1
check "the same answer" cmp -s out again
