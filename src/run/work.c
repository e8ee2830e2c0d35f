/* work.c - one test on its way through a slot: the processes it takes, and
 * the directory they share.
 */
#include "run/work.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "format/checks.h"
#include "format/profile.h"
#include "format/starts.h"
#include "process/scratch.h"
#include "suite/compare.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
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
    [PHASE_AGAIN] = {"again.out", "again.err", "again.work"},
    [PHASE_ORACLE] = {"oracle.out", "oracle.err", NULL},
};

/* A new run directory, with the files that are reused. */
static bool
settle(TestWork *w, RunRoot *root, Diag *d)
{
    static const char *const file[HOME_FILES] = {
        [HOME_OUT] = "out", [HOME_ERR] = "err", [HOME_MISSED] = CULPRIT_MISSED};
    Home *h = &w->home;

    *h = (Home){.files = {-1, -1, -1}};
    if (!rundir_make(root, &w->dir, d))
        return false;
    h->list = opendir(w->dir);
    int dir = h->list ? dirfd(h->list) : -1;
    bool ok = dir >= 0;
    for (int i = 0; ok && i < HOME_FILES; i++) {
        h->files[i] =
            openat(dir, file[i], O_RDONLY | O_CREAT | O_CLOEXEC, 0600);
        ok = h->files[i] >= 0;
    }
    return ok || diag_errno(d, "cannot use the run directory %s", w->dir);
}

static void
leave(TestWork *w)
{
    if (!w->dir)
        return;
    if (w->home.list)
        closedir(w->home.list);
    for (int i = 0; i < HOME_FILES; i++)
        if (w->home.files[i] >= 0)
            close(w->home.files[i]);
    arena_done(&w->home.arena);
    rundir_remove(w->dir);
    free(w->dir);
    w->dir = NULL;
    w->home = (Home){0};
}

/* Is there anything but the link and our files? Did anybody miss a link? */
static bool
is_altered(const Home *h)
{
    size_t n = 0, simple = 2 + HOME_FILES + (size_t)h->linked; /* with . .. */
    struct stat missed;

    rewinddir(h->list);
    while (readdir(h->list))
        n++;
    return n != simple || fstat(h->files[HOME_MISSED], &missed) != 0 ||
           missed.st_size > 0;
}

bool
work_begin(TestWork *w, RunRoot *root, const Test *t, size_t index,
           const bool wanted[PHASE_COUNT], Diag *d)
{
    *w = (TestWork){.test = t, .index = index, .dir = w->dir, .home = w->home};
    memcpy(w->wanted, wanted, sizeof w->wanted);
    return w->dir || settle(w, root, d);
}

void
work_detach(TestWork *w, TestWork *out)
{
    bool keep = !w->home.altered;

    for (size_t i = 0; i < PHASE_COUNT; i++)
        keep = keep && (i == PHASE_NATIVE || w->wanted[i] == (i == PHASE_RUN));
    if (!keep)
        leave(w);
    *out = *w;
    out->dir = NULL;
    out->home = (Home){0};
    *w = (TestWork){.dir = w->dir, .home = w->home};
}

static void
forget(TestWork *w)
{
    for (size_t i = 0; i < PHASE_COUNT; i++) {
        io_bytes_done(&w->seen[i].out);
        io_bytes_done(&w->seen[i].err);
    }
    arena_done(&w->arena);
}

void
work_end(TestWork *w)
{
    TestWork ended;

    work_detach(w, &ended);
    forget(&ended);
}

void
work_done(TestWork *w)
{
    work_end(w);
    leave(w);
}

void
work_again(TestWork *w, const Test *t, size_t index,
           const bool wanted[PHASE_COUNT])
{
    char *dir = w->dir;
    Home home = w->home;

    forget(w);
    *w = (TestWork){.test = t, .index = index, .dir = dir, .home = home};
    memcpy(w->wanted, wanted, sizeof w->wanted);
}

bool
work_advance(TestWork *w)
{
    while (w->phase < PHASE_COUNT && !w->wanted[w->phase])
        w->phase++;
    return w->phase < PHASE_COUNT;
}

static const char *
in_dir(TestWork *w, const char *name)
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
environment(TestWork *w, Arena *a, char *const *ours, size_t nours)
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
    char **env = arena_dup(a, v.at, v.n * sizeof *v.at);
    vec_done(&v);
    return env;
}

/* The environment of the test itself, in the variant. */
static char **
run_environment(TestWork *w, char *const *ours, size_t nours)
{
    Home *h = &w->home;
    char *copies[2];

    if (w->test->env || w->test->check.function || w->whole || w->starts)
        return environment(w, &w->arena, ours, nours);
    assert(nours <= 2);
    if (!h->env) {
        for (size_t i = 0; i < nours; i++)
            copies[i] = arena_strdup(&h->arena, ours[i]);
        h->env = environment(w, &h->arena, copies, nours);
    }
    return h->env;
}

/* The executable that a test's argv[0] means, as execvp would find it. */
static const char *
find_file(TestWork *w, const char *dir)
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
 * link from the program's build id to the executable to run instead, or a link
 * to the directory where several programs have theirs. */
static bool
redirect(TestWork *w, const Setup *setup, const char *dir, const char *target,
         Diag *d)
{
    const Subject *s = setup->target.subject;

    if (dir == w->dir && w->home.linked)
        return true;
    char *entries = variant_entries(s, target);
    const char *link =
        arena_printf(&w->arena, "%s/%s", dir,
                     entries ? CULPRIT_VARIANTS : s->build_ids.at[0]);

    w->home.linked |= dir == w->dir;
    bool ok = mkdir(dir, 0700) == 0 || errno == EEXIST ||
              diag_errno(d, "cannot make %s", dir);
    ok = ok && (symlink(entries ? entries : target, link) == 0 ||
                errno == EEXIST || diag_errno(d, "cannot make %s", link));
    free(entries);
    return ok;
}

/* What is copied for a test. */
static const char *
copied_tree(const Test *t)
{
    const size_t n = t->tree ? strlen(t->tree) : 0;

    return n && strncmp(t->dir, t->tree, n) == 0 && t->dir[n] == '/' ? t->tree
                                                                     : t->dir;
}

/* Where it works, in that phase. */
static const char *
place_of(TestWork *w, const Setup *setup, Phase phase)
{
    const Test *t = w->test;

    if (!setup->scratch)
        return t->dir;
    return arena_printf(&w->arena, "%s/%s%s", w->dir, names[phase].work,
                        t->dir + strlen(copied_tree(t)));
}

static bool
work_dir(TestWork *w, const Setup *setup, const char **dir, Diag *d)
{
    *dir = place_of(w, setup, w->phase);
    if (!setup->scratch)
        return true;
    const char *work = in_dir(w, names[w->phase].work);
    if (io_exists(work)) /* of a test before */
        io_remove_tree(work);
    return scratch_copy(copied_tree(w->test), work, setup->store_dir, d);
}

/* Of a counter file: whole pages, as they are mapped. */
static size_t
counters_size(const Setup *setup)
{
    size_t n = (size_t)setup->target.subject->plan.nprobes +
               setup->target.nvalues + PROFILE_OWN;

    return PROFILE_HEADER + ((8 * n + 4095) & ~(size_t)4095);
}

static Limits
limits(const TestWork *w, const Setup *setup)
{
    Limits l = setup->limits;
    long least = (long)(counters_size(setup) >> 20) + 1;

    if (w->test->time_s > 0)
        l.time_s = w->test->time_s;
    if (l.output_mb && l.output_mb < least)
        l.output_mb = least; /* the counters are a file, too */
    return l;
}

/* What the phase starts in the program's place, or NULL. */
static const char *
replacement(Phase phase, const Setup *setup)
{
    switch (phase) {
    case PHASE_RUN:
    case PHASE_AGAIN:
        return setup->target.variant;
    case PHASE_REFERENCE:
        return setup->judge.reference;
    case PHASE_NATIVE:
    case PHASE_ORACLE:
    case PHASE_COUNT:
        break;
    }
    return NULL;
}

/* What a direct test executes. */
static const char *
executable_for(TestWork *w, const Setup *setup, const char *instead)
{
    char *file = variant_for(setup->target.subject, instead, w->test->entry);
    const char *kept = arena_strdup(&w->arena, file);

    free(file);
    return kept;
}

/* The test itself, in one of its four ways. */
static bool
test_task(TestWork *w, const Setup *setup, Task *task, Diag *d)
{
    char *ours[7] = {arena_printf(&w->arena, CULPRIT_TASK_ENV "=%s", w->dir)};
    size_t nours = 1;
    const char *instead = replacement(w->phase, setup);
    const char *dir = w->phase == PHASE_REFERENCE ? in_dir(w, "reference")
                      : w->phase == PHASE_AGAIN   ? in_dir(w, "again")
                                                  : w->dir;

    if (!work_dir(w, setup, &task->dir, d))
        return false;
    if (instead && !(w->phase == PHASE_REFERENCE && w->test->direct)) {
        if (!redirect(w, setup, dir, instead, d))
            return false;
        ours[nours++] = arena_printf(&w->arena, "%s=%s", CULPRIT_RUN_ENV, dir);
    }
    if (instead && w->test->check.function)
        ours[nours++] = arena_printf(&w->arena, CULPRIT_CHECK_ENV "=%s",
                                     w->test->check.function);
    if (instead && w->test->check.variable)
        ours[nours++] = arena_strdup(&w->arena, w->test->check.variable);
    if (instead && w->test->check.temporary)
        ours[nours++] =
            arena_printf(&w->arena, "%s=%s", w->test->check.temporary, w->dir);
    if (w->phase == PHASE_RUN && w->whole)
        ours[nours++] = arena_strdup(&w->arena, CULPRIT_CUTS_ENV "=1");
    if (w->phase == PHASE_RUN && w->starts)
        ours[nours++] = arena_strdup(&w->arena, CULPRIT_STARTS_ENV "=1");
    task->mark = ours[0];
    task->file = !w->test->direct || !instead
                     ? find_file(w, task->dir)
                     : executable_for(w, setup, instead);
    task->argv = w->test->argv;
    task->env = w->phase == PHASE_RUN ? run_environment(w, ours, nours)
                                      : environment(w, &w->arena, ours, nours);
    task->files.input = w->test->input;
    task->limits = limits(w, setup);
    /* The loader and libraries read the environment when a server starts. */
    task->serve.allowed = w->phase == PHASE_RUN && w->test->direct &&
                          !w->test->env && !setup->no_server;
    task->serve.profile_size = counters_size(setup);
    return true;
}

/* The oracle script, which is told everything about the run. */
static void
oracle_task(TestWork *w, const Setup *setup, Task *task)
{
    const Observed *run = &w->seen[PHASE_RUN];
    Arena *a = &w->arena;
    const char *dir = place_of(w, setup, PHASE_RUN);
    char **argv = ARENA_ARRAY(a, char *, 3);
    char *ours[] = {
        arena_printf(a, CULPRIT_TASK_ENV "=%s", w->dir),
        arena_printf(a, "CULPRIT_TEST=%s", w->test->key),
        arena_printf(a, "CULPRIT_TEST_DIR=%s", dir),
        arena_printf(a, "CULPRIT_PROGRAM=%s", setup->target.subject->path),
        arena_printf(a, "CULPRIT_STDOUT=%s", in_dir(w, names[PHASE_RUN].out)),
        arena_printf(a, "CULPRIT_STDERR=%s", in_dir(w, names[PHASE_RUN].err)),
        arena_printf(a, "CULPRIT_INPUT=%s",
                     w->test->input ? w->test->input : "/dev/null"),
        arena_printf(a, "CULPRIT_STATUS=%d", run->ended.status),
        arena_printf(a, "CULPRIT_SIGNAL=%d", run->ended.signal),
        arena_printf(a, "CULPRIT_TIMED_OUT=%d", run->ended.timed_out),
    };

    argv[0] = arena_strdup(a, setup->judge.script);
    argv[1] = arena_strdup(a, w->test->key);
    *task = (Task){
        .file = setup->judge.script,
        .argv = argv,
        .env = environment(w, &w->arena, ours, sizeof ours / sizeof ours[0]),
        .dir = dir,
        .mark = ours[0],
        .limits = {.time_s = setup->limits.time_s},
    };
}

bool
work_task(TestWork *w, const Setup *setup, Task *task, Diag *d)
{
    *task = (Task){0};
    if (w->phase == PHASE_ORACLE)
        oracle_task(w, setup, task);
    else if (!test_task(w, setup, task, d))
        return diag_context(d, "test \"%s\"", w->test->key);
    task->files.out = in_dir(w, names[w->phase].out);
    task->files.err = in_dir(w, names[w->phase].err);
    w->seen[w->phase].limits = task->limits;
    return true;
}

/* All of a file that is open already. */
static bool
read_reused(int fd, Bytes *out, Diag *d)
{
    Str s = {0};
    ssize_t n;

    do {
        str_reserve(&s, s.n + 4096);
        n = pread(fd, s.at + s.n, s.n + 4096, (off_t)s.n);
        s.n += n > 0 ? (size_t)n : 0;
    } while (n > 0 && (s.n & 4095) == 0);
    s.at[s.n] = 0;
    *out = (Bytes){.at = (uint8_t *)s.at, .n = s.n};
    return n >= 0 || diag_errno(d, "cannot read what the test printed");
}

/* Of a test that never ran there is no output, which is not an error. */
static bool
read_output(TestWork *w, int which, Bytes *out, Diag *d)
{
    bool has = false;

    if (!w->seen[w->phase].ended.started)
        ;
    else if (w->phase == PHASE_RUN)
        return read_reused(w->home.files[which], out, d);
    else if (!io_read_if(
                 in_dir(w, which ? names[w->phase].err : names[w->phase].out),
                 out, &has, d))
        return false;
    if (!has)
        out->at = mem_zalloc(1, 1);
    return true;
}

/* The directory is as a simple test leaves it. */
static void
remove_outputs(TestWork *w)
{
    unlink(in_dir(w, names[w->phase].out));
    unlink(in_dir(w, names[w->phase].err));
}

bool
work_observe(TestWork *w, const Setup *setup, const Ended *e, Diag *d)
{
    Observed *o = &w->seen[w->phase];
    Str manifest = {0};

    o->ended = *e;
    if (e->what)
        o->ended.what = arena_strdup(&w->arena, e->what);
    if (!read_output(w, 0, &o->out, d) || !read_output(w, 1, &o->err, d))
        return false;
    if (w->phase == PHASE_NATIVE)
        remove_outputs(w);
    if (w->phase == PHASE_RUN)
        w->home.altered = e->strays || is_altered(&w->home);
    if (setup->scratch && names[w->phase].work &&
        (setup->judge.compare & COMPARE_FILES)) {
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

bool
work_profile(const TestWork *w, const Setup *setup, Profile *out, Diag *d)
{
    const ProbePlan *plan = &setup->target.subject->plan;
    const Ended *e = &w->seen[PHASE_RUN].ended;

    profile_clear(out, plan);
    if (e->profile)
        profile_add(out, plan, "of the server", e->profile, e->profile_size, d);
    return !w->home.altered || profile_add_dir(out, plan, w->dir, d);
}

bool
work_missed(const TestWork *w, Bytes *out, Diag *d)
{
    *out = (Bytes){0};
    return !w->home.altered || read_reused(w->home.files[HOME_MISSED], out, d);
}
