/* choice.c - a wrong `?:` of texts, which is no branch. */
#include <stdio.h>

int
main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        puts(n > 3 ? "many" : "few"); /* fault: n >= 3 */
    return 0;
}
