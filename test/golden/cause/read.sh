#!/bin/sh
# read.sh - the paper's example however its input is read: what is read is
# right, and its first use is a state.
. "${0%/*}/../../lib.sh"
printf '2\n1\n3\n' >in
printf '2\n' >exp
for way in 0 1 2 3 4; do
    subject middle_read -g -w -DWAY=$way
    test='< in'
    [ $way -gt 1 ] || test='2 1 3'
    culprit cause -p ./middle_read --failing "$test" --expected-output exp >out 2>err
    suspect "the first use, way $way" middle_read.c:37#1 out
    suspect "the decision, way $way" middle_read.c:41#1 out
    hasnt=$(suspects out | tr ' ' '\n' | grep -c 'middle_read.c:3[36]')
    [ $way != 0 ] || same "what atoi read is no suspect" 0 "$hasnt"
done
