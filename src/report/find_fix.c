/* find_fix.c - changes to the source that speak for what was found. */
#include "report/find_fix.h"

#include "base/mem.h"
#include "find/patch.h"
#include "report/source.h"

#include <stdlib.h>

/* The line as a string of its own; "" if there is none. */
static char *
line_text(const SourceFile *f, uint32_t line)
{
    const char *at;
    size_t n;

    return line && source_line(f, line, &at, &n) ? mem_strndup(at, n)
                                                 : mem_strdup("");
}

static void
add_fix(FindResult *r, size_t i, Sources *sources)
{
    Finding *f = &r->findings.at[i];
    const SourceFile *file = sources_file(sources, f->file);
    Arena *a = &r->findings.arena;
    uint32_t trial = r->of[i].trial;
    Str diff = {0};
    Patch p;

    if (trial == MUTATE_NONE || !file->readable)
        return;
    const Alteration *alteration = &r->trials.at[trial].a;
    uint32_t number = r->sites.at[alteration->site].line;
    char *line = line_text(file, number);
    char *before = line_text(file, number - 1);
    if (patch_make(&r->sites, alteration, line, before, &p)) {
        Fix *fix = ARENA_NEW(a, Fix);
        patch_diff(&p, file->shown, line, &diff);
        *fix = (Fix){.line = p.line,
                     .nremoved = p.nremoved,
                     .text = arena_strdup(a, str_text(&p.text)),
                     .diff = arena_strdup(a, str_text(&diff))};
        f->fix = fix;
        str_done(&p.text);
        str_done(&diff);
    }
    free(line);
    free(before);
}

void
find_add_fixes(FindResult *r, size_t first)
{
    Sources sources;

    sources_init(&sources, NULL);
    for (size_t i = 0; i < r->findings.n && i < first; i++)
        add_fix(r, i, &sources);
    sources_done(&sources);
}
