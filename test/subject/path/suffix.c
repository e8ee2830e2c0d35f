/* The last branch contradicts the one before it, whatever came earlier. */
#include <stdio.h>

int
main(void)
{
    char s[4] = "";
    int n = 0;

    if (scanf("%3s", s) != 1)
        return 2;
    if (s[0] == 'a')
        n += 1;
    if (s[1] == 'b')
        n += 2;
    if (s[2] > 'm')
        n += 4;
    if (s[2] > 'c')
        n += 8;
    printf("%d\n", n);
    return 0;
}
