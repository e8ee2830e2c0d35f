/* window.c - the sum of a window of a row. usage: window LENGTH FROM WIDTH
 *
 * With BUG the window is not cut off at the row's end. Nothing branches or
 * returns otherwise then: only `to > n` tells. */
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 1
#endif

static int row[100];

static int
window(int n, int from, int width)
{
    int sum = 0;
    int to = from + width;

    if (!BUG)
        to = to < n ? to : n;
    for (int i = from; i < to; i++)
        sum += row[i];
    return sum;
}

int
main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    for (int i = 0; i < 100; i++)
        row[i] = i + 1;
    printf("%d\n", window(atoi(argv[1]), atoi(argv[2]), atoi(argv[3])));
    return 0;
}
