/* find_text.c - where the fault is, for a person, in a few lines. */
#include "report/find_text.h"

#include "base/source.h"
#include "find/own.h"
#include "format/sureness.h"
#include "history/credit.h"

#include <string.h>

static void
show_source(const Finding *f, Sources *sources, FILE *out)
{
    const SourceFile *file = sources_file(sources, f->place.file);
    const char *at;
    size_t n;

    if (source_line(file, f->place.line, &at, &n))
        fprintf(out, "%5u | %.*s\n", f->place.line, n < 100 ? (int)n : 100, at);
}

static void
show_place(const Finding *f, unsigned number, Sources *sources, FILE *out)
{
    fprintf(out, "#%u  %s:%u:%u", number, sources_shown(sources, f->place.file),
            f->place.line, f->place.column);
    if (f->place.function && *f->place.function)
        fprintf(out, "  in %s", f->place.function);
    fputc('\n', out);
}

/* The hunk, from its third line on. */
static void
show_diff(const char *diff, FILE *out)
{
    for (int i = 0; i < 3 && diff; i++)
        diff = strchr(diff, '\n') ? strchr(diff, '\n') + 1 : NULL;
    while (diff && *diff) {
        size_t n = strcspn(diff, "\n");
        fprintf(out, "    %.*s\n", (int)n, diff);
        diff += n + (diff[n] == '\n');
    }
}

/* A chain on one line: the beginning, and where it ends. */
static void
show_chain(const Finding *f, Sources *sources, FILE *out)
{
    const size_t most = 4;

    if (f->nsteps < 2)
        return;
    fputs("    reaches the failure by", out);
    for (size_t i = 0; i < f->nsteps; i++) {
        const Step *s = &f->steps[i];
        bool skipped = f->nsteps > most && i >= most - 1 && i + 1 < f->nsteps;
        if (skipped && i > most - 1)
            continue;
        fputs(i ? " -> " : " ", out);
        if (skipped) {
            fputs("...", out);
            continue;
        }
        if (strcmp(s->file, f->place.file) != 0)
            fprintf(out, "%s:", sources_shown(sources, s->file));
        fprintf(out, "%u%s%.40s%s", s->line, *s->message ? " (" : "",
                s->message, *s->message ? ")" : "");
    }
    fputc('\n', out);
}

/* Of a finding in foreign code: who called it. */
static void
show_caller(const Finding *f, Sources *sources, FILE *out)
{
    for (size_t i = 0; i < f->nevidence; i++)
        if (strcmp(f->evidence[i].key, OWN_CALLER) == 0)
            fprintf(out, "    not your own code; called from %s\n",
                    sources_shown(sources, f->evidence[i].text));
}

/* What git knows of the place: whether it has changed since the revision in
 * question, and who changed it last. */
static void
show_history(const Finding *f, FILE *out)
{
    static const char *const keys[] = {FIND_SINCE, CREDIT_WORDS};

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        for (size_t i = 0; i < f->nevidence; i++)
            if (strcmp(f->evidence[i].key, keys[k]) == 0)
                fprintf(out, "    %s\n", f->evidence[i].text);
}

/* Why the change is told in words only, if it is for want of sources. */
static void
show_no_diff(const FindResult *r, FILE *out)
{
    const char *why = r->search.checks.why;

    if (why && r->search.checks.shown == 0 && r->search.checks.other == 0)
        fprintf(out, "    not shown as a diff: %.*s\n", (int)strcspn(why, "\n"),
                why);
}

static void
show_first(const FindResult *r, Sources *sources, FILE *out)
{
    const Finding *f = &r->findings.at[0];

    if (!f->fix || f->fix->nremoved == 0)
        show_source(f, sources, out);
    fprintf(out, "    %s\n", f->message);
    if (f->fix)
        show_diff(f->fix->diff, out);
    else
        show_no_diff(r, out);
    show_chain(f, sources, out);
    if (r->first.no_chain)
        fprintf(out, "    how it reaches the failure: not known (%s)\n",
                r->first.no_chain);
}

/* Tests that fail for other reasons than the first ones. */
static void
show_groups(const FindResult *r, const Runs *runs, FILE *out)
{
    bool differ = false;

    for (size_t i = 1; i < r->ngroups; i++)
        differ |= r->groups[i].suspect != r->groups[0].suspect;
    if (!differ) /* one change repairs them all */
        return;
    fprintf(out, "The failing tests are of %zu kinds:", r->ngroups);
    for (size_t i = 0; i < r->ngroups && i < 3; i++) {
        const FindGroup *g = &r->groups[i];
        fprintf(out, "%s %u such as \"%.40s\" (", i ? ";" : "", g->n,
                runs->runs[g->example].name);
        if (g->suspect == SIZE_MAX)
            fputs("no change repairs them", out);
        else
            fprintf(out, "#%zu, line %u", g->suspect + 1,
                    r->findings.at[g->suspect].place.line);
        fputc(')', out);
    }
    fputs(r->ngroups > 3 ? "; ...\n" : "\n", out);
}

static void
show_aside(const FindResult *r, const Runs *runs, FILE *out)
{
    const TestsAside *f = &r->tests.flaky, *u = &r->tests.unlike;

    if (f->n)
        fprintf(out,
                "%u test%s set aside that sometimes end%s differently, such "
                "as \"%.40s\"\n",
                f->n, f->n == 1 ? " was" : "s were", f->n == 1 ? "s" : "",
                runs->runs[f->at[0]].name);
    if (u->n)
        fprintf(out,
                "%u test%s set aside that end%s differently when confined, or "
                "in the variant that is altered, such as \"%.40s\" (%s); see "
                "--unconfined\n",
                u->n, u->n == 1 ? " was" : "s were", u->n == 1 ? "s" : "",
                runs->runs[u->at[0]].name, r->tests.why);
}

/* Without passing tests: places, none before the others. */
static void
show_set(const FindResult *r, size_t top, Sources *sources, FILE *out)
{
    const Findings *f = &r->findings;

    fputs(r->tests.unlike.n > r->tests.unlike.nfailing
              ? "The passing tests could not be used, so that nothing tells "
                "these apart: a set, not a culprit.\n"
              : "No passing test tells these apart: a set, not a culprit.\n",
          out);
    for (size_t i = 0; i < f->n && i < top; i++) {
        fprintf(out, "  %s:%u", sources_shown(sources, f->at[i].place.file),
                f->at[i].place.line);
        if (f->at[i].place.function && *f->at[i].place.function)
            fprintf(out, " in %s", f->at[i].place.function);
        fprintf(out, ": %s\n", f->at[i].message);
        show_history(&f->at[i], out);
    }
}

/* The counts above include tests that nobody gave us. */
static void
show_made(const Supply *s, FILE *out)
{
    if (s->tests.n == 2)
        fprintf(out, "One of these tests was made from a failing one: it %s.\n",
                s->npassed       ? "passes"
                : s->nfailed > 1 ? "fails"
                                 : "has no verdict");
    else if (s->tests.n > 2)
        fprintf(out,
                "Of these tests %zu were made from a failing one: %zu pass, "
                "%zu fail.\n",
                s->tests.n - 1, s->npassed,
                s->nfailed > 0 ? s->nfailed - 1 : 0);
}

static void
show_varied(const Supply *s, FILE *out)
{
    if (s && s->tests.n > 1)
        fprintf(out, "%zu more passing %s made by other values in the tests.\n",
                s->tests.n - 1, s->tests.n == 2 ? "test was" : "tests were");
}

/* Does one of the first places come with a change? */
static bool
names_change(const FindResult *r, size_t top)
{
    bool any = false;

    for (size_t i = 0; i < top; i++)
        any |= r->of[i].trial != MUTATE_NONE;
    return any;
}

/* Where much of the time went that is not needed again. */
static void
show_built(const FindSearch *s, FILE *out)
{
    const double much = .25;

    if (s->time_s > 0 && s->built_s > much * s->time_s)
        fprintf(out,
                "Building the program's twin took %.0f of the %.0f seconds; it "
                "is kept for the next time.\n",
                s->built_s, s->time_s);
}

void
find_text(const FindView *v, const ReportOptions *o, FILE *out)
{
    const FindResult *r = v->result;
    const size_t set = 8; /* members to show */
    Sources sources;
    const Findings *f = &r->findings;
    size_t top = o->top && o->top < f->n ? o->top : f->n;

    sources_init(&sources, o->root);
    if (r->tests.npassing == 0)
        show_set(r, o->top > set || !o->top ? top : set, &sources, out);
    for (size_t i = 0; r->tests.npassing && i < top; i++) {
        show_place(&f->at[i], (unsigned)i + 1, &sources, out);
        if (i == 0) {
            show_first(r, &sources, out);
        } else {
            fprintf(out, "    %s\n", f->at[i].message);
        }
        show_history(&f->at[i], out);
        show_caller(&f->at[i], &sources, out);
    }
    show_groups(r, o->runs, out);
    show_aside(r, o->runs, out);
    if (r->search.recent)
        fprintf(out, "%s.\n", r->search.recent);
    fprintf(out, "%s: %s\n", sureness[sureness_of(r->first.confidence)].word,
            r->first.why ? r->first.why : "");
    if (names_change(r, top))
        fputs("A change that passes the tests is a hint, not a proven fix. ",
              out);
    fputs("See more with --top 20, --format html or --gdb FILE.\n", out);
    show_made(v->made, out);
    show_varied(v->varied, out);
    show_built(&r->search, out);
    sources_done(&sources);
}
