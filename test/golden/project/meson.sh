#!/bin/sh
# meson.sh - the tests of a Meson project: several programs, TAP, one that should
# fail, one that adds to PATH.
. "${0%/*}/../../lib.sh"
need meson ninja
project meson
export CC=culprit-cc
built meson setup b
built ninja -C b
echo mine >b/meson-logs/testlog.txt

culprit run --program b/check-sums >out 2>err
same "status" 0 $?
check "which tests are taken is said" has '^culprit run: taking the 7 tests of Meson in b (' err
check "all as Meson has them" has '^6 passed, 2 failed, 0 unknown' out
tells "by its exit status" 'sums: exit status 1'
tells "by its TAP" 'points: XX: not ok 2 - XX'
same "the logs of the last run stay" mine "$(cat b/meson-logs/testlog.txt)"
check "and no other is left" [ ! -e b/meson-logs/culprit-sh.json ]

culprit run --program b/check-sums --meson b --only 's*' >out 2>err
check "only those that match" has '^1 passed, 1 failed' out
check "nothing is said where it was named" lacks taking err
culprit run --program b/check-sums --only nothing >out 2>err
refused "no such test" "none of the 7 tests is called nothing"
culprit run --program b/check-sums --meson tests >out 2>err
refused "no build directory" "tests is no Meson build directory"
