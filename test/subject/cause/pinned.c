/* A wrong constant that the first wrong line does not tell, but the next. */
#include <stdio.h>

int
main(void)
{
    int n, cap;

    if (scanf("%d", &n) != 1)
        return 1;
    cap = 830; /* fault: 380 */
    if (cap < n)
        puts("low");
    else
        puts("high");
    printf("%d\n", 2 * cap);
    return 0;
}
