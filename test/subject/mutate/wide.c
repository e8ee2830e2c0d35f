/* wide.c - where a cast is missing; run.sh says what each change does. */
#include <stdio.h>

static void
work(int a, int b, int m)
{
    double mean = (a + b) / m;
    long long product = a * b;
    int r = a * b % m;
    int small = a * b < a * 20000;
    printf("%g %lld %d %d %d\n", mean, product, r, small, a - b - 1);
}

int
main(void)
{
    work(100001, 100001, 7);
    return 0;
}
