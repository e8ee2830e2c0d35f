/* quoted.c - fields with quotes. */
#include "columns.h"

#include <string.h>

int
main(void)
{
    char got[8];

    if (columns_count("a,\"b,c\",d") != 3)
        return 1;
    if (columns_field("a,\"b,c\",d", 2, got, sizeof got) != 1 || strcmp(got, "d") != 0)
        return 1;
    if (columns_field("a,\"b,c\",d", 1, got, sizeof got) != 3 || strcmp(got, "b,c") != 0)
        return 1;
    return 0;
}
