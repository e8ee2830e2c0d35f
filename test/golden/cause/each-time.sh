#!/bin/sh
# each-time.sh - values and decisions that are wrong each time.
. "${0%/*}/../../lib.sh"
subject each -g -w
printf '2\n5\n7\n3\n' >in
printf '6\n15\n21\n9\n' >exp
culprit cause -p ./each --failing '< in' --expected-output exp >out 2>err
suspect "a value that is wrong each time" each.c:8#1 out
check "what it should be" has 'price was 4; with 1 less each time the' out
check "a single one mends a part" has 'was 8; with 6 a part of the failure' out
culprit cause -p ./each --failing '< in' --expected-output exp -f json >out 2>err
check "in JSON, too" has '"would_do": *"-1"' out
check "and that it is each time" has '"each_time": *true' out
culprit cause -p ./each --failing '< in' --expected-output exp --plain >out 2>err
check "frontiers alone have no such" lacks "each time" out
printf '10\n12\n10\n' >in
printf '41\n49\n41\n' >exp
culprit cause -p ./each --failing '< in' --expected-output exp >out 2>err
suspect "a decision that is wrong each time" each.c:10#1 out
check "how it should go" has 'had it been true each time, the failure would be gone' out
