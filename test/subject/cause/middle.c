/* The middle of three numbers, with two faults; lines are the paper's
 * statements. */
#include <stdio.h>
int main(void)
{
    int x, y, z, m;

    if (scanf("%d %d %d", &x, &y, &z) != 3)
        return 2;
    m = y; /* fault: m = z */
    if (y < z) {
        if (x < y)
            m = y;
        else if (x > z) /* fault: x < z */
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
