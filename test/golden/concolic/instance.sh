#!/bin/sh
# instance.sh - an instance of a statement becomes a symbol, and then something
# else.
. "${0%/*}/../../lib.sh"
subject instance -w -O0
variant alter ./instance run || fail "no variant with sites"
id=$(basename "$(readlink run/*)")
altered() { # AT KIND VALUE
    ./tool make run/concolic "${id%%.*}" 0 2 256 0 1000
    ./tool alter run/alter "${id%%.*}" "$1" "$2" "$3"
    CULPRIT_RUN=$dir/run ./instance
}
at=1
while [ $at -lt 9 ]; do
    altered $at 2 0 >out
    ./tool show run/concolic >shown
    grep -q 'symbols 1 branches 1' shown && grep -q 'value 7$' shown && break
    at=$((at + 1))
done
check "an instance is a symbol" has "symbols 1 branches 1" shown
same "and has its value" "small" "$(cat out)"
same "or another" "large" "$(altered $at 0 9)"
same "which may be a symbol, too" "large" "$(altered $at 3 8)"
./tool check run/concolic >summary
check "of a true recording" has "symbols 1 branches 1" summary
