#!/bin/sh
# find-make.sh - `culprit find` alone where one script has all checks: a loop that
# ends too early. Each line that the script prints about a check is a test.
. "${0%/*}/../../lib.sh"
project make
built make CC=culprit-cc
culprit run >out 2>err
same "eight checks" "7 passed, 1 failed" "$(sed -n '1s/, 0 unknown.*//p' out)"
check "the failing one by its name" has '^  make check: the last: a, not b: FAIL: the last' out
culprit run >out 2>err
check "nothing is run again" has '(8 skipped as unchanged)' out
culprit find --runs 500 >out 2>err
same "status" 0 $?
check "it says which tests are taken" has 'taking .make check.' err
same "the fault is first" "words.c:$(line words.c 'the fault')" "$(sed -n 's/^#1  \([^:]*:[0-9]*\).*/\1/p' out)"
check "one run tells about all checks" has '^    with .* the failing test passes and none of the . passing tests that reach it changes' out

# Other words, and lines on both streams.
sed -i 's/echo "ok: /echo "fine: /; s/echo "FAIL: \(.*\)"$/echo "bad: \1" >\&2/' check.sh
culprit run --rerun >out 2>err
check "words that nobody knows: one test" has '^0 passed, 1 failed' out
culprit run --rerun --pass-pattern '^fine:' --fail-pattern '^bad:' >out 2>err
same "patterns" "7 passed, 1 failed" "$(sed -n '1s/, 0 unknown.*//p' out)"
culprit rank --top 5 --pass-pattern 2>err
refused "rank takes no pattern" 'pass-pattern'
culprit run --pass-pattern '(' >out 2>err
refused "no expression" '^culprit run: --pass-pattern ( is no regular expression'
