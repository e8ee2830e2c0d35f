#!/bin/sh
# unsaid.sh - one failing test and no oracle: what a failure is, in each command.
# A test fails that crashes or ends with a status; where it crashes, inputs like
# it fail if they crash, and may be refused.
. "${0%/*}/../../lib.sh"
subject ends -g
crash=$(line ends.c 'assert(n')
status=$(line ends.c 'n > 100')

culprit find -p ./ends --failing 7 --runs 600 >out 2>err
same "find, a crash" 0 $?
check "the place" has "ends.c:$crash" out
culprit report --format json >all 2>&1
check "what is refused passes" has '"passed": *[1-9]' all
culprit find -p ./ends --failing 200 --runs 600 >out 2>err
same "find, a status" 0 $?
check "the place" has "ends.c:$status" out
culprit find -p ./ends --failing 5 --runs 600 >out 2>err
same "find, neither" 1 $?

for failing in 7 200; do
    culprit generate -p ./ends --failing $failing --count 10 --stable 0 -o made.$failing >out 2>err
    same "generate: $failing fails, and others pass" 0 $?
    culprit path -p ./ends --failing $failing >out 2>err
    same "path: $failing fails, and something near does not" 0 $?
    culprit minimize -p ./ends --failing $failing -o small >out 2>err
    same "minimize: $failing fails" 0 $?
    culprit cause -p ./ends --failing $failing >out 2>err
    check "cause: $failing fails" has 'ends.c' out
done
for command in generate path minimize cause; do
    culprit $command -p ./ends --failing 5 >out 2>err
    check "$command: 5 passes" [ $? != 0 ]
    cat out err >both
    check "$command says so" has 'pass' both
done
culprit generate -p ./ends --failing 200 --crash >out 2>err
check "what is said counts" [ $? != 0 ]
