/* ways.c - what is wanted of it is in ways.sh
 *
 *
 *
 *
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int twice(int v) { return 2 * v; }
static int square(int v) { return v * v; }
static int compare(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}
static void give_up(int v)
{
    if (v == 3)
        longjmp(back, v);
}
int main(int argc, char **argv)
{
    int x = atoi(argv[2]), y = atoi(argv[3]), s = 0;
    int (*f)(int) = argv[1][0] == 'a' ? twice : square;
    if (argc != 4 || !x ||
        (y && x > 1))
        s = 1;
    if (!y)
        s += 10;
    s += f(3);
    switch (argv[1][0]) {
    case 'c':
    case 'd':
        s += 5;
        break;
    default:
        s += 6;
    }
    int v[] = {x, y, 1};
    qsort(v, 3, sizeof *v, compare);
    if (setjmp(back) == 0)
        give_up(x);
    else
        s = -1;
    printf("%d %d\n", s, v[0]);
    return 0;
}
