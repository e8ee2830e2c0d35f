#!/bin/sh
# several.sh - the last good revision of several programs: each is the reference
# of the same program. Likewise an older build directory.
. "${0%/*}/../../lib.sh"
cat >sum.c <<'C'
int
sum(int a, int b)
{
    return a + b;
}
C
cat >one.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int sum(int, int);
int
main(int argc, char **argv)
{
    printf("%d\n", argc > 2 ? sum(atoi(argv[1]), atoi(argv[2])) : 0);
    return 0;
}
C
cat >two.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int sum(int, int);
int
main(int argc, char **argv)
{
    printf("twice %d\n", argc > 1 ? sum(atoi(argv[1]), atoi(argv[1])) : 0);
    return 0;
}
C
printf '/b/\n/old/\n.culprit/\n/out\n/err\n/before*\n' >.gitignore
all() { (cd "$1" && for f in one two; do culprit-cc -g ../$f.c ../sum.c -o $f || exit 2; done); }
as Ann init -q . && commit Ann 'sums' && git tag v1
mkdir b old
all old
sed -i 's/a + b/a - b/' sum.c && commit Bob 'differences'
all b
remember before
set -- -c 'b/one 3 0' -c 'b/one 3 4' -c 'b/two 0' -c 'b/two 5' -c 'b/one 7 | grep 0'

culprit run -p b "$@" --good v1 >out 2>err
same "status" 0 $?
check "each test is compared with its own program's" has '^3 passed, 2 failed' out
check "of one" has "^  b/one 3 4: .*stdout" out
check "and of the other" has "^  b/two 5: .*stdout" out
untouched "the tree is as it was" before
culprit find -p b "$@" --good v1 --runs 2000 >out 2>err
same "found" 0 $?
check "the fault is first" has '^#1  sum.c:4:' out
check "in both programs at once" has 'both failing tests pass' out
check "as what has changed" has '^    changed since v1 ' out

culprit run -p b "$@" --reference old >out 2>err
check "an older build" has '^3 passed, 2 failed' out
rm old/two
culprit run -p b "$@" --reference old >out 2>err
check "one is missing there" has '1 of the 2 programs has no reference, .*: --reference .*no executable there stands in the place of .*b/two' err
culprit run -p b "$@" --reference old/one >out 2>err
refused "one for both" 'old/one is one program: name the one whose place it takes with --program, or give a directory'
