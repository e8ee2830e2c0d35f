#!/bin/sh
# crash-late.sh - a test that crashes after many more steps than passing tests take:
# altered runs may take as many as it did, though a crash does not tell them.
. "${0%/*}/../../lib.sh"
cat >late.c <<'C'
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {"no", "one", "two", "few", "some", "many", 0};

int
main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 0, seen = 0;

    for (unsigned i = 0; i < n; i++)
        seen ^= i;
    printf("%c %u\n", names[n % 7][0], seen);
    return 0;
}
C
culprit-cc -g late.c -o late
printf '%s\n' 1 2 3 4 5 7 70006 >tests
culprit find -p ./late --tests tests --crash --runs 1500 >out 2>err
same "status" 0 $?
check "the crash is repaired" has "^#1  late.c:$(line late.c 'n % 7')" out
check "by a change" has 'the failing test passes' out
