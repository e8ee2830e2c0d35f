/* A condition that is wrong in a function that so leaves a total alone. */
#include <stdio.h>

static int total;

static void
add(int n)
{
    if (n > 2) /* fault: n > 1 */
        total += n;
}

int
main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        add(n);
    printf("%d\n", total);
    return 0;
}
