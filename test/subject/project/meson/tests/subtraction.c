/* subtraction.c - letters that are subtracted. */
#include "expect.h"

int
main(void)
{
    expect_value("IV", 4);
    expect_value("IX", 9);
    expect_value("CMXLIV", 944);
    return expect_failures();
}
