/* survey_starts.c - how tests start the program, so that it can be started in
 * the same way without them.
 */
#include "run/survey.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "run/starts.h"
#include "run/work.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The rest of a test's starts that cannot be made without it. */
typedef struct Lost Lost;
struct Lost {
    size_t n, all;
    const char *why; /* the first */
};

typedef struct Watcher Watcher;
struct Watcher {
    const Survey *survey;
    const Test *test;
    Arena *arena;
    RunRoot root;
    TestWork work;
    bool over;
    Starts starts;
};

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Watcher *w = context;
    const bool wanted[PHASE_COUNT] = {[PHASE_RUN] = true};

    (void)slot;
    *has = !w->over;
    w->over = true;
    if (!*has)
        return true;
    if (!work_begin(&w->work, &w->root, w->test, 0, wanted, d))
        return false;
    w->work.starts = true;
    return work_advance(&w->work) &&
           work_task(&w->work, w->survey->setup, task, d);
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    Watcher *w = context;

    (void)slot;
    return work_observe(&w->work, w->survey->setup, e, d) &&
           starts_read(w->arena, w->work.dir, &w->starts, d);
}

/* Run the test, and see what it starts. */
static bool
watch(Watcher *w, Diag *d)
{
    const PoolHooks hooks = {
        .context = w, .next = next_task, .ended = task_ended};
    bool interrupted = false;
    bool ok = rundir_open(w->survey->setup->scratch, &w->root, d) &&
              pool_run(&hooks, 1, &interrupted, d);

    if (ok && interrupted)
        ok = diag_fail(d, "interrupted while the tests were looked at");
    work_done(&w->work);
    rundir_close(&w->root);
    return ok;
}

/* Variables that a shell or make sets, and ours. */
static bool
is_passing(const char *variable)
{
    static const char *const names[] = {
        "_=",     "SHLVL=",   "PWD=", "OLDPWD=", "MAKE",
        "MFLAGS", "CULPRIT_", "PS4=", "LINES",   "COLUMNS"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool
is_ours(const char *variable)
{
    for (char *const *e = environ; *e; e++)
        if (strcmp(*e, variable) == 0)
            return true;
    return false;
}

/* What the test added to our environment; NULL: nothing. */
static char **
added(Arena *a, char *const *env)
{
    VEC(char *) v = {0};

    for (; *env; env++)
        if (!is_passing(*env) && !is_ours(*env))
            vec_push(&v, *env);
    if (v.n == 0)
        return NULL;
    vec_push(&v, NULL);
    char **out = arena_dup(a, v.at, v.n * sizeof *v.at);
    vec_done(&v);
    return out;
}

/* A file with the input, called like its digest. */
static bool
keep_input(const Survey *v, const Bytes *input, Arena *a, const char **out,
           Diag *d)
{
    const Digest digest = hash_digest(input->at, input->n);
    const char *dir = arena_printf(a, "%s/inputs", v->setup->store_dir);

    *out = arena_printf(a, "%s/%s", dir, digest.hex);
    return io_mkdirs(dir, d) &&
           (io_exists(*out) || io_write(*out, input->at, input->n, d));
}

static bool
is_same_text(const char *x, const char *y)
{
    return x == y || (x && y && strcmp(x, y) == 0);
}

static bool
are_same_texts(char *const *x, char *const *y)
{
    if (!x || !y)
        return x == y;
    while (*x && *y && strcmp(*x, *y) == 0)
        x++, y++;
    return !*x && !*y;
}

static bool
is_known(const TestStarts *all, const TestStart *s)
{
    for (size_t i = 0; i < all->n; i++)
        if (are_same_texts(all->at[i].argv, s->argv) &&
            are_same_texts(all->at[i].env, s->env) &&
            is_same_text(all->at[i].dir, s->dir) &&
            is_same_text(all->at[i].input, s->input))
            return true;
    return false;
}

static bool
add(const Survey *v, const Start *s, Arena *a, TestStarts *out, Lost *lost,
    Diag *d)
{
    TestStart t = {.argv = s->argv, .env = added(a, s->env), .dir = s->dir};
    const char *why;

    lost->all++;
    if (!starts_can_repeat(s, &why)) {
        lost->why = lost->why ? lost->why : why;
        lost->n++;
        return true;
    }
    if (s->kind == START_FILE)
        t.input = s->file;
    if (s->kind == START_BYTES && !keep_input(v, &s->input, a, &t.input, d))
        return false;
    if (!is_known(out, &t))
        out->at[out->n++] = t;
    return true;
}

static void
warn_of_lost(const Test *t, const Lost *lost, Diag *d)
{
    diag_warn(d,
              "%zu of the %zu starts that \"%s\" makes cannot be made without "
              "it, as of one of them %s: it is run as a whole, too",
              lost->n, lost->all, t->key, lost->why);
}

static bool
look(const Survey *v, const Test *t, Arena *a, TestStarts *out, Diag *d)
{
    Watcher w = {.survey = v, .test = t, .arena = a, .root = {.lock = -1}};
    Lost lost = {0};

    bool ok = watch(&w, d);
    out->at = ARENA_ARRAY(a, TestStart, w.starts.n + 1);
    for (size_t i = 0; ok && i < w.starts.n; i++)
        ok = add(v, &w.starts.at[i], a, out, &lost, d);
    out->stays = lost.n > 0;
    if (ok && lost.n && out->n)
        warn_of_lost(t, &lost, d);
    return ok;
}

bool
survey_starts(const Survey *survey, Suite *suite, Diag *d)
{
    Arena a = {0};
    TestStarts *starts = ARENA_ARRAY(&a, TestStarts, suite->n + 1);
    bool ok = true;

    for (size_t i = 0; ok && i < suite->n; i++)
        if (suite_can_cut(&suite->tests[i]) &&
            survey->is_wanted(survey->context, &suite->tests[i]))
            ok = look(survey, &suite->tests[i], &a, &starts[i], d);
    if (ok)
        suite_replay(suite, starts);
    arena_done(&a);
    return ok;
}
