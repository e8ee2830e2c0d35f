/* Two assignments in the wrong order: both names get the same value. */
#include <stdio.h>

int
main(void)
{
    int a, b, old;

    if (scanf("%d %d", &a, &b) != 2)
        return 2;
    a = b; /* fault: belongs after old = a */
    old = a;
    b = old;
    printf("%d %d\n", a, b);
    return 0;
}
