/* array.c - elements, whole arrays, remainders; run.sh says what each change
 * does. */
#include <stdio.h>

static int seen[4] = {5, 6, 7, 8};

int
main(void)
{
    int grid[2][2] = {{1, 2}, {3, 4}};
    int sum = 0;

    for (int i = 0; i < 4; i++)
        sum = sum * 10 + seen[i];
    int rest = sum % 1000;
    printf("%d %d %d\n", sum, rest, grid[0][0]);
    return 0;
}
