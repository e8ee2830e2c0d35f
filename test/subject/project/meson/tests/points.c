/* points.c - two points of TAP. */
#include "roman.h"

#include <stdio.h>

int
main(void)
{
    printf("1..2\n");
    printf("%sok 1 - XC\n", roman_value("XC") == 90 ? "" : "not ");
    printf("%sok 2 - XX\n", roman_value("XX") == 20 ? "" : "not ");
    return 0;
}
