/* fee.c - what a ticket costs. */
#include "fee.h"

int
fee(int age)
{
    int price = 12;

    if (age < 6)
        price = 0;
    else if (age < 18)
        price = 5;
    if (age > 64)
        price = price - 4;
    return price;
}
