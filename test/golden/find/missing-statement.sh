#!/bin/sh
# missing-statement.sh - a missing statement: what goes up must come down.
. "${0%/*}/../../lib.sh"
copy nest.c
cc -O1 nest.c -o nest
printf "'%s'\\n" '' '[' '[]' '[[]]' '[[][]]' '[[[]]]' '[][]' '[[[' ']' >nest.tests
changed nest '/depth--/d' -g -O1
culprit find --runs 6000 -p bad/nest --tests nest.tests --reference ./nest >out 2>&1
check "a missing statement" has 'with `p->depth--` before this all' out
check "as a change" has '^    +    p->depth--;' out
