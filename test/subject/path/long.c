/* Many rounds, then a failure that a digit decides. */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    unsigned sum = 0;
    int x = argc > 1 ? argv[1][0] - '0' : 0;

    if (x > 4)
        sum = 1;
    for (unsigned i = 0; i < 3000000; i++)
        if (i % 3 == 0)
            sum += 2;
    printf("%u\n", sum & 1);
    return 0;
}
