/* a fault a sanitizer finds: heap (1), integer (2), none */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    char *p = malloc(8);
    volatile int big = INT_MAX;

    (void)argv;
    puts("begin");
    fflush(stdout);
    if (argc == 2)
        p[argc * 4] = 1;
    if (argc == 3)
        big += argc;
    free(p);
    return 0;
}
