/* mid.c - the middle of three values, with the two faults of the MDFS paper:
 * line 11 should be m = z, line 15 should be x < z. */
#include <stdio.h>

int
main(void)
{
    int x, y, z, m;

    scanf("%d %d %d", &x, &y, &z);
    m = y;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x > z)
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    printf("%d\n", m);
    return 0;
}
