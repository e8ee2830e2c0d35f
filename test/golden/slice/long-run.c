/* Each use of x has to look back over the whole loop: the branch that could
 * have changed x stands before it. */
#include <stdio.h>
#include <stdlib.h>

int x;

int
main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, sum = 0;

    x = 1;
    if (argc > 5)
        x = 2;
    for (int i = 0; i < n; i++)
        sum += x;
    printf("%d\n", sum);
    return 0;
}
