/* A missing condition: negative numbers should not count. */
#include <stdio.h>

int
main(void)
{
    int n, sum = 0, count = 0;

    while (scanf("%d", &n) == 1) {
        sum += n; /* fault: if (n >= 0) is missing */
        count++;
    }
    printf("sum %d\n", sum);
    printf("count %d\n", count);
    return 0;
}
