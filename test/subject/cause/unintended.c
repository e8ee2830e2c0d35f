/* An unintended definition: the last square is stored over the limit. */
#include <stdio.h>

static struct {
    int squares[4];
    int limit;
} t;

int
main(void)
{
    int n, i, sum = 0;

    if (scanf("%d %d", &n, &t.limit) != 2)
        return 2;
    for (i = 0; i <= n && i < 5; i++) /* fault: i < n */
        *(t.squares + i) = i * i;
    for (i = 0; i < n; i++)
        sum += t.squares[i];
    if (sum > t.limit)
        sum = t.limit;
    printf("%d\n", sum);
    return 0;
}
