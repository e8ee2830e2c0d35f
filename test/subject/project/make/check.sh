#!/bin/sh
# check.sh - a script of many checks.
failed=0
expect() {
    if [ "$2" = "$3" ]; then
        echo "ok: $1"
    else
        echo "FAIL: $1: $2, not $3"
        failed=1
    fi
}
expect 'one word' "$(echo a | ./tally)" a
expect 'the first' "$(echo b b a | ./tally)" b
expect 'in between' "$(echo a b b c | ./tally)" b
expect 'the last' "$(echo a b b b a | ./tally)" b
expect 'several' "$(echo a a b b | ./tally)" a
expect 'no word' "$(echo | ./tally)" ''
expect 'so many' "$(echo a b a | ./tally a)" 2
expect 'none' "$(echo a b a | ./tally c)" 0
exit $failed
