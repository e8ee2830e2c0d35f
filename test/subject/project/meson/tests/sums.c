/* sums.c - letters that are added. */
#include "expect.h"

int
main(void)
{
    expect_value("VI", 6);
    expect_value("III", 3);
    expect_value("MDX", 1510);
    return expect_failures();
}
