#!/bin/sh
# bad-input.sh - suites and stores that are none.
. "${0%/*}/../../lib.sh"
two_programs
culprit run --program /bin/true --tests tests >out 2>&1
said 2 'has no bitcode'
culprit run --program ./bad --command 'echo no' >out 2>&1
said 2 'no test left a spectrum'
printf '1 2 3\n1 | 2\n' >broken
culprit run --program ./bad --tests broken >out 2>&1
said 2 'broken:2: \| needs a shell'
: >none
culprit run --program ./bad --tests none >out 2>&1
said 2 'none has no tests'
culprit run --program ./bad --tests tests --pairs --no-returns >out 2>&1
said 2 'leave out --no-returns'
culprit run --tests tests >out 2>&1
said 2 'name the program under test with --program'
mkdir junk && echo junk junk junk junk >junk/store.db
culprit run --program ./bad --tests tests --store junk >out 2>&1
said 2 'is damaged'
check "a damaged store is left alone" has junk junk/store.db
