/* Globals, statics, and callees that change what they are shown. */
#include <stdio.h>
static int state = 1;
static struct { int low, high; } range = {0, 9};
static int next(void) { static int calls; state = (state * 13 + ++calls) % 101; return state; }
static void clamp(int *x) { if (*x < range.low) *x = range.low; else if (*x > range.high) *x = range.high; }
static int split(int x, int *rest) { *rest = x % 10; return x / 10; }
int
main(void)
{
    int total = 0, x, rest = 0;
    for (int i = 0; i < 12; i++) {
        x = split(next(), &rest);
        clamp(&x);
        if (rest > 6)
            range.high -= range.high > 3;
        total += x * (rest + 1);
    }
    printf("%d %d %d\n", total, state, range.high);
    return 0;
}
