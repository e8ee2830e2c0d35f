/* Sums digits; wrong from the third one on. */
#include <stdio.h>

int
main(void)
{
    int c, n = 0, sum = 0;

    while ((c = getchar()) >= '0' && c <= '9') {
        n++;
        sum += c - '0';
        if (n > 2)
            sum++;
    }
    printf("%d\n", sum);
    return sum > 20;
}
