/* arrays.c - what is wanted of it is in arrays.sh
 *
 *
 */
#include <stdio.h>
int
main(void)
{
    int a[4], b[2][3], sum = 0, k = 2;

    for (int i = 0; i < 4; i++)
        a[i] = i * i;
    a[k] = 50;
    b[1][k] = a[3];
    b[0][0] = 9;
    for (int i = 2; i < 4; i++)
        sum += a[i];


    printf("%d\n", sum);
    printf("%d\n", b[1][2] > 5 && k ? 1 : 0);
    return 0;
}
