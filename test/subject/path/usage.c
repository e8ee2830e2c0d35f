/* Adds up its arguments, but not zeros; one that is no number is refused. */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
    int x = argc > 1 ? argv[1][0] - '0' : -1;

    if (x < 0 || x > 9) {
        fputs("usage: usage DIGIT\n", stderr);
        return 2;
    }
    if (x < 5)
        printf("wrong %d\n", x);
    else
        printf("right %d\n", x);
    return 0;
}
