/* failure.c - how a run failed, so that two failures can be called the same. */
#include "run/failure.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/vec.h"
#include "suite/compare.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

typedef VEC(uint32_t) Blocks;

/* Blocks that were entered more often than left. */
static void
find_open(const Program *p, const Profile *profile, Blocks *out)
{
    int64_t *balance = mem_zalloc(p->n.blocks, sizeof *balance);

    for (uint32_t i = 0; i < p->n.edges; i++) {
        const ProgramEdge *e = &p->edges[i];
        if (e->to != PROGRAM_NONE)
            balance[e->to] += (int64_t)profile->edges[i];
        if (e->from != PROGRAM_NONE)
            balance[e->from] -= (int64_t)profile->edges[i];
    }
    for (uint32_t i = 0; i < p->n.blocks; i++)
        if (balance[i] > 0)
            vec_push(out, i);
    free(balance);
}

static bool
calls_one_of(const Calls *c, uint32_t block, const bool *functions)
{
    for (uint32_t i = c->first[block]; i < c->first[block + 1]; i++)
        if (functions[c->callees[i]])
            return true;
    return false;
}

/* Those that call no function with an open block; of several, those that do
 * not call through a pointer, which may be the call of another's function. */
static void
find_innermost(const Program *p, const Calls *c, const Blocks *open,
               Blocks *out)
{
    bool *functions = mem_zalloc(p->n.functions, sizeof *functions);
    size_t direct = 0;

    for (size_t i = 0; i < open->n; i++)
        functions[p->blocks[open->at[i]].function] = true;
    for (size_t i = 0; i < open->n; i++) {
        if (calls_one_of(c, open->at[i], functions))
            continue;
        vec_push(out, open->at[i]);
        direct += !c->indirect[open->at[i]];
    }
    if (out->n > 1 && direct > 0) {
        size_t n = 0;
        for (size_t i = 0; i < out->n; i++)
            if (!c->indirect[out->at[i]])
                out->at[n++] = out->at[i];
        out->n = n;
    }
    free(functions);
}

/* And the open blocks that call one of their functions. */
static void
add_callers(const Program *p, const Calls *c, const Blocks *open, Blocks *out)
{
    bool *functions = mem_zalloc(p->n.functions, sizeof *functions);

    for (size_t i = 0; i < out->n; i++)
        functions[p->blocks[out->at[i]].function] = true;
    for (size_t i = 0; i < open->n; i++)
        if (calls_one_of(c, open->at[i], functions))
            vec_push(out, open->at[i]);
    free(functions);
}

static void
find_place(Failure *f, const Program *p, const Calls *c, const Profile *profile)
{
    Blocks open = {0}, inner = {0};

    find_open(p, profile, &open);
    find_innermost(p, c, &open, &inner);
    if (inner.n == 1)
        f->block = inner.at[0];
    if (!f->signal && inner.n)
        add_callers(p, c, &open, &inner);
    /* Endless recursion has no innermost one: all of them, then. */
    const Blocks *all = inner.n ? &inner : &open;
    if (all->n)
        f->place = hash_bytes(all->at, all->n * sizeof *all->at) | 1;
    vec_done(&open);
    vec_done(&inner);
}

static bool
same_text(const Wanted *w, Bytes x, Bytes y)
{
    if (w->known & COMPARE_WORDS)
        return compare_words((const char *)x.at, x.n, (const char *)y.at, y.n);
    return x.n == y.n && (x.n == 0 || memcmp(x.at, y.at, x.n) == 0);
}

static uint32_t
first_difference(const Observed *o, const Wanted *w)
{
    if (w->known & COMPARE_STATUS && w->status != o->ended.status)
        return COMPARE_STATUS;
    if (w->known & COMPARE_STDOUT && !same_text(w, w->out, o->out))
        return COMPARE_STDOUT;
    if (w->known & COMPARE_STDERR && !same_text(w, w->err, o->err))
        return COMPARE_STDERR;
    if (w->known & COMPARE_FILES &&
        strcmp(w->files ? w->files : "", o->files ? o->files : "") != 0)
        return COMPARE_FILES;
    return 0;
}

Failure
failure_of(const Observed *o, const Wanted *want, Verdict v, const Program *p,
           const Calls *calls, const Profile *profile)
{
    Str summary = {0};
    Failure f = {
        .version = VERSION,
        .verdict = (int32_t)v,
        .timed_out = o->ended.timed_out,
        .signal = o->ended.timed_out ? 0 : o->ended.signal,
        .status = o->ended.timed_out ? 0 : o->ended.status,
        .differs = want ? first_difference(o, want) : 0,
        .block = PROGRAM_NONE,
        .output = hash_bytes(o->out.at, o->out.n) ^
                  hash_bytes(o->err.at, o->err.n) * 31 ^
                  (uint64_t)o->ended.status,
    };

    if (oracle_sanitizer(&o->err, &summary))
        f.sanitizer = hash_bytes(summary.at, summary.n) | 1;
    str_done(&summary);
    /* Where a run was stopped for its time is chance. */
    if (calls && calls->nblocks && profile && profile->nprocesses &&
        !o->ended.timed_out && o->ended.status != 0)
        find_place(&f, p, calls, profile);
    return f;
}

bool
failure_same(const Failure *x, const Failure *y)
{
    return x->verdict == VERDICT_FAIL && y->verdict == VERDICT_FAIL &&
           x->timed_out == y->timed_out && x->signal == y->signal &&
           x->status == y->status && x->differs == y->differs &&
           x->sanitizer == y->sanitizer && x->place == y->place;
}

static void
tell_place(const Failure *f, const Program *p, Str *out)
{
    const ProgramBlock *b = &p->blocks[f->block];
    uint32_t n = b->nreached ? b->nreached : b->nstatements;

    str_printf(out, " at %s", p->functions[b->function].name);
    if (n) {
        const ProgramStatement *s = &p->statements[b->statement + n - 1];
        if (s->file != PROGRAM_NONE)
            str_printf(out, " (%s:%u)", io_basename(p->files[s->file].path),
                       s->line);
    }
}

void
failure_tell(const Failure *f, const Program *p, Str *out)
{
    static const struct {
        uint32_t bit;
        const char *text;
    } differences[] = {{COMPARE_STDOUT, "stdout"},
                       {COMPARE_STDERR, "stderr"},
                       {COMPARE_STATUS, "exit status"},
                       {COMPARE_FILES, "files"}};

    if (f->verdict != VERDICT_FAIL)
        str_puts(out, f->verdict == VERDICT_PASS ? "passes" : "unknown");
    else if (f->timed_out)
        str_puts(out, "takes too long");
    else if (f->signal)
        str_printf(out, "killed by SIG%s",
                   sigabbrev_np(f->signal) ? sigabbrev_np(f->signal) : "?");
    else
        str_printf(out, "exit status %d", f->status);
    if (f->sanitizer)
        str_puts(out, ", with a report on standard error");
    if (f->block != PROGRAM_NONE && f->block < p->n.blocks)
        tell_place(f, p, out);
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++)
        if (f->differs == differences[i].bit)
            str_printf(out, ", another %s than the reference",
                       differences[i].text);
}
