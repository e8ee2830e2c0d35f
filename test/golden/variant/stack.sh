#!/bin/sh
# stack.sh - what fits the program's stack fits its variants', whose frames are
# larger; what does not, does not.
. "${0%/*}/../../lib.sh"
everywhere "deep recursion" <<'C'
static int f(int n)
{
    int a[2] = {n, 1};
    return n == 0 ? 0 : a[1] + f(n - 1);
}
int main(void) { return f(130000) != 130000; }
C
everywhere "endless recursion" <<'C'
static int f(int n)
{
    volatile char room[65536];
    room[n % 65536] = 1;
    return f(n + 1) + room[0];
}
int main(void) { return f(0); }
C
