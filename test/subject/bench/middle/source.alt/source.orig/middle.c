/* The middle of three numbers, clipped; from arguments or standard input. */
#include <stdio.h>
#include <stdlib.h>
#include "bounds.h"

clip(v)
int v;
{
    if (v > HIGHEST)
        v = HIGHEST;
    if (v < LOWEST)
        v = LOWEST;
    return v;
}

middle(x, y, z)
int x, y, z;
{
    int m = z;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    return m;
}

main(argc, argv)
int argc;
char **argv;
{
    int x, y, z;
    FILE *in = stdin;

    if (argc == 4) {
        x = atoi(argv[1]);
        y = atoi(argv[2]);
        z = atoi(argv[3]);
    } else {
        if (argc == 2)
            in = fopen(argv[1], "r");
        if (in == NULL || fscanf(in, "%d %d %d", &x, &y, &z) != 3) {
            printf("three numbers, please\n");
            return 1;
        }
    }
    x = clip(x);
    printf("%d\n", clip(middle(x, y, z)));
    return 0;
}
