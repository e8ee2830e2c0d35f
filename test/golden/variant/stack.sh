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
everywhere "much to record on the way back" <<'C'
static int table[10] = {1, 2, 3};
static int g(int n);
static int f(int n)
{
    if (n == 0)
        return 0;
    int r = g(n - 1);
    return (r + table[(r + n) % 10]) & 1023;
}
static int g(int n) { return f(n) + 1; }
static int h(int (*self)(), int n) { return n == 0 ? 0 : self(self, n - 1) + table[n % 10]; }
int main(void) { return (f(40000) + h(h, 40000)) & 127; }
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
