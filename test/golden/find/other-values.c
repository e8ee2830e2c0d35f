/* other-values.c - the largest of three numbers. */
#include <stdio.h>

int
main(void)
{
    int a, b, c;

    if (scanf("%d %d %d", &a, &b, &c) != 3)
        return 1;
    int most = a;
    if (b > most)
        most = b;
    if (c > most)
        most = c;
    printf("%d\n", most);
    return 0;
}
