/* lib.c - a fault in somebody else's code, which lives below vendor/. */
#include "lib.h"

int
lib_scale(int n)
{
    return n * 3;
}
