/* version.c - the commit that this was built from; the Makefile says it. */
#include "base/version.h"

#ifndef CULPRIT_COMMIT
#define CULPRIT_COMMIT "unknown"
#endif

const char *
version_commit(void)
{
    return CULPRIT_COMMIT;
}
