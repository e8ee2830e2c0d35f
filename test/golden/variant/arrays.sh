#!/bin/sh
# arrays.sh - memory that a function takes on its way: arrays of variable
# length, alloca.
. "${0%/*}/../../lib.sh"
everywhere "an array of variable length" <<'C'
int main(int c, char **v)
{
    (void)v;
    char b[c + 4];
    b[0] = (char)c;
    return b[0] - 1;
}
C
everywhere "a constant that is none" <<'C'
int main(void)
{
    const int k = 3;
    char b[8 + k];
    b[7] = 5;
    return b[7] + (int)sizeof b;
}
C
everywhere "alloca in the first block, and in a loop" <<'C'
#include <alloca.h>
int main(void)
{
    int n = 0;
    char *p = alloca(16);
    p[3] = 4;
    for (int i = 1; i < 5; i++) {
        char *q = alloca((unsigned)i);
        q[i - 1] = (char)i;
        n += q[i - 1];
    }
    return n + p[3];
}
C
