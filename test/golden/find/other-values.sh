#!/bin/sh
# other-values.sh - three tests let many changes pass: passing tests with other
# values are made, which the right one passes, and which are kept.
. "${0%/*}/../../lib.sh"
subject other-values
printf '%s\n' '1 5 3' >one
printf '%s\n' '1 2 3' >two
printf '%s\n' '2 1 1' >three
printf '%s\n' '3 3 1' >four
printf '< %s\n' one two three four >tests
changed other-values 's/c > most/c > a/' -g
culprit find -p bad/other-values --tests tests --reference ./other-values --runs 3000 >out 2>err
same "an answer" 0 $?
first_is "the place" "bad/other-values.c:$(line other-values.c 'c > most')" out
check "the right change, of those that pass the tests" has 'with `most` instead of `a` ' out
made=$(sed -n 's/^\([0-9]*\) more passing tests were made by other values.*/\1/p' out)
check "tests were made" [ "${made:-0}" -gt 20 ]
check "they decide" has 'none of the [1-9][0-9] passing tests that reach it changes' out
same "they are kept" $((made + 3)) \
    "$(culprit report --format json | tr ',{}' '\n\n\n' | sed -n 's/^.*"passed": *//p' | head -n 1)"
