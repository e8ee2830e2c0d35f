/* record.c - run one test natively and traced, and check that both agree.
 *
 * Addresses are not randomised in either run, so that two traces of one run
 * are the same.
 */
#include "trace/record.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "format/profile.h"
#include "format/trace.h"
#include "process/pool.h"
#include "suite/words.h"
#include "trace/pack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { NATIVE, TRACED, RUNS };
enum { PAD = 256 }; /* most of a directory's name */

#define PACK_EVERY_S 0.02

typedef struct Recorder Recorder;
struct Recorder {
    const RecordSpec *spec;
    Arena arena;
    char *dir;
    char **argv;
    const char *input;
    unsigned next; /* run */
    Ended ended[RUNS];
};

static const char *
output_file(Recorder *r, unsigned run, const char *name)
{
    return arena_printf(&r->arena, "%s/%s.%s", r->dir,
                        run == NATIVE ? "native" : "traced", name);
}

static char **
environment(Recorder *r, bool traced)
{
    VEC(char *) v = {0};
    size_t n = strlen(CULPRIT_RUN_ENV), dir = strlen(r->dir);

    vec_push(&v, arena_printf(&r->arena, "CULPRIT_TASK=%s", r->dir));
    /* As many bytes in all runs, so that the stack begins at one place. */
    vec_push(&v,
             arena_printf(&r->arena, "%s=%s",
                          traced ? CULPRIT_RUN_ENV : "CULPRIT_NOT", r->dir));
    vec_push(&v, arena_printf(&r->arena, "CULPRIT_PAD=%*s",
                              dir < PAD ? 2 * (int)(PAD - dir) : 0, ""));
    if (r->spec->trace_bytes)
        vec_push(&v, arena_printf(&r->arena, "%s=%llu", TRACE_LIMIT_ENV,
                                  r->spec->trace_bytes));
    if (r->spec->of)
        for (char **e = suite_environment(&r->arena, r->spec->of, r->dir); *e;
             e++)
            vec_push(&v, *e);
    for (char **e = environ; *e; e++)
        if (strncmp(*e, CULPRIT_RUN_ENV "=", n + 1) != 0)
            vec_push(&v, *e);
    vec_push(&v, NULL);
    char **env = arena_dup(&r->arena, v.at, v.n * sizeof *v.at);
    vec_done(&v);
    return env;
}

static bool
next_run(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Recorder *r = context;

    (void)slot, (void)d;
    *has = r->next < RUNS;
    if (!*has)
        return true;
    char **env = environment(r, r->next == TRACED);
    *task = (Task){
        .file = r->next == TRACED ? r->spec->variant : r->spec->program,
        .argv = r->argv,
        .env = env,
        .dir = r->spec->dir,
        .files = {.input = r->input,
                  .out = output_file(r, r->next, "out"),
                  .err = output_file(r, r->next, "err")},
        .mark = env[0],
        .limits = r->spec->limits,
    };
    return true;
}

static bool
run_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    Recorder *r = context;

    (void)slot;
    if (!e->started)
        return diag_fail(d, "cannot start %s: %s", e->what, strerror(e->error));
    r->ended[r->next++] = *e;
    return true;
}

static double
patience(void *context)
{
    const Recorder *r = context;

    return r->next == TRACED ? PACK_EVERY_S : -1;
}

/* While the program runs, what it has recorded is packed. */
static bool
pack(void *context, Diag *d)
{
    const Recorder *r = context;

    (void)d;
    if (r->next == TRACED)
        pack_directory(r->dir);
    return true;
}

static bool
same_file(Recorder *r, const char *name, Diag *d)
{
    Bytes a, b;
    bool same = false;

    if (!io_read(output_file(r, NATIVE, name), &a, d))
        return false;
    if (io_read(output_file(r, TRACED, name), &b, d)) {
        same = a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
        io_bytes_done(&b);
    }
    io_bytes_done(&a);
    return same;
}

static bool
agree(Recorder *r, Diag *d)
{
    const Ended *a = &r->ended[NATIVE], *b = &r->ended[TRACED];

    if (a->timed_out || b->timed_out)
        return true; /* where they were stopped is chance */
    if (a->status != b->status)
        return diag_fail(d,
                         "the program behaves differently when traced: "
                         "status %d instead of %d",
                         b->status, a->status);
    if (!same_file(r, "out", d) || !same_file(r, "err", d))
        return diag_fail(d, "the program behaves differently when traced: its "
                            "output changed");
    return true;
}

static bool
prepare(Recorder *r, Diag *d)
{
    const Test *of = r->spec->of;
    size_t n = 0;
    Words w;

    if (of) {
        while (of->argv[n])
            n++;
        r->argv = arena_dup(&r->arena, of->argv, (n + 1) * sizeof *of->argv);
        r->argv[0] = arena_strdup(&r->arena, r->spec->program);
        r->input = of->input;
        return true;
    }
    if (!words_split(&r->arena, r->spec->test, strlen(r->spec->test), &w, d))
        return diag_context(d, "--test");
    r->argv = ARENA_ARRAY(&r->arena, char *, w.n + 2);
    r->argv[0] = arena_strdup(&r->arena, r->spec->program);
    for (size_t i = 0; i < w.n; i++)
        r->argv[i + 1] = w.at[i];
    if (w.input) {
        char *path = io_join(r->spec->dir, w.input);
        r->input = arena_strdup(&r->arena, path);
        free(path);
        if (!io_exists(r->input))
            return diag_fail(d, "--test: there is no file %s", r->input);
    }
    return true;
}

/* Is there no native run that would do the same? */
static bool
is_alone(const RecordSpec *spec)
{
    return spec->alter || (spec->of && spec->of->check.function);
}

bool
record_run(const RecordSpec *spec, RunRoot *root, Recorded *out, Diag *d)
{
    Recorder r = {.spec = spec};
    PoolHooks hooks = {.context = &r,
                       .next = next_run,
                       .ended = run_ended,
                       .patience = patience,
                       .pause = pack};
    bool interrupted = false;
    int before = personality(0xffffffff);

    *out = (Recorded){0};
    bool ok = prepare(&r, d) && rundir_make(root, &r.dir, d);
    if (is_alone(spec))
        r.next = TRACED;
    if (ok && spec->alter)
        ok = alter_write(spec->alter, r.dir, spec->id, d);
    if (ok) {
        personality((unsigned long)before | ADDR_NO_RANDOMIZE);
        ok = pool_run(&hooks, 1, &interrupted, d);
        personality((unsigned long)before);
    }
    if (ok && interrupted)
        ok = diag_fail(d, "interrupted");
    if (ok && spec->alter)
        ok = alter_read(spec->alter, r.dir, d);
    ok = ok && (is_alone(spec) || agree(&r, d));
    arena_done(&r.arena);
    *out = (Recorded){.dir = r.dir,
                      .status = r.ended[TRACED].status,
                      .signal = r.ended[TRACED].signal,
                      .timed_out = r.ended[TRACED].timed_out};
    if (!ok)
        recorded_done(out);
    return ok;
}

void
recorded_done(Recorded *r)
{
    if (r->dir)
        rundir_remove(r->dir);
    free(r->dir);
    *r = (Recorded){0};
}
