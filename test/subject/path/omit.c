/* Faults of omission, one for each KIND; with FIXED the code is there. Reads
 * two digits and prints a number. */
#include <stdio.h>
#include <stdlib.h>

static int total, calls;

static void
count(int by)
{
    calls += by;
}

static int
compute(int a, int b)
{
    total = a;
    if (a > 5) { /* guards what is missing */
        total += b;
#if KIND == 1 && FIXED /* an assignment */
        total *= 2;
#endif
#if KIND == 2 && FIXED /* a call */
        count(a);
#endif
#if KIND == 3 && FIXED /* a condition */
        if (b != 3)
#endif
            total += 7;
#if KIND == 4 && FIXED /* an early end */
        return total;
#endif
        total++;
    }
    return total + calls;
}

int
main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    printf("%d\n", compute(argv[1][0] - '0', argv[2][0] - '0'));
    return 0;
}
