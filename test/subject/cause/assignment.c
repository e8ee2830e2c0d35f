/* A wrong assignment: the price of a dozen is that of ten. */
#include <stdio.h>

static int
price(int count, int each)
{
    int dozens = count / 12;
    int rest = count % 12;
    int reduced = each * 10; /* fault: each * 11 */

    return dozens * reduced + rest * each;
}

int
main(void)
{
    int count, each, total;

    if (scanf("%d %d", &count, &each) != 2)
        return 2;
    total = price(count, each);
    if (total > 1000)
        total -= total / 10;
    printf("total %d\n", total);
    return 0;
}
