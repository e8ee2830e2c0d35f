/* A wrong constant that is passed to a function. */
#include <stdio.h>

static int
clip(int n, int most)
{
    return n > most ? most : n;
}

int
main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        printf("%d\n", clip(n, 12)); /* fault: 10 */
    return 0;
}
