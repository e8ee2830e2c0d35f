#!/bin/sh
# since.sh - what has changed is evidence, the more the less it is; who changed
# the suspects last is told.
. "${0%/*}/../../lib.sh"
project
build
printf '16\n' >one.txt
tests
culprit run -p b/fee --tests one.txt --record b/one >out 2>err
fault
build
n=$(line src/fee.c 'age < 16')
culprit find -p b/fee --tests one.txt --expected b/one --since v1 --runs 400 >out 2>err
check "one test, and what has changed: the place" has "src/fee.c:$n" out
check "is told as changed" has 'changed since v1 (' out
check "by whom" has "last changed 2025-03-01 by Bob in [0-9a-f]* 'simplify the fees'" out
check "one statement has" has '^1 of [0-9]* statements has changed since v1 (' out
culprit find -p b/fee --tests one.txt --expected b/one --since v1 --no-blame --runs 400 >out 2>err
check "nobody is asked for" lacks 'last changed' out
culprit find -p b/fee --tests one.txt --expected b/one --since v1 --runs 400 --format json >out 2>err
check "in JSON" has '"since": "changed since v1 (' out
check "the commit" has "\"commit\": \"$(git rev-parse HEAD)\"" out
check "the author" has '"author": "Bob"' out

# Where every line has changed, that says nothing: the answer is the same.
sed -i 's/$/ /' src/*.[ch] && sed -i '1i\\' src/*.c && commit Eve 'all new'
git tag none && sed -i 's/ $//' src/*.[ch]
as Eve rm -q --cached src/*.c && commit Eve 'again'
build
culprit find -p b/fee --tests tests.txt --good v1 --since none --runs 400 >with 2>err
culprit find -p b/fee --tests tests.txt --good v1 --since v1 --runs 400 >other 2>err
check "the fault is first in both" has "^#1  src/fee.c:$((n + 1)):" with
same "the same place" "$(sed -n 1p with)" "$(sed -n 1p other)"

# Not committed, and not in git at all.
sed -i 's/age < 16/age  <  16/' src/fee.c && build
culprit find -p b/fee --tests tests.txt --good v1 --runs 400 >out 2>err
check "not committed" has 'changed, and not committed yet' out
rm -rf .git
culprit find -p b/fee --tests one.txt --expected b/one --runs 400 >out 2>err
same "without a repository" 0 $?
check "nothing is said" lacks 'changed' out
culprit find -p b/fee --tests one.txt --expected b/one --since v1 --runs 400 >out 2>err
refused "a revision of none" 'not in a git working tree'
