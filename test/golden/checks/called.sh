#!/bin/sh
# called.sh - checks that main calls by their names: the one that fails is traced without the others.
. "${0%/*}/../../lib.sh"
cat >half.c <<'C'
int
half(int x)
{
    return x / 3;
}
C
cat >tests.c <<'C'
#include <stdio.h>
int half(int);
static int
check_none(void)
{
    return half(0) != 0;
}
static int
check_some(void)
{
    int failed = 0;

    if (half(4) != 2) {
        printf("4\n");
        failed++;
    }
    return failed;
}
int
main(void)
{
    return check_none() + check_some();
}
C
culprit-cc -g half.c tests.c -o tests
culprit cause --program ./tests --failing check_some >out 2>err
same "cause: status" 0 $?
check "cause: the fault" has "^  half.c:4#1" out
culprit find --program ./tests --runs 500 >out 2>err
check "find: the fault" has "^#1  half.c:4:" out
check "find: how it reaches the failure" has '^    reaches the failure by 4 ' out
