/* named.c - lines that failures name. */
#include "spectrum/named.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How a place is written: BEFORE FILE BETWEEN LINE. */
typedef struct NamedForm NamedForm;
struct NamedForm {
    const char *before, *between;
};

/* Behind the last `what` of the text, or NULL. */
static const char *
behind_last(const char *text, const char *what)
{
    const char *found = NULL;

    for (const char *at = text; (at = strstr(at, what)); at++)
        found = at + strlen(what);
    return found;
}

static bool
parse_form(const char *reason, const NamedForm *form, NamedPlace *out)
{
    const char *file = behind_last(reason, form->before);
    const char *number = file ? behind_last(file, form->between) : NULL;
    char *end;

    if (!number || !isdigit((unsigned char)*number))
        return false;
    const char *stop = number - strlen(form->between);
    const unsigned long line = strtoul(number, &end, 10);
    if (*end || stop == file || !line || line > UINT32_MAX)
        return false;
    *out = (NamedPlace){.file = file,
                        .nfile = (size_t)(stop - file),
                        .line = (uint32_t)line,
                        .failing = 1};
    return true;
}

bool
named_parse(const char *reason, NamedPlace *out)
{
    static const NamedForm ours = {" at ", ":"}, php = {" in ", " on line "};

    return parse_form(reason, &ours, out) || parse_form(reason, &php, out);
}

static bool
is_same(const NamedPlace *x, const NamedPlace *y)
{
    return x->line == y->line && x->nfile == y->nfile &&
           memcmp(x->file, y->file, x->nfile) == 0;
}

static void
add(Named *t, const NamedPlace *place)
{
    for (size_t i = 0; i < t->n; i++)
        if (is_same(&t->at[i], place)) {
            t->at[i].failing++;
            return;
        }
    t->at[t->n++] = *place;
}

void
named_init(Named *t, const Spectrum *s)
{
    NamedPlace place;

    *t = (Named){.at = mem_zalloc((size_t)s->nfailed + 1, sizeof *t->at)};
    for (uint32_t r = 0; r < s->runs->nruns; r++)
        if (s->use[r] == VERDICT_FAIL && s->runs->runs[r].reason &&
            named_parse(s->runs->runs[r].reason, &place))
            add(t, &place);
}

void
named_done(Named *t)
{
    free(t->at);
    *t = (Named){0};
}

/* Is it the path, or its end from a slash on? */
static bool
is_file(const char *path, const NamedPlace *p)
{
    const size_t n = strlen(path);

    return n >= p->nfile &&
           memcmp(path + n - p->nfile, p->file, p->nfile) == 0 &&
           (n == p->nfile || path[n - p->nfile - 1] == '/');
}

uint32_t
named_count(const Named *t, const Entity *e)
{
    uint32_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].line == e->line && e->file && is_file(e->file, &t->at[i]))
            n += t->at[i].failing;
    return n;
}
