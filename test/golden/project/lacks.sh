#!/bin/sh
# lacks.sh - tests that fail for want of something are told from those that fail
# for the fault.
. "${0%/*}/../../lib.sh"
cat >absolute.c <<'C'
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;

    if (n < -1)
        n = -n;
    printf("%d\n", n);
    return 0;
}
C
culprit-cc -g absolute.c -o absolute
mkdir t
for n in 0 3 7 -5; do
    executable "t/is$n.sh" "[ \$(./absolute $n) = ${n#-} ]"
done
executable t/minus.sh '[ $(./absolute -1) = 1 ]'
executable t/command.sh './absolute 3 | no-such-command-of-ours; exit $?'
executable t/network.sh 'echo "x: Network is unreachable" >&2; exit 1'

culprit run --program ./absolute --scripts 't/*.sh' >out 2>err
check "one lacks a command for certain" has '^4 passed, 2 failed, 1 unknown' out
check "one perhaps the network" has \
    't/network.sh: exit status 1; it may lack the network: x: Network is unreachable' out
check "one fails for the fault" has 't/minus.sh: exit status 1$' out

culprit find --runs 400 --program ./absolute --scripts 't/*.sh' >out 2>err
same "status" 0 $?
check "what never starts the program is left aside" has \
    '1 failing test, such as t/network.sh (exit status 1; it may lack the network: .*), never starts' err
check "the others are answered for" has "^#1  absolute.c:$(line absolute.c 'n < -1'):" out

rm t/minus.sh
culprit find --program ./absolute --scripts 't/*.sh' >out 2>err
refused "nothing else fails" 'the failing test never starts the program under test, so the reason is elsewhere: t/network.sh'
