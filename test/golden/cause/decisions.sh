#!/bin/sh
# decisions.sh - kinds of the paper: a missing condition, a wrong branch, an
# unintended definition.
. "${0%/*}/../../lib.sh"
subject condition -g -w
subject branch -g -w
subject unintended -g -w
printf '3 -1 4\n' >in
printf 'sum 7\ncount 2\n' >exp
culprit cause -p ./condition --failing '< in' --expected-output exp >out 2>err
check "missing condition: in the chain" has '^  condition.c:10#2' out
printf '1900 2\n' >in
printf '28\n' >exp
culprit cause -p ./branch --failing '< in' --expected-output exp >out 2>err
suspect "wrong branch" branch.c:11#1 out
printf '4 12\n' >in
printf '12\n' >exp
culprit cause -p ./unintended --failing '< in' --expected-output exp >out 2>err
suspect "unintended definition" unintended.c:16#5 out
