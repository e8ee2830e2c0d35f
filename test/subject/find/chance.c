/* chance.c - a fault, and an output that changes from run to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int
main(int argc, char **argv)
{
    struct timespec t;
    int n = argc > 2 ? atoi(argv[2]) : 0;

    clock_gettime(CLOCK_MONOTONIC, &t);
    if (argc > 1 && strcmp(argv[1], "chance") == 0)
        printf("%d\n", (int)(t.tv_nsec / 1000 % 2));
    else if (argc > 1 && strcmp(argv[1], "twice") == 0)
        printf("%d\n", n * 2);
    else
        puts("?");
    return 0;
}
