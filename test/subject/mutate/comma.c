/* comma.c - a statement that can be skipped, and behind it, in the same block,
 * a literal of `?:`. */
#include <stdio.h>
#include <stdlib.h>

static int
half(int n)
{
    return n / 2;
}

int
main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, h = 0;
    long long size = n > 3 ? (h = half(n), 1L) : (long)half(9 - n);

    printf("%lld %d\n", size, h);
    return 0;
}
