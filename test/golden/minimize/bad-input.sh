#!/bin/sh
# bad-input.sh - tests that cannot be minimised.
. "${0%/*}/../../lib.sh"
subject crash -g
copy brackets && mv brackets in
culprit minimize -p ./crash --failing '-b < in' >out 2>&1
ended "a passing test" 1 'the test passes, but it should fail'
culprit minimize -p ./crash --failing '-v < missing' >out 2>err
refused "no input" 'missing'
culprit minimize -p ./crash --failing 'a | b' >out 2>err
refused "a shell line" '| needs a shell'
i=0 # by chance it may pass, or fail alike three times
while culprit minimize -p ./crash --failing '-random' >out 2>err
    status=$?
    [ $i -lt 20 ] && ! grep -q 'not deterministic' err; do i=$((i + 1)); done
(exit $status)
refused "a program that varies" 'not deterministic'
executable fickle "[ -e $dir/told ] && exit 0
: >$dir/told
exit 1"
culprit minimize -p ./crash --failing '-b < in' --oracle ./fickle >out 2>err
refused "an oracle that varies" 'answers differently\|does something else\|not deterministic'
mkdir -p taken/smallest
: >taken/smallest/mine
culprit minimize -p ./crash --failing '-v < in' -o taken >out 2>err
refused "somebody's directory" 'exists already, and is not a test'
check "is left alone" [ -e taken/smallest/mine ]
