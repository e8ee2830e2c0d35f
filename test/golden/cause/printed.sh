#!/bin/sh
# printed.sh - the statement that prints is wrong itself.
. "${0%/*}/../../lib.sh"
subject printed -g -w
printf '3 5\n' >in
ask() {
    printf "$2" >exp
    culprit cause -p ./printed --failing "$1 < in" --expected-output exp >out 2>err
}
ask expression '2 3\n'
suspect "an expression" printed.c:14#1 out
check "as text" has '"-2 3" was written; with "2 3" the failure is gone' out
ask format '3 5\n'
suspect "a format" printed.c:16#1 out
check "its text" has '"3-5" was written; with "3 5" the failure is gone' out
ask text 'NO\n'
suspect "a constant text" printed.c:18#1 out
culprit cause -p ./printed --failing "text < in" --expected-output exp \
    --trust printed.c:18 >out 2>err
same "not if it is trusted" "" "$(suspects out | tr ' ' '\n' | grep :18#)"
ask each '0;3;6;'
suspect "each time" printed.c:20#1 out
check "each time, in words" has 'had it written other text each time' out
ask short '3 5'
suspect "a text that ends early" printed.c:22#1 out
ask text 'NO\n'
culprit cause -p ./printed --failing "text < in" --expected-output exp --format json >json 2>err
check "JSON has the text" has '"would_do": "\\"NO\\""' json
