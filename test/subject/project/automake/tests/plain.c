/* plain.c - fields without quotes. */
#include "columns.h"

#include <string.h>

int
main(void)
{
    char got[8];

    if (columns_field("a,bc,d", 1, got, sizeof got) != 2 || strcmp(got, "bc") != 0)
        return 1;
    if (columns_field("a,bc,d", 3, got, sizeof got) != -1)
        return 1;
    return 0;
}
