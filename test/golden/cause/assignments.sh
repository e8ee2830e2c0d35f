#!/bin/sh
# assignments.sh - kinds of the paper: wrong, missing and misordered
# assignments.
. "${0%/*}/../../lib.sh"
subject assignment -g -w
subject missing -g -w
subject order -g -w
printf '25 7\n' >in
printf 'total 161\n' >exp
culprit cause -p ./assignment --failing '< in' --expected-output exp >out 2>err
suspect "wrong assignment" assignment.c:9#1 out
check "the value that would do" has 'reduced was 70; with 77' out
printf '1 2 2 3 3 3 4 5 5\n' >in
printf '3\n' >exp
culprit cause -p ./missing --failing '< in' --expected-output exp >out 2>err
suspect "missing assignment: what uses it" missing.c:14#9 out
printf '1 2\n' >in
printf '2 1\n' >exp
culprit cause -p ./order --failing '< in' --expected-output exp >out 2>err
suspect "misordered assignments" order.c:12#1 out
