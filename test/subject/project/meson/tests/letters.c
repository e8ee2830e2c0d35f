/* letters.c - single letters. */
#include "expect.h"

int
main(void)
{
    expect_value("I", 1);
    expect_value("V", 5);
    expect_value("M", 1000);
    expect_value("Q", -1);
    return expect_failures();
}
