/* calls.c - what is wanted of it is in calls.sh
 *
 *
 *
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int
pick(int n, ...)
{
    va_list ap;
    int v = 0;
    va_start(ap, n);
    while (n-- > 0) v = va_arg(ap, int);
    va_end(ap);
    return v;
}
static int
factorial(int n)
{
    if (n < 2)
        return 1;
    return n * factorial(n - 1);
}
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
int
main(void)
{
    int a = 3, b = 1, c = 2, list[2] = {a, b};
    int (*table[2])(int) = {twice, thrice};
    qsort(list, 2, sizeof *list, compare);
    printf("%d\n", table[b](a));
    printf("%d\n", pick(2, a, c, b));
    printf("%d\n", factorial(c));
    printf("%d\n", list[1]);
    return 0;
}
