/* foreign.c - gather coverage made elsewhere and turn it into Runs. */
#include "spectrum/foreign.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

void
foreign_done(Foreign *f)
{
    map_done(&f->test_of);
    map_done(&f->line_of);
    vec_done(&f->tests);
    vec_done(&f->lines);
    vec_done(&f->counts);
    arena_done(&f->arena);
    *f = (Foreign){0};
}

uint32_t
foreign_test(Foreign *f, const char *name)
{
    uint32_t *at = map_put_text(&f->test_of, name, (uint32_t)f->tests.n);

    if (*at == f->tests.n)
        vec_push(&f->tests, (Run){.name = arena_strdup(&f->arena, name),
                                  .verdict = VERDICT_UNKNOWN,
                                  .reason = ""});
    return *at;
}

bool
foreign_verdict(Foreign *f, uint32_t test, Verdict v, Diag *d)
{
    Run *r = &f->tests.at[test];

    if (r->verdict != VERDICT_UNKNOWN && r->verdict != v)
        return diag_fail(d, "test %s is said to %s and to %s", r->name,
                         verdict_name(r->verdict), verdict_name(v));
    r->verdict = v;
    return true;
}

static Str
line_key(const char *file, uint32_t line)
{
    Str key = {0};

    str_put_u32(&key, line);
    str_puts(&key, file);
    return key;
}

bool
foreign_has_line(const Foreign *f, const char *file, uint32_t line)
{
    Str key = line_key(file, line);
    bool has = map_find(&f->line_of, key.at, key.n) != NULL;

    str_done(&key);
    return has;
}

uint32_t
foreign_line(Foreign *f, const char *file, uint32_t line, const char *function)
{
    Str key = line_key(file, line);
    uint32_t k = *map_put(&f->line_of, key.at, key.n, (uint32_t)f->lines.n);

    str_done(&key);
    if (k == f->lines.n)
        vec_push(&f->lines,
                 (struct RunsLine){arena_strdup(&f->arena, file), line, ""});
    if (function[0] && !f->lines.at[k].function[0])
        f->lines.at[k].function = arena_strdup(&f->arena, function);
    return k;
}

void
foreign_cover(Foreign *f, uint32_t test, uint32_t line, uint64_t count)
{
    if (count)
        vec_push(&f->counts, (ForeignCount){test, line, count});
}

static int
by_test_and_line(const void *a, const void *b)
{
    const ForeignCount *x = a, *y = b;

    if (x->test != y->test)
        return x->test > y->test ? 1 : -1;
    return (x->line > y->line) - (x->line < y->line);
}

static uint32_t
saturate(uint64_t count)
{
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static void
fill_counts(Foreign *f, Runs *out)
{
    Counted *c = &out->foreign.lines;
    uint64_t n = 0;

    c->start = ARENA_ARRAY(&out->arena, uint64_t, f->tests.n + 1);
    c->index = ARENA_ARRAY(&out->arena, uint32_t, f->counts.n);
    c->count = ARENA_ARRAY(&out->arena, uint32_t, f->counts.n);
    if (f->counts.n)
        qsort(f->counts.at, f->counts.n, sizeof *f->counts.at,
              by_test_and_line);
    for (size_t i = 0; i < f->counts.n; i++) {
        const ForeignCount *x = &f->counts.at[i];
        if (i && x[-1].test == x->test && x[-1].line == x->line) {
            c->count[n - 1] =
                saturate(c->count[n - 1] + (uint64_t)saturate(x->count));
            continue;
        }
        c->index[n] = x->line;
        c->count[n++] = saturate(x->count);
        c->start[x->test + 1] = n;
    }
    for (size_t t = 0; t < f->tests.n; t++)
        if (c->start[t + 1] < c->start[t])
            c->start[t + 1] = c->start[t];
}

void
foreign_finish(Foreign *f, Runs *out)
{
    *out = (Runs){.arena = f->arena};
    f->arena = (Arena){0};
    out->nruns = (uint32_t)f->tests.n;
    out->runs =
        arena_dup(&out->arena, f->tests.at, f->tests.n * sizeof *f->tests.at);
    out->foreign.nlines = (uint32_t)f->lines.n;
    out->foreign.line =
        arena_dup(&out->arena, f->lines.at, f->lines.n * sizeof *f->lines.at);
    for (uint32_t i = 0; i < out->nruns; i++) {
        out->npassed += out->runs[i].verdict == VERDICT_PASS;
        out->nfailed += out->runs[i].verdict == VERDICT_FAIL;
    }
    fill_counts(f, out);
    foreign_done(f);
}
