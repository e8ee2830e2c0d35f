#!/bin/sh
# label.sh - a label that should not be there.
. "${0%/*}/../../lib.sh"
copy stack.c stack.tests
cc -O1 stack.c -o stack
changed stack "s|case '-':|case '-': case '/':|" -g -O1
culprit find --runs 6000 -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
check "a label too many" has 'with `case 47` left out all' out
