/* Sum of the positive arguments, and how many there are. */
#include "FaultSeeds.h"
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    int sum = 0, n = 0;

    for (int i = 1; i < argc; i++) {
        int v = atoi(argv[i]);
#ifndef F_SUM_1
        if (v < 0)
            continue;
#endif
#ifdef F_SUM_2
        sum = v;
#else
        sum += v;
#endif
        n++;
    }
#if !defined(F_SUM_3)
    if (n > 3)
#else
    if (n > 2)
#endif
        printf("many: ");
    printf("%d %d\n", sum, n);
    return 0;
}
