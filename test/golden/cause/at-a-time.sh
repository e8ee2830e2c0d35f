#!/bin/sh
# at-a-time.sh - the same answer, however many alterations are made at a time.
. "${0%/*}/../../lib.sh"
# all_ways PROGRAM: with the tests in in and exp
all_ways() {
    culprit cause -p "./$1" --failing '< in' --expected-output exp --rerun -j1 --format json | normal >one
    culprit cause -p "./$1" --failing '< in' --expected-output exp --rerun -j2 --format json | normal >two
    culprit cause -p "./$1" --failing '< in' --expected-output exp --rerun -j3 --format json | normal >three
    check "$1: two at a time" cmp one two
    check "$1: three at a time" cmp one three
    check "$1: there is an answer" has '"polluted"' one
}
subject moved -g -w
printf '5\n' >in
printf 'special\n' >exp
all_ways moved
subject every -g -w
printf '3\n10\n10\n' >in
printf 'few\nfew\nfew\n' >exp
all_ways every
subject callee -g -w
printf '1 2\n' >in
printf '2\n' >exp
all_ways callee
