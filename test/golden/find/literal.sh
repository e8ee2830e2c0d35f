#!/bin/sh
# literal.sh - a wrong literal.
. "${0%/*}/../../lib.sh"
copy count.c count.inputs.sh
. ./count.inputs.sh
cc -O1 count.c -o count
changed count 's/width = 0;$/width = 1;/' -g -O1
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count >out 2>&1
first_is "a literal" "bad/count.c:$(line bad/count.c 'width = 1;$')" out
