/* work.c - one test on its way through a slot: the processes it takes, and
 * the directory they share.
 */
#include "run/work.h"

#include "base/vec.h"
#include "format/profile.h"
#include "run/compare.h"
#include "run/scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *out, *err, *work; /* file names in the run directory */
} names[PHASE_COUNT] = {
    [PHASE_REFERENCE] = {"reference.out", "reference.err", "reference.work"},
    [PHASE_RUN] = {"out", "err", "work"},
    [PHASE_NATIVE] = {"native.out", "native.err", "native.work"},
    [PHASE_ORACLE] = {"oracle.out", "oracle.err", NULL},
};

bool
work_begin(Work *w, RunRoot *root, const Test *t, size_t index,
           const bool wanted[PHASE_COUNT], Diag *d)
{
    *w = (Work){.test = t, .index = index};
    memcpy(w->wanted, wanted, sizeof w->wanted);
    return rundir_make(root, &w->dir, d);
}

static void
forget(Work *w)
{
    for (size_t i = 0; i < PHASE_COUNT; i++) {
        io_bytes_done(&w->seen[i].out);
        io_bytes_done(&w->seen[i].err);
    }
    arena_done(&w->arena);
}

void
work_end(Work *w)
{
    if (w->dir)
        rundir_remove(w->dir);
    free(w->dir);
    forget(w);
    *w = (Work){0};
}

void
work_again(Work *w, const Test *t, size_t index, const bool wanted[PHASE_COUNT])
{
    char *dir = w->dir;

    forget(w);
    *w = (Work){.test = t, .index = index, .dir = dir};
    memcpy(w->wanted, wanted, sizeof w->wanted);
}

bool
work_advance(Work *w)
{
    while (w->phase < PHASE_COUNT && !w->wanted[w->phase])
        w->phase++;
    return w->phase < PHASE_COUNT;
}

static const char *
in_dir(Work *w, const char *name)
{
    return arena_printf(&w->arena, "%s/%s", w->dir, name);
}

/* Do "NAME=value" and "NAME=other" name the same variable? */
static bool
same_name(const char *a, const char *b)
{
    size_t n = strcspn(a, "=");

    return strncmp(a, b, n) == 0 && b[n] == '=';
}

/* Ours, then the test's own, then the rest of our environment. */
static char **
environment(Work *w, char *const *ours, size_t nours)
{
    VEC(char *) v = {0};

    for (size_t i = 0; i < nours; i++)
        vec_push(&v, ours[i]);
    for (char *const *e = w->test->env; e && *e; e++)
        vec_push(&v, *e);
    size_t chosen = v.n;
    for (char *const *e = environ; *e; e++) {
        size_t i = 0;
        while (i < chosen && !same_name(v.at[i], *e))
            i++;
        if (i == chosen && !same_name(CULPRIT_RUN_ENV "=", *e))
            vec_push(&v, *e);
    }
    vec_push(&v, NULL);
    char **env = arena_dup(&w->arena, v.at, v.n * sizeof *v.at);
    vec_done(&v);
    return env;
}

/* The executable that a test's argv[0] means, as execvp would find it. */
static const char *
find_file(Work *w, const char *dir)
{
    const char *name = w->test->argv[0], *path = getenv("PATH");

    if (strchr(name, '/'))
        return name[0] == '/' ? name
                              : arena_printf(&w->arena, "%s/%s", dir, name);
    for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
        size_t n = strcspn(at, ":");
        const char *file =
            n && at[0] == '/'
                ? arena_printf(&w->arena, "%.*s/%s", (int)n, at, name)
                : arena_printf(&w->arena, "%s/%.*s/%s", dir, (int)n, at, name);
        if (access(file, X_OK) == 0 && !io_is_dir(file))
            return file;
        at += n + (at[n] == ':');
    }
    return arena_printf(&w->arena, "%s/%s", dir, name);
}

/* Where the phase's counters go and its images are found: a directory with a
 * link from the program's build id to the executable to run instead. */
static bool
redirect(Work *w, const RunnerSpec *spec, const char *dir, const char *target,
         Diag *d)
{
    const char *link =
        arena_printf(&w->arena, "%s/%s", dir, spec->subject->build_id);

    if (mkdir(dir, 0700) != 0 && errno != EEXIST)
        return diag_errno(d, "cannot make %s", dir);
    if (symlink(target, link) != 0 && errno != EEXIST)
        return diag_errno(d, "cannot make %s", link);
    return true;
}

static bool
work_dir(Work *w, const RunnerSpec *spec, const char **dir, Diag *d)
{
    *dir = w->test->dir;
    if (!spec->scratch)
        return true;
    *dir = in_dir(w, names[w->phase].work);
    if (io_exists(*dir)) /* of a test before */
        io_remove_tree(*dir);
    return scratch_copy(w->test->dir, *dir, spec->store_dir, d);
}

static Limits
limits(const Work *w, const RunnerSpec *spec)
{
    Limits l = spec->limits;
    const ProbePlan *plan = &spec->subject->plan;
    size_t counters =
        PROFILE_HEADER + 8 * ((size_t)plan->nprobes + spec->nvalues);
    long least = (long)(counters >> 20) + 1;

    if (w->test->time_s > 0)
        l.time_s = w->test->time_s;
    if (l.output_mb && l.output_mb < least)
        l.output_mb = least; /* the counters are a file, too */
    return l;
}

/* The test itself, in one of its three ways. */
static bool
test_task(Work *w, const RunnerSpec *spec, Task *task, Diag *d)
{
    char *ours[2] = {arena_printf(&w->arena, CULPRIT_TASK_ENV "=%s", w->dir)};
    size_t nours = 1;
    const char *instead = w->phase == PHASE_RUN         ? spec->variant
                          : w->phase == PHASE_REFERENCE ? spec->reference
                                                        : NULL;
    const char *dir =
        w->phase == PHASE_REFERENCE ? in_dir(w, "reference") : w->dir;

    if (!work_dir(w, spec, &task->dir, d))
        return false;
    if (instead && !(w->phase == PHASE_REFERENCE && w->test->direct)) {
        if (!redirect(w, spec, dir, instead, d))
            return false;
        ours[nours++] = arena_printf(&w->arena, "%s=%s", CULPRIT_RUN_ENV, dir);
    }
    task->mark = ours[0];
    task->file = w->test->direct && instead ? instead : find_file(w, task->dir);
    task->argv = w->test->argv;
    task->env = environment(w, ours, nours);
    task->input = w->test->input;
    task->limits = limits(w, spec);
    /* The loader and libraries read the environment when a server starts. */
    task->served = w->phase == PHASE_RUN && w->test->direct && !w->test->env &&
                   !spec->no_server;
    return true;
}

/* The oracle script, which is told everything about the run. */
static void
oracle_task(Work *w, const RunnerSpec *spec, Task *task)
{
    const Observed *run = &w->seen[PHASE_RUN];
    Arena *a = &w->arena;
    const char *dir =
        spec->scratch ? in_dir(w, names[PHASE_RUN].work) : w->test->dir;
    char **argv = ARENA_ARRAY(a, char *, 3);
    char *ours[] = {
        arena_printf(a, CULPRIT_TASK_ENV "=%s", w->dir),
        arena_printf(a, "CULPRIT_TEST=%s", w->test->key),
        arena_printf(a, "CULPRIT_TEST_DIR=%s", dir),
        arena_printf(a, "CULPRIT_PROGRAM=%s", spec->subject->path),
        arena_printf(a, "CULPRIT_STDOUT=%s", in_dir(w, names[PHASE_RUN].out)),
        arena_printf(a, "CULPRIT_STDERR=%s", in_dir(w, names[PHASE_RUN].err)),
        arena_printf(a, "CULPRIT_INPUT=%s",
                     w->test->input ? w->test->input : "/dev/null"),
        arena_printf(a, "CULPRIT_STATUS=%d", run->ended.status),
        arena_printf(a, "CULPRIT_SIGNAL=%d", run->ended.signal),
        arena_printf(a, "CULPRIT_TIMED_OUT=%d", run->ended.timed_out),
    };

    argv[0] = arena_strdup(a, spec->script);
    argv[1] = arena_strdup(a, w->test->key);
    *task = (Task){
        .file = spec->script,
        .argv = argv,
        .env = environment(w, ours, sizeof ours / sizeof ours[0]),
        .dir = dir,
        .mark = ours[0],
        .limits = {.time_s = spec->limits.time_s},
    };
}

bool
work_task(Work *w, const RunnerSpec *spec, Task *task, Diag *d)
{
    *task = (Task){0};
    if (w->phase == PHASE_ORACLE)
        oracle_task(w, spec, task);
    else if (!test_task(w, spec, task, d))
        return diag_context(d, "test \"%s\"", w->test->key);
    task->out = in_dir(w, names[w->phase].out);
    task->err = in_dir(w, names[w->phase].err);
    w->seen[w->phase].limits = task->limits;
    return true;
}

/* Of a test that never ran there is no output, which is not an error. */
static bool
read_output(const char *path, Bytes *out, Diag *d)
{
    if (!io_exists(path)) {
        out->at = mem_zalloc(1, 1);
        return true;
    }
    return io_read(path, out, d);
}

bool
work_observe(Work *w, const RunnerSpec *spec, const Ended *e, Diag *d)
{
    Observed *o = &w->seen[w->phase];
    Str manifest = {0};

    o->ended = *e;
    if (e->what)
        o->ended.what = arena_strdup(&w->arena, e->what);
    if (!read_output(in_dir(w, names[w->phase].out), &o->out, d) ||
        !read_output(in_dir(w, names[w->phase].err), &o->err, d))
        return false;
    if (spec->scratch && names[w->phase].work &&
        (spec->compare & COMPARE_FILES || spec->record)) {
        if (!scratch_manifest(in_dir(w, names[w->phase].work), NULL, &manifest,
                              d)) {
            str_done(&manifest);
            return false;
        }
        o->files = arena_strdup(&w->arena, str_text(&manifest));
        str_done(&manifest);
    }
    return true;
}
