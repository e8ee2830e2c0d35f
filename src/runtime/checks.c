/* checks.c - linked into every variant of a test program: one check alone, or
 * where each of them begins and ends.
 *
 * Each check has a function of ours before it (variant/checks.c), which asks
 * here whether it is to be run. Without CULPRIT_CHECK all are.
 */
#include "format/checks.h"
#include "runtime/profile.h"

#include <stdbool.h>
#include <stddef.h>

extern char **__environ;

#pragma weak crt_count_check /* others do not count */
#pragma weak crt_cut_check

/* What the functions before checks call. */
int __culprit_check_begins(const char *check);
void __culprit_check_ends(void);

static const char *wanted;  /* NULL: not looked for yet, empty: all */
static const void *inside;  /* the frame that the check was called from */
static const char *current; /* of all checks, the one that runs; or NULL */

static const char *
find_wanted(void)
{
    static const char name[] = CULPRIT_CHECK_ENV "=";

    for (char **e = __environ; e && *e; e++) {
        size_t i = 0;
        while (name[i] && (*e)[i] == name[i])
            i++;
        if (!name[i])
            return *e + i;
    }
    return "";
}

static bool
is_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

const char *
crt_current_check(void)
{
    return current ? current : "";
}

/* All checks run: what each of them counts is cut from the rest. */
static void
begin_next(const char *check, const void *here)
{
    if (crt_cut_check)
        crt_cut_check(crt_current_check());
    current = check;
    inside = here;
}

/* Is the check to be run? It is if it is wanted, or called by the wanted one;
 * a failed assertion leaves that by a jump, and then it is not below us. */
int
__culprit_check_begins(const char *check)
{
    const void *here = __builtin_frame_address(0);

    if (!wanted)
        wanted = find_wanted();
    if (inside && here < inside)
        return 1;
    inside = NULL;
    if (!wanted[0]) {
        begin_next(check, here);
        return 1;
    }
    if (!is_same(wanted, check))
        return 0;
    inside = here;
    if (crt_count_check)
        crt_count_check();
    return 1;
}

void
__culprit_check_ends(void)
{
    if (inside != __builtin_frame_address(0))
        return;
    inside = NULL;
    if (current && crt_cut_check)
        crt_cut_check(current);
    current = NULL;
}

int
crt_is_in_check(void)
{
    return inside != NULL;
}
