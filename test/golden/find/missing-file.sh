#!/bin/sh
# missing-file.sh - tests that name a file which is not there.
. "${0%/*}/../../lib.sh"
copy user.c lib.c lib.h
culprit-cc -g user.c lib.c -o user
mkdir missing
printf 'sum gone.txt\nsum none.txt\nscale 1\nscale 2\nx\n' >user.tests
printf 'sum 6\n' >missing/t1.out
printf 'sum 6\n' >missing/t2.out
printf 'scaled 3\n' >missing/t3.out
printf 'scaled 6\n' >missing/t4.out
printf 'nothing\n' >missing/t5.out
culprit find --runs 2000 -p ./user --tests user.tests --expected missing >out 2>&1
check "a missing file" has 'name a file that is not there, such as gone.txt' out
