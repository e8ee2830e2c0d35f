#!/bin/sh
# whole-lines.sh - a test that is minimised to bytes has fewer ways to go: with
# one of whole lines there may be an answer that is not trivial.
. "${0%/*}/../../lib.sh"
subject word -g
printf 'faaaaaaaaaaa\n' >in
sed '/the fault/d' word.c >right.c
culprit-cc -g right.c -o right || exit 2
culprit path -p ./word --failing '< in' --reference ./right >out 2>err
same "a test of whole lines: status" 0 $?
check "the later letter" has 'word.c:15 (main)$' out
check "said so" has 'the test is minimised by whole arguments' out
culprit path -p ./word --failing '< in' --reference ./right --first >out 2>err
check "the smallest test" has '^the test fails: *< "f"$' out
check "has another answer" has 'word.c:12 (main)$' out
check "and a poor one" has 'perhaps a trivial success' out
