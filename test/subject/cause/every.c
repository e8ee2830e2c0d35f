/* A fault that spoils several lines: no single alteration mends them all. */
#include <stdio.h>

int
main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        if (n >= 10) /* fault: > */
            puts("many");
        else
            puts("few");
    return 0;
}
