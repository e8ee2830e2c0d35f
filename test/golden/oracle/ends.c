/* ends.c - "ends N": fails an assertion for 7, refuses what is above 100. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;

    if (n > 100) {
        fputs("too much\n", stderr);
        return 3;
    }
    assert(n != 7);
    printf("%d\n", n * 2);
    return 0;
}
