#!/bin/sh
# endings.sh - tests that crash, that take too long, and that write files.
. "${0%/*}/../../lib.sh"
two_programs
printf 'crash\nsleep\n' >endings
culprit run --program ./bad --tests endings --test-time 2 >out 2>&1
said 0 'crash: killed by SIGABRT'
culprit run --program ./bad --tests endings --test-time 2 >out 2>&1
said 0 'sleep: timed out after 2 s'
echo write >writers
culprit run --program ./bad --tests writers --reference good --compare files --store w.store >out 2>&1
said 0 'write: the file written differs'
check "a scratch test writes nothing outside" [ ! -e written ]
culprit run --program ./bad --tests writers --scratch --verify --store w.store >out 2>&1
said 0 '^1 passed'
