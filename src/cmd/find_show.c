/* find_show.c - the answer of `culprit find` for a person, in a few lines. */
#include "cmd/find_show.h"

#include "localize/patch.h"
#include "report/source.h"

#include <string.h>

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
find_add_fixes(FindResult *r, const Program *p, size_t first)
{
    Sources sources;

    (void)p;
    sources_init(&sources, NULL);
    for (size_t i = 0; i < r->findings.n && i < first; i++)
        add_fix(r, i, &sources);
    sources_done(&sources);
}

static void
show_source(const Finding *f, Sources *sources, FILE *out)
{
    const SourceFile *file = sources_file(sources, f->file);
    const char *at;
    size_t n;

    if (source_line(file, f->line, &at, &n))
        fprintf(out, "%5u | %.*s\n", f->line, n < 100 ? (int)n : 100, at);
}

static void
show_place(const Finding *f, unsigned number, Sources *sources, FILE *out)
{
    fprintf(out, "#%u  %s:%u:%u", number, sources_shown(sources, f->file),
            f->line, f->column);
    if (f->function && *f->function)
        fprintf(out, "  in %s", f->function);
    fputc('\n', out);
}

static void
show_first(const FindResult *r, const Finding *f, FILE *out)
{
    const char *diff = f->fix ? f->fix->diff : NULL;

    fprintf(out, "    %s\n", f->message);
    if (diff) { /* from its third line: the hunk */
        for (int i = 0; i < 3 && diff; i++)
            diff = strchr(diff, '\n') ? strchr(diff, '\n') + 1 : NULL;
        for (; diff && *diff;) {
            size_t n = strcspn(diff, "\n");
            fprintf(out, "    %.*s\n", (int)n, diff);
            diff += n + (diff[n] == '\n');
        }
    }
    (void)r;
}

void
find_show(const FindResult *r, const ReportOptions *o, FILE *out)
{
    Sources sources;
    const Findings *f = &r->findings;
    size_t top = o->top && o->top < f->n ? o->top : f->n;

    sources_init(&sources, o->root);
    for (size_t i = 0; i < top; i++) {
        show_place(&f->at[i], (unsigned)i + 1, &sources, out);
        if (i == 0) {
            show_source(&f->at[i], &sources, out);
            show_first(r, &f->at[i], out);
        } else {
            fprintf(out, "    %s\n", f->at[i].message);
        }
    }
    fprintf(out, "%s: %s\n",
            r->confidence >= .7   ? "Quite sure"
            : r->confidence >= .4 ? "Likely"
                                  : "Not sure",
            r->why ? r->why : "");
    fputs("A change that passes the tests is a hint, not a proven fix.\n", out);
    sources_done(&sources);
}
