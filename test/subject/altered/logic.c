/* && || ?: with side effects, nested, as values and as conditions. */
#include <stdio.h>
static int n;
static int yes(int x) { n += x; return x > 2; }
int
main(void)
{
    int a = 1, b = 0, c = 5, r = 0;
    for (int i = 0; i < 10; i++) {
        int p = (a & 1) && yes(i) || !b;
        int q = p ? (c > i ? a : b) : (yes(c) ? c-- : ++b);
        r += p + (q && !(r & 3)) + ((a || (b = i)) && c);
        a = q ^ i;
        if ((p || b) && (q != 3 || (c += 2)))
            b = !b;
    }
    printf("%d %d %d %d %d\n", a, b, c, r, n);
    return 0;
}
