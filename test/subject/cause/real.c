/* A wrong factor of a number that goes through a series. */
#include <stdio.h>

int
main(void)
{
    double x, sum = 1, term = 1;

    if (scanf("%lf", &x) != 1)
        return 2;
    x = x * 0.5; /* fault: 0.25 */
    for (int k = 1; k < 30; k++) {
        term *= x / k;
        sum += term;
    }
    printf("%.4f\n", sum);
    return 0;
}
