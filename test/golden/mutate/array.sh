#!/bin/sh
# array.sh - elements and indices of arrays.
. "${0%/*}/../../lib.sh"
subject array -g
unchanged array ./array
same "native" "5678 678 1" "$(./array)"
culprit mutate -p ./array >list
altered() { mutated array "$@"; }
altered 14:15 "inserted-assignment: \`seen[i] = 1\` before this" "1111 111 1"
altered 14:15 "cleared-array: every element of \`seen\` 0 before this" "0 0 1"
altered 15:16 "cleared-array: every element of \`grid\` 0 before this" "5678 678 0"
altered 14:13 "remainder: \`% 1000\` after what is assigned to sum" "678 678 1"
altered 16:37 "literal: \`1\` instead of \`0\`" "5678 678 3"
altered 16:37 "index: the index one higher" "5678 678 3"
