#!/bin/sh
# changes.sh - what changed is run again, and only that.
. "${0%/*}/../../lib.sh"
two_programs
culprit run -p good --tests tests --record exp >out 2>&1
culprit run --program ./bad --tests tests --expected exp >out 2>&1
said 0 '\(0 skipped'
echo '1 1 1' >>tests
culprit run --program ./bad --tests tests --expected exp >out 2>&1
said 0 '^2 passed, 2 failed, 1 unknown \(4 skipped'
echo '3 1 2' >>in
culprit run --program ./bad --tests tests --expected exp >out 2>&1
said 0 '\(4 skipped'
echo 9 >exp/t1.out
culprit run --program ./bad --tests tests --expected exp >out 2>&1
said 0 '\(4 skipped'
culprit run --program ./bad --tests tests --expected exp --rerun >out 2>&1
said 0 '\(0 skipped'
culprit run --program ./bad --tests tests --expected exp --returns >out 2>&1
said 0 '\(5 skipped'
culprit run --program ./bad --tests tests --expected exp --pairs >out 2>&1
said 0 '\(0 skipped'
culprit run --program ./bad --tests tests --expected exp --no-returns >out 2>&1
said 0 '\(0 skipped'
culprit run --program ./bad --tests tests --expected exp --returns >out 2>&1
said 0 '\(0 skipped'
