/* A wrong pointer: the price of the dearer thing is wanted. */
#include <stdio.h>

struct thing {
    const char *name;
    int price;
};

int
main(void)
{
    struct thing a = {"a", 3}, b = {"b", 7};
    struct thing *cheap, *dear, *chosen;

    if (scanf("%d %d", &a.price, &b.price) != 2)
        return 2;
    cheap = &a;
    dear = &b;
    if (a.price > b.price) {
        cheap = &b;
        dear = &a;
    }
    printf("from %d\n", cheap->price);
    chosen = cheap; /* fault: dear */
    printf("%s %d\n", chosen->name, chosen->price);
    dear->price = 0;
    return 0;
}
