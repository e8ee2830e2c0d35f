/* More faults of omission, one for each KIND; with FIXED the code is there.
 * Reads two digits and prints a number. */
#include <stdio.h>
#include <stdlib.h>

static int
compute(int a, int b)
{
    int total = 1, i;

    switch (KIND) {
    case 1: /* an else */
        if (a > 5) {
            total = b;
        }
#if FIXED
        else
            total = 2;
#endif
        break;
    case 2: /* a case */
        switch (a) {
        case 1:
            total = 10;
            break;
#if FIXED
        case 3:
            total = 30;
            break;
#endif
        default:
            total = b;
        }
        break;
    case 3: /* a break */
        switch (a) {
        case 3:
            total = 30;
#if FIXED
            break;
#endif
        case 1:
            total += 10;
            break;
        default:
            total = b;
        }
        break;
    case 4: /* a statement of a loop */
        for (i = 4; i < a * 2; i++) {
            total += b;
#if FIXED
            total -= i;
#endif
        }
        break;
    case 5: /* a guarded assignment, guard and all */
        if (b > 1) {
            total = b;
#if FIXED
            if (a < 4)
                total = 4;
#endif
        }
        break;
    case 6: /* a part of a condition */
        if (b > 1
#if FIXED
            && a != 3
#endif
        )
            total = 6;
        break;
    }
    return total;
}

int
main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    printf("%d\n", compute(argv[1][0] - '0', argv[2][0] - '0'));
    return 0;
}
