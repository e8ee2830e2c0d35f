/* limit.c - a constant that is no neighbour of any other. */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 0;

    if (n > 37771)
        puts("large");
    else
        puts("small");
    return 0;
}
