/* A missing assignment: the longest run of equal numbers is not reset. */
#include <stdio.h>

int
main(void)
{
    int n, last = -1, run = 0, best = 0;

    while (scanf("%d", &n) == 1) {
        if (n == last)
            run++;
        else
            last = n; /* fault: run = 1 is missing */
        if (run > best)
            best = run;
    }
    printf("%d\n", best);
    return 0;
}
