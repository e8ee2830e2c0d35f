/* danger.c - an altered form of this deletes a file, or makes a thousand
 * processes (for ever would be too dangerous a test).
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define DEPTH 10

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
    for (int i = 0; n > 2000000 && i < DEPTH; i++)
        fork();
    printf("%d\n", twice(n));
    return 0;
}
