#!/bin/sh
# oracles.sh - what decides whether a test passes: the status, a reference,
# recorded output, a script; and the ranking that follows.
. "${0%/*}/../../lib.sh"
two_programs
culprit run --program ./bad --tests tests >out 2>&1
said 0 '^4 passed, 0 failed'
culprit run --program ./bad --tests tests --reference good >out 2>&1
said 0 '^2 passed, 2 failed, 0 unknown \(0 skipped'
culprit run --program ./bad --tests tests --reference good >out 2>&1
said 0 '2 1 3: stdout differs at line 1: expected "2", got "1"'
culprit run --program ./bad --tests tests --reference good >out 2>&1
said 0 '\(4 skipped as unchanged'
culprit run -p good --tests tests --record exp >out 2>&1
said 0 '^4 of 4 tests recorded'
culprit run --program ./bad --tests tests --expected exp >out 2>&1
said 0 '^2 passed, 2 failed'
culprit report --format gcc --root "$dir" >out 2>&1
said 0 '^mid.c:[0-9:]* warning: '
culprit report --format gcc --exclude '*mid.c' >out 2>&1
said 1 ''
culprit report --format gcc --root "$dir" --include '*mid.c' --cluster >out 2>&1
said 0 '^mid.c:[0-9:]* warning: '
culprit report --format gcc --entity sausage >out 2>&1
said 2 'entity is statement, block.* not "sausage"'
executable oracle '[ "$CULPRIT_INPUT" = /dev/null ] || exit 125
grep -q 2 "$CULPRIT_STDOUT" || { echo "no two: $1"; exit 1; }'
culprit run --program ./bad --tests tests --oracle oracle >out 2>&1
said 0 '^2 passed, 1 failed, 1 unknown'
culprit run --program ./bad --tests tests --oracle oracle >out 2>&1
said 0 'no two: 2 1 3'
executable oracle 'exit 200'
culprit run --program ./bad --tests tests --oracle oracle >out 2>&1
said 2 'the oracle .*/oracle ended with'
