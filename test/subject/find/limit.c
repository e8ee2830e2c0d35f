/* limit.c - a constant that is no neighbour of any other. */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        long n = atol(argv[i]);
        if (n > 37771)
            puts("large");
        else
            puts("small");
    }
    return 0;
}
