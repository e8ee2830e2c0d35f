#!/bin/sh
# suites.sh - other suites: a directory of cases, commands, scripts, TAP.
. "${0%/*}/../../lib.sh"
two_programs
mkdir cases
echo '1 2 3' >cases/a.args && echo 2 >cases/a.out
echo '2 1 3' >cases/b.args && echo 2 >cases/b.out
echo crash >cases/c.args && echo 134 >cases/c.status
culprit run --program ./bad --cases cases >out 2>&1
said 0 '^2 passed, 1 failed'
culprit run --program ./bad --command './bad 1 2 3 | grep 2' --command 'echo no' >out 2>&1
said 0 '1 left no spectrum'
culprit run --program ./bad --command './bad 1 2 3' --command './bad 2 1 3' --reference good >out 2>&1
said 0 '^1 passed, 1 failed'
mkdir scripts
echo './bad 1 2 3 | grep 2' >scripts/a
echo 'exit 77' >scripts/b
echo './bad 2 1 3 | grep 2 || exit 99' >scripts/c
culprit run --program ./bad --scripts 'scripts/*' >out 2>&1
said 0 '^1 passed, 1 failed, 1 unknown'
printf 'echo 1..2; ./bad 1 2 3 >/dev/null; echo ok 1; echo not ok 2\n' >scripts/d
culprit run --program ./bad --scripts 'scripts/d' --tap >out 2>&1
said 0 'd: 2: not ok 2'
