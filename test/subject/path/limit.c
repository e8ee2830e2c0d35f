/* The last branch contradicts the one before it, unless the first one is taken
 * otherwise. */
#include <stdio.h>

int
main(void)
{
    char s[3] = "", limit = 'm';
    int n = 1;

    if (scanf("%2s", s) != 1)
        return 2;
    if (s[0] == 'a') {
        limit = 'z';
        n += 2;
    }
    if (s[1] > 'm')
        n += 4;
    if (s[1] <= limit)
        n += 8;
    printf("%d\n", n);
    return 0;
}
