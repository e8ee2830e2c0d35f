/* A wrong value decides a branch, and a hundred others before it that do not
 * matter: only the branch as the property leads to it. */
#include <stdio.h>

int
main(void)
{
    int x, noise = 0, special = 0;

    if (scanf("%d", &x) != 1)
        return 1;
    int n = x * 300; /* fault: + 117 */
    for (int i = 0; i < 60; i++)
        if (n > 1000 * i)
            noise++;
    if (n == 1617)
        special = 1;
    puts(special ? "special" : "usual");
    return noise > 70;
}
