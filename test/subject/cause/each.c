/* Faults that count at each execution: no single alteration mends more than one
 * line. The two are shown by tests of their own. */
#include <stdio.h>

static int
rate(int n)
{
    int bound = 10, price = 4; /* fault: price = 3 */

    if (n > bound) /* fault: n >= bound */
        return price * n + 1;
    return price * n;
}

int
main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        printf("%d\n", rate(n));
    return 0;
}
