#!/bin/sh
# odd.sh - code that compilers make of less usual C.
. "${0%/*}/../../lib.sh"
everywhere "a phi of several literals" <<'C'
#include <math.h>
#include <stdio.h>
int main(int c, char **v)
{
    double d = c;
    (void)v;
    printf("%d\n", fpclassify(d) == FP_NORMAL);
    int k = fpclassify(d * 0);
    return k == FP_ZERO;
}
C
everywhere "switch on 128 bits" <<'C'
static int f(__int128 x)
{
    switch (x) {
    case 1: return 5;
    case (__int128)1 << 70: return 6;
    default: return 7;
    }
}
int main(int c, char **v) { return f(1) * 9 + f((__int128)1 << 70) * 5 + f(-5 * c); }
C
same "nothing is left" "" "$(cat warnings)"
everywhere "main calls itself" <<'C'
#include <stdio.h>
int main(int c, char **v)
{
    if (c > 3) {
        printf("%d\n", c);
        return 0;
    }
    return main(c + 1, v);
}
C
everywhere "functions that are announced" -finstrument-functions <<'C'
#include <stdio.h>
#define UNSEEN __attribute__((no_instrument_function))
void __cyg_profile_func_enter(void *f, void *from) UNSEEN;
void __cyg_profile_func_exit(void *f, void *from) UNSEEN;
void __cyg_profile_func_enter(void *f, void *from) { puts("in"); }
void __cyg_profile_func_exit(void *f, void *from) { puts("out"); }
static int two(void) { return 2; }
int UNSEEN main(void) { return two(); }
C
everywhere "a function's address in a vector" <<'C'
typedef long V __attribute__((vector_size(sizeof(long))));
static V f(void)
{
    V v = {(long)f};
    return v;
}
int main(void) { return f()[0] == (long)f; }
C
everywhere "an inline function that must be inlined" <<'C'
inline __attribute__((always_inline)) int f(int x) { return x + 1; }
int g(int x) { return f(x) + f(x + 1); }
int main(void) { return g(3); }
C
everywhere "the compiler's own setjmp" <<'C'
static void *place[5];
__attribute__((noinline)) static void back(void) { __builtin_longjmp(place, 1); }
__attribute__((noinline)) static int twice(int x)
{
    int a = 0;
    if (__builtin_setjmp(place))
        return a ? x : 9;
    for (;;) {
        a = 1;
        back();
    }
}
int main(void) { return twice(4); }
C
everywhere "a struct by value before unnamed arguments" <<'C'
struct many { int i[18]; } all = {{7}};
static int f(struct many m, int n, ...) { return n + m.i[0]; }
int main(void) { return f(all, 5, 6); }
C
