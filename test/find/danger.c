/* danger.c - an altered form of this deletes a file, or forks for ever. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int
twice(int n)
{
    return n * 2;
}

int
main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;

    if (n > 1000000)
        unlink("precious");
    while (n > 2000000)
        fork();
    printf("%d\n", twice(n));
    return 0;
}
