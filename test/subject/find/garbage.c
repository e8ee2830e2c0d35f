/* garbage.c - N, or 0 if it is not above 3. What is never set is an address, as
 * if it were garbage on the stack: the same in runs that are begun alike. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int out = (int)((size_t)&n & 0xfffff); /* garbage */

    if (n > 3)
        out = n;
    else if (n > -3)
        out = 0;
    printf("%d\n", out);
    return 0;
}
