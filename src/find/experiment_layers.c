/* experiment_layers.c - a place where a test may seem to write.
 *
 * A confined test that wants to write into the directory it starts in, or into
 * /tmp, ends otherwise than it does unconfined. It is given a place of its own
 * for each run: file systems in memory lie over these directories, and what is
 * written there is gone with the run. Making such a place takes a few
 * milliseconds, and no server forks in it, so only tests that need one get it.
 */
#include "find/bout.h"

#include "base/vec.h"
#include "format/tuning.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where programs write without being told to. */
static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm"};

typedef VEC(uint32_t) Tests;
typedef VEC(const char *) Paths;

static bool
is_below(const char *path, const char *dir)
{
    const size_t n = strlen(dir);

    return strncmp(path, dir, n) == 0 && (path[n] == '/' || !path[n]);
}

/* The directory whose files a test is about: the one where culprit was started,
 * if the test runs below it, since a test may well go up. */
static const char *
home_of(const Test *t, Arena *a)
{
    char here[4096];
    const char *dir = t->tree ? t->tree : t->dir;

    return getcwd(here, sizeof here) && here[1] && is_below(dir, here)
               ? arena_strdup(a, here)
               : dir;
}

/* None of them is below another one. */
static Texts
layered_dirs(const Test *t, Arena *a)
{
    const char *home = home_of(t, a);
    Paths paths = {0};
    struct stat st;
    bool inside = !home[1];

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (lstat(places[i], &st) != 0 || !S_ISDIR(st.st_mode) ||
            (home[1] && is_below(places[i], home)))
            continue;
        vec_push(&paths, places[i]);
        inside |= is_below(home, places[i]);
    }
    if (!inside)
        vec_push(&paths, home);
    const Texts dirs = {
        .at = arena_dup(a, paths.at, paths.n * sizeof *paths.at),
        .n = paths.n,
    };
    vec_done(&paths);
    return dirs;
}

static bool
make_place(const Experiment *e, Bout *b, const Test *t, Diag *d)
{
    Arena a = {0};
    const ConfineFiles files = {.writable = b->root.path,
                                .layered = layered_dirs(t, &a)};

    confine_close(&b->confine.layered);
    const bool ok = confine_open(&b->confine.layered, &b->confine.usual.means,
                                 &files, e->spec.processes, d);
    arena_done(&a);
    return ok;
}

bool
layers_renew(const Experiment *e, Bout *b, Diag *d)
{
    return make_place(e, b, &e->spec.suite->tests[b->turn.test], d);
}

/* Does this machine let us? */
static bool
is_possible(const Experiment *e, uint32_t test)
{
    Diag ignored;

    diag_init(&ignored);
    const bool ok =
        make_place(e, &e->bouts[0], &e->spec.suite->tests[test], &ignored);
    diag_done(&ignored);
    return ok;
}

/* Those of a whole go the same way: one run is all of theirs. */
static void
set_layered(Experiment *e, uint32_t test, bool layered)
{
    const Suite *suite = e->spec.suite;
    const TestWhole *whole = suite->tests[test].check.whole;

    e->unaltered.layered[test] = layered;
    for (size_t i = 0; whole && whole->names && i < suite->n; i++)
        if (suite->tests[i].check.whole == whole)
            e->unaltered.layered[i] = layered;
}

static void
choose_tests(const Experiment *e, const uint32_t *tests, uint32_t n,
             const uint8_t *seen, Tests *out)
{
    for (uint32_t i = 0; i < n; i++)
        if (tests[i] < e->spec.ngiven &&
            (seen[tests[i]] & SEEN_UNLIKE || seen[tests[i]] == SEEN_OTHER))
            vec_push(out, tests[i]);
}

bool
layers_give(Experiment *e, const uint32_t *tests, uint32_t n, uint8_t *seen,
            Diag *d)
{
    const uint32_t repeats = tuning_count(TUNE_find_repeats);
    Tests some = {0};
    bool ok = true;

    if (!e->spec.setup.scratch && e->bouts[0].confine.usual.means.spaces)
        choose_tests(e, tests, n, seen, &some);
    if (some.n && is_possible(e, some.at[0])) {
        for (size_t i = 0; i < some.n; i++) {
            set_layered(e, some.at[i], true);
            seen[some.at[i]] = 0;
        }
        Series s = {.e = e, .tests = some.at, .n = some.n, .seen = seen};
        for (uint32_t i = 0; ok && i < repeats && !e->interrupted; i++) {
            s.next = 0;
            ok = series_run(&s, d);
        }
        for (size_t i = 0; i < some.n; i++)
            if (plain_differs(e, some.at[i]))
                seen[some.at[i]] |= SEEN_UNLIKE;
    }
    vec_done(&some);
    return ok;
}
