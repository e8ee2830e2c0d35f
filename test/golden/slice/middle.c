/* middle.c - what is wanted of it is in middle.sh
 *
 *
 *
 *
 *
 *
 *
 */
#include <stdio.h>
static int x, y, z, m;
int main(void)
{
    scanf("%d%d%d", &x, &y, &z);            /* 1 */
    m = y;                                  /* 2: should be z */
    if (y < z) {                            /* 3 */
        if (x < y) m = y;                   /* 4, 5 */
        else if (x > z) m = x;              /* 6: should be x < z, 7 */
    } else if (x > y) m = y;                /* 8 - 10 */
    else if (x > z) m = x;                  /* 11, 12 */

    printf("%d\n", m);                      /* 13 */
    return 0;
}
