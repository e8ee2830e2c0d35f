#!/bin/sh
# good.sh - the last good revision is built and is the reference; the person's
# own tree is not touched; the build is kept.
. "${0%/*}/../../lib.sh"
project
fault
printf '/* not committed */\n' >>src/main.c
build
tests
commits=$(git rev-parse HEAD v1)
remember before
n=$(line src/fee.c 'age < 16')
culprit find -p b/fee --tests tests.txt --good v1 --runs 400 >out 2>err
same "status" 0 $?
check "the fault is first" has "^#1  src/fee.c:$n:" out
check "as what has changed" has '^    changed since v1 ([0-9a-f]*)$' out
check "how much has changed" has '^1 of [0-9]* statements has changed since v1 (' out
same "nothing is said" "" "$(cat err)"
same "no branch moved" "$commits" "$(git rev-parse HEAD v1)"
untouched "the tree is as it was" before
good=.culprit/good/$(git rev-parse v1)
same "a worktree of the revision" "$(git rev-parse v1)" "$(git -C "$good/tree" rev-parse HEAD)"
git worktree list >list.txt
check "git knows it" has "$good/tree" list.txt

# It is kept: another compiler would be asked in vain.
CULPRIT_CLANG=/bin/false culprit run -p b/fee --tests tests.txt --good v1 >out 2>err
check "the build is used again" has '1 failed' out
# What an interruption left is not taken for whole.
rm "$good"/objects/*.of && rm -r "$good/tree/src" "$good/tree.whole" "$good/programs"
culprit run -p b/fee --tests tests.txt --good v1 --rerun >out 2>err
check "what is not whole is made again" has '1 failed' out
# A file that git does not have belongs to the build.
printf '#define CURRENCY "USD"\n' >b/config.h
build
culprit run -p b/fee --tests tests.txt --good v1 >out 2>err
check "another config.h makes another build" has '1 failed' out

# Other commands
culprit generate -p b/fee --failing 16 --good v1 --count 5 --stable 0 >out 2>err
same "generate" 0 $?
culprit minimize -p b/fee --failing 16 --good v1 >out 2>err
same "minimize" 0 $?
culprit cause -p b/fee --failing 16 --good v1 >out 2>err
check "cause" has 'fee.c' out
culprit path -p b/fee --failing 16 --good v1 >out 2>err
check "path" has 'fee.c' out
