/* empty.c - fields without anything. */
#include "columns.h"

#include <string.h>

int
main(void)
{
    char got[8];

    if (columns_count(",,") != 3)
        return 1;
    if (columns_field(",,", 1, got, sizeof got) != 0 || strcmp(got, "") != 0)
        return 1;
    return 0;
}
