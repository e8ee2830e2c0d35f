/* round.c - numbers that are written. */
#include "expect.h"

int
main(void)
{
    expect_text(4, "IV");
    expect_text(9, "IX");
    expect_text(1944, "MCMXLIV");
    expect_text(3, "III");
    return expect_failures();
}
