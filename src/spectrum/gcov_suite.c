/* gcov_suite.c - run the suite of a program that only gcov can count. */
#include "spectrum/gcov_suite.h"

#include "base/spawn.h"
#include "process/rundir.h"
#include "spectrum/importer.h"
#include "spectrum/lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char data_end[] = ".gcda", notes_end[] = ".gcno";

typedef struct Counting Counting;
struct Counting {
    Arena arena;
    RunRoot root;
    GcovFiles files;
    Suite suite; /* the spec's, with an environment for each test */
    Foreign foreign;
    const char *gcov;
};

void
gcov_find_files(const Bytes *executable, Arena *a, GcovFiles *out)
{
    const char *at = (const char *)executable->at, *end = at + executable->n;
    Map seen = {0};

    while (at && (at = memmem(at, (size_t)(end - at), data_end,
                              sizeof data_end)) != NULL) {
        const char *start = at;
        while (start > (const char *)executable->at && start[-1])
            start--;
        at += sizeof data_end;
        if (*start != '/' || map_find_text(&seen, start))
            continue;
        const char *name = arena_strdup(a, start);
        map_put_text(&seen, name, 1);
        vec_push(out, name);
    }
    map_done(&seen);
}

static const char *
test_dir(Counting *c, size_t test)
{
    return arena_printf(&c->arena, "%s/t%zu", c->root.path, test);
}

static void
give_places(Counting *c, const Suite *suite)
{
    c->suite = *suite;
    c->suite.tests = ARENA_ARRAY(&c->arena, Test, suite->n + 1);
    for (size_t i = 0; i < suite->n; i++) {
        Test *t = &c->suite.tests[i];
        size_t n = 0;
        *t = suite->tests[i];
        while (t->env && t->env[n])
            n++;
        char **env = ARENA_ARRAY(&c->arena, char *, n + 3);
        for (size_t k = 0; k < n; k++)
            env[k] = t->env[k];
        env[n] = arena_printf(&c->arena, "GCOV_PREFIX=%s", test_dir(c, i));
        env[n + 1] = arena_strdup(&c->arena, "GCOV_PREFIX_STRIP=0");
        t->env = env;
    }
}

/* The runner keeps what it saw; ours is not worth keeping. */
static bool
run_tests(Counting *c, const RunnerSpec *spec, const char *program,
          RunnerResult *result, Diag *d)
{
    char *dir = io_join(c->root.path, "store");
    Subject subject = {.path = arena_strdup(&c->arena, program),
                       .programs = {&program, 1},
                       .build_ids = {(const char *[]){"none"}, 1},
                       .program = {.id = "gcov"}};
    RunnerSpec run = *spec;

    subject.plan.program = &subject.program;
    run.setup.target.subject = &subject;
    run.setup.target.variant = NULL;
    run.setup.target.nvalues = 0;
    run.suite = &c->suite;
    run.store = NULL;
    bool ok = store_open(dir, true, &run.store, d) &&
              store_set_program(run.store, &subject.program, program, d) &&
              runner_run(&run, result, d);
    store_close(run.store);
    free(dir);
    if (ok && result->interrupted)
        ok = diag_fail(d, "interrupted while the suite ran");
    return ok;
}

/* The test's counters that are there, each beside its notes. */
static size_t
place_notes(Counting *c, size_t test, char **out)
{
    const char *dir = test_dir(c, test);
    size_t n = 0;

    for (size_t i = 0; i < c->files.n; i++) {
        char *data = arena_printf(&c->arena, "%s%s", dir, c->files.at[i]);
        if (!io_exists(data))
            continue;
        char *notes = arena_strdup(&c->arena, c->files.at[i]);
        memcpy(notes + strlen(notes) - strlen(notes_end), notes_end,
               strlen(notes_end));
        char *link = arena_printf(&c->arena, "%s%s", dir, notes);
        if (symlink(notes, link) == 0)
            out[n++] = data;
    }
    return n;
}

/* gcov prints one document a line. */
static bool
read_documents(Counting *c, const char *text, const char *test, size_t *n,
               Diag *d)
{
    Lines l = lines_over((const uint8_t *)text, strlen(text));
    Text t;

    while (lines_next(&l, &t)) {
        if (!t.n || *t.at != '{')
            continue;
        if (!gcov_parse("gcov's output", (const uint8_t *)t.at, t.n, test,
                        &c->foreign, d))
            return false;
        ++*n;
    }
    return true;
}

static bool
read_test(Counting *c, size_t test, Verdict verdict, Diag *d)
{
    const char *key = c->suite.tests[test].key;
    uint32_t at = foreign_test(&c->foreign, key);
    char **argv = ARENA_ARRAY(&c->arena, char *, c->files.n + 4);
    char *text = NULL;
    size_t n = place_notes(c, test, argv + 3), ndocuments = 0;

    c->foreign.tests.at[at].lost = n == 0;
    if (!foreign_verdict(&c->foreign, at, verdict, d))
        return false;
    if (n == 0)
        return true;
    argv[0] = arena_strdup(&c->arena, c->gcov);
    argv[1] = arena_strdup(&c->arena, "--json-format");
    argv[2] = arena_strdup(&c->arena, "--stdout");
    if (spawn_capture(argv, true, &text, d) < 0)
        return false;
    bool ok = read_documents(c, text, key, &ndocuments, d);
    free(text);
    return ok && (ndocuments > 0 ||
                  diag_fail(d,
                            "%s cannot read the program's counters; set GCOV "
                            "to the gcov of its compiler",
                            c->gcov));
}

bool
gcov_suite_run(const RunnerSpec *spec, const char *program, Runs *out, Diag *d)
{
    Counting c = {.root = {.lock = -1}, .gcov = getenv("GCOV")};
    RunnerResult result = {0};
    Bytes executable = {0};

    if (!c.gcov || !*c.gcov)
        c.gcov = "gcov";
    bool ok = io_read(program, &executable, d);
    if (ok)
        gcov_find_files(&executable, &c.arena, &c.files);
    io_bytes_done(&executable);
    if (ok && c.files.n == 0)
        ok = diag_fail(d,
                       "%s has no bitcode, and no gcov counters either: "
                       "build it with CC=culprit-cc, or at least with "
                       "--coverage",
                       program);
    ok = ok && rundir_open(true, &c.root, d);
    if (ok)
        give_places(&c, spec->suite);
    ok = ok && run_tests(&c, spec, program, &result, d);
    for (size_t i = 0; ok && i < c.suite.n; i++)
        if (result.outcomes[i].done)
            ok = read_test(&c, i, result.outcomes[i].judgement.verdict, d);
    if (ok)
        foreign_finish(&c.foreign, out);
    else
        foreign_done(&c.foreign);
    runner_done(&result);
    rundir_close(&c.root);
    vec_done(&c.files);
    arena_done(&c.arena);
    return ok;
}
