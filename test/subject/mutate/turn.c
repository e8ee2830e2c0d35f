/* turn.c - a request that changes nothing, in the checked twin of a function.
 * usage: turn FUNCTION >FILE */
#include "format/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
    static char page[MUTATE_PAGE];
    MutateRequest r = {.version = MUTATE_VERSION, .change.site = MUTATE_NONE};

    if (argc != 2)
        return 2;
    memcpy(r.magic, MUTATE_MAGIC, sizeof r.magic);
    r.change.function = (uint32_t)strtoul(argv[1], NULL, 10);
    memcpy(page, &r, sizeof r);
    return fwrite(page, sizeof page, 1, stdout) != 1;
}
