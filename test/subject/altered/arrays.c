/* Arrays whose indices are computed: stores may go elsewhere. */
#include <stdio.h>
static int grid[5][6], seen[8];
int
main(void)
{
    int perm[8] = {3, 5, 0, 7, 1, 6, 2, 4}, at = 0;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 6; k++)
            grid[i][k] = (i * 7 + k * 3) % 5;
    for (int i = 0; i < 20; i++) {
        seen[perm[at]]++;
        at = perm[(at + seen[at]) & 7];
        int *cell = &grid[at % 5][i % 6];
        *cell += seen[i & 7];
        perm[i & 7] ^= *cell & 1;
        perm[i & 7] &= 7;
    }
    unsigned s = 0;
    for (int i = 0; i < 30; i++)
        s = s * 5 + (unsigned)grid[i / 6][i % 6];
    printf("%u %d %d\n", s, at, seen[3]);
    return 0;
}
