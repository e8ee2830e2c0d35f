#!/bin/sh
# no-bitcode.sh - a program without bitcode: what can be done instead, with
# gcov's counts.
. "${0%/*}/../../lib.sh"
copy user.c lib.c lib.h
cc -O1 user.c lib.c -o user
mkdir bad missing
sed 's/n \* 3/n * 4/' lib.c >bad/lib.c
cp lib.h bad
printf 'nothing\n' >missing/t1.out
printf 'x\n' >x.tests
culprit find -p ./user --tests x.tests --expected missing >out 2>&1
same "no bitcode" 2 $?
check "what can be done instead" has 'or at least with --coverage' out
gcc -g -O0 --coverage user.c bad/lib.c -o counted
printf '%s\n' 'scale 1' 'scale 7' 'x' 'length a' 'length abc' >user.tests
culprit find -p ./counted --tests user.tests --reference ./user >out 2>said
same "no bitcode, but gcov's counts" 0 $?
check "ranked by these" has '^     7 |     return n \* 4' out
check "and said so" has 'nothing could be altered' said
check "nothing left behind" test -z "$(ls ./*.gcda 2>/dev/null)"
GCOV=false culprit find -p ./counted --tests user.tests --reference ./user >out 2>&1
same "a gcov that does not work" 2 $?
culprit rank -t muse -p ./counted --tests user.tests --reference ./user >out 2>&1
same "muse needs bitcode" 2 $?
