/* wide.c - fields that do not fit. */
#include "columns.h"

#include <string.h>

int
main(void)
{
    char got[8];

    if (columns_field("12345678,1", 0, got, sizeof got) != -1)
        return 1;
    if (columns_field("1234567,1", 0, got, sizeof got) != 7)
        return 1;
    return 0;
}
