/* ctype.c - models of <ctype.h> in the C locale, without tables. */
#include "format/model.h"

int MODEL(isdigit)(int c);

int
MODEL(isdigit)(int c)
{
    return c >= '0' && c <= '9';
}
