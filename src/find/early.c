/* early.c - what correlation alone says, told before anything is tried.
 *
 * Building the twin that is altered, making tests and trying changes take most
 * of the time: whoever waits has the likeliest places to read meanwhile.
 */
#include "find/inside.h"

#include "base/io.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD = 3 };

/* Is its line that of one before it? */
static bool
is_repeated(const Findings *f, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (f->at[k].place.line == f->at[i].place.line &&
            strcmp(f->at[k].place.file, f->at[i].place.file) == 0)
            return true;
    return false;
}

static char *
name_places(const Findings *f)
{
    Str text = {0};

    for (size_t i = 0, n = 0; i < f->n && n < TOLD; i++)
        if (!is_repeated(f, i))
            str_printf(&text, "%s%s:%u", n++ ? ", " : "",
                       io_basename(f->at[i].place.file), f->at[i].place.line);
    return text.n ? text.at : NULL;
}

char *
find_early(const Runs *runs, const Filter *filter, const FindHooks *hooks)
{
    const RankOptions o = {.entity = ENTITY_STATEMENT, .filter = filter};
    Findings f = {0};
    char *text = NULL;
    Diag d;

    if (runs->nfailed == 0 || runs->npassed == 0)
        return NULL; /* nothing correlates */
    diag_init(&d);
    if (technique_run(technique_by_name("ochiai"), &o, runs, &f, &d))
        text = name_places(&f);
    findings_done(&f);
    diag_done(&d);
    if (text && hooks->progress)
        hooks->progress(hooks->context, &(FindProgress){.suspects = text});
    return text;
}
