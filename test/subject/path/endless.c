/* Does not end if its number is odd. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    volatile unsigned n = argc > 1 ? (unsigned)argv[1][0] : 0;

    if (n % 2 == 1)
        while (n != 0)
            n = n + 2;
    printf("%u\n", n);
    return 0;
}
