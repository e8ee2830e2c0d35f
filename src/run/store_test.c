/* store_test.c - the store gives back what it got, survives kill -9, and says
 * clearly what is wrong with a bad one.
 */
#include "run/store.h"

#include "base/io.h"
#include "base/mem.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <sqlite3.h>

/* Two edges, three return counters and a pair: the least that has all. */
static ProgramFile file = {.path = "/a.c"};
static ProgramFunction function = {
    .name = "main", .line = 1, .nblocks = 1, .nedges = 2};
static ProgramBlock block = {.nstatements = 1, .flags = BLOCK_EXIT};
static ProgramEdge edges[] = {
    {.from = PROGRAM_NONE, .to = 0, .kind = EDGE_ENTRY, .label = ""},
    {.from = 0, .to = PROGRAM_NONE, .kind = EDGE_EXIT, .label = ""},
};
static ProgramStatement statement = {.line = 2};
static ProgramSite sites[] = {
    {.kind = SITE_RETURN_INT, .line = 2, .name = "f", .other = ""},
    {.kind = SITE_PAIR, .line = 2, .counter = 3, .name = "x", .other = "y"},
};

static Program
tiny(const char *id)
{
    return (Program){
        .id = id,
        .files = &file,
        .n.files = 1,
        .functions = &function,
        .n.functions = 1,
        .blocks = &block,
        .n.blocks = 1,
        .edges = edges,
        .n.edges = 2,
        .statements = &statement,
        .n.statements = 1,
        .sites = sites,
        .n.sites = 2,
        .n.returns = 3,
        .n.values = 6,
    };
}

static char *dir;

static int
set_up(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    return io_temp_dir("store", &dir, &d) ? 0 : 1;
}

static int
tear_down(void **state)
{
    (void)state;
    io_remove_tree(dir);
    free(dir);
    return 0;
}

static Store *
must_open(bool create, Diag *d)
{
    Store *s;

    diag_init(d);
    if (!store_open(dir, create, &s, d))
        fail_msg("%s", d->error);
    return s;
}

static void
put(Store *s, const char *test, uint32_t place, Verdict v, uint64_t first)
{
    uint64_t e[] = {first, 1}, r[] = {0, first, 0};
    Diag d;

    diag_init(&d);
    assert_true(store_put(s,
                          &(StoredRun){.test = test,
                                       .name = test,
                                       .digest = "d",
                                       .origin = "suite",
                                       .place = place,
                                       .verdict = v,
                                       .reason = "why",
                                       .counts = {.edges = e, .returns = r},
                                       .counts.nvalues = 3},
                          &d));
}

static void
test_round_trip(void **state)
{
    Diag d;
    Store *s = must_open(true, &d);
    Program p = tiny("p1"), loaded;
    Arena a = {0};
    StoreFound found;
    Runs runs;

    (void)state;
    assert_true(store_set_program(s, &p, "/p", &d));
    assert_true(store_begin(s, &d));
    put(s, "b", 1, VERDICT_FAIL, 7);
    put(s, "a", 0, VERDICT_PASS, 0);
    put(s, "c", 2, VERDICT_UNKNOWN, 7);
    assert_true(store_put(s,
                          &(StoredRun){.test = "lost",
                                       .name = "lost",
                                       .digest = "d",
                                       .origin = "suite",
                                       .place = 3,
                                       .lost = true},
                          &d));
    assert_true(store_commit(s, &d));
    store_close(s);

    s = must_open(false, &d);
    assert_true(store_load_program(s, &loaded, &d));
    assert_string_equal(loaded.id, "p1");
    assert_true(store_load(s, &loaded, &runs, &d));
    assert_int_equal(runs.nruns, 4);
    assert_int_equal(runs.npassed, 2);
    assert_int_equal(runs.nfailed, 1);
    assert_string_equal(runs.runs[0].name, "a");
    assert_string_equal(runs.runs[1].reason, "why");
    assert_true(runs.runs[3].lost);
    assert_true(runs.has_returns && !runs.has_pairs);
    assert_int_equal(runs.edges.start[1] - runs.edges.start[0], 1);
    assert_int_equal(runs.edges.index[runs.edges.start[1]], 0);
    assert_int_equal(runs.edges.count[runs.edges.start[1]], 7);
    assert_int_equal(runs.edges.start[4] - runs.edges.start[3], 0);
    assert_int_equal(runs.returns.count[runs.returns.start[2]], 7);
    runs_done(&runs);
    program_done(&loaded);

    assert_true(store_find(s, "b", "d", &a, &found, &d));
    assert_true(found.has && found.verdict == VERDICT_FAIL && !found.lost);
    assert_true(store_find(s, "b", "other", &a, &found, &d));
    assert_false(found.has);
    arena_done(&a);
    store_close(s);
}

/* A run says itself how much of the values it recorded. */
static void
test_pairs(void **state)
{
    Diag d;
    Store *s = must_open(true, &d);
    Program p = tiny("pairs");
    uint64_t e[] = {1, 1}, r[] = {0, 1, 0, 0, 0, 9};
    StoredRun run = {.test = "all",
                     .name = "all",
                     .digest = "d",
                     .origin = "suite",
                     .place = 1,
                     .counts = {.edges = e, .returns = r},
                     .counts.nvalues = 6};
    Runs runs;

    (void)state;
    assert_true(store_set_program(s, &p, "/p", &d));
    put(s, "returns", 0, VERDICT_PASS, 7);
    assert_true(store_put(s, &run, &d));
    assert_true(store_load(s, &p, &runs, &d));
    assert_true(runs.has_returns && runs.has_pairs);
    assert_int_equal(runs.returns.start[1], 1);
    assert_int_equal(runs.returns.start[2], 3);
    assert_int_equal(runs.returns.index[2], 5);
    assert_int_equal(runs.returns.count[2], 9);
    runs_done(&runs);
    run.counts.nvalues = 4; /* neither all nor those of returns */
    assert_true(store_put(s, &run, &d));
    assert_false(store_load(s, &p, &runs, &d));
    assert_non_null(strstr(d.error, "damaged"));
    store_close(s);
    diag_done(&d);
}

static void
test_retain(void **state)
{
    static const char *const tests[] = {"c", "a", "b"};
    static const char *const digests[] = {"d", "d", "changed"};
    Diag d;
    Store *s = must_open(true, &d);
    Program p = tiny("p1");
    Runs runs;

    (void)state;
    assert_true(store_set_program(s, &p, "/p", &d));
    put(s, "a", 0, VERDICT_PASS, 1);
    put(s, "b", 1, VERDICT_PASS, 2);
    put(s, "c", 2, VERDICT_FAIL, 3);
    put(s, "gone", 3, VERDICT_FAIL, 4);
    assert_true(store_retain(s, tests, digests, 3, &d));
    assert_true(store_load(s, &p, &runs, &d));
    assert_int_equal(runs.nruns, 2);
    assert_string_equal(runs.runs[0].name, "c");
    assert_string_equal(runs.runs[1].name, "a");
    runs_done(&runs);
    store_close(s);
}

static void
test_old_programs_go(void **state)
{
    Diag d;
    Store *s = must_open(true, &d);
    char id[] = "p0";
    Runs runs;

    (void)state;
    for (; id[1] < '8'; id[1]++) {
        Program p = tiny(id);
        assert_true(store_set_program(s, &p, "/p", &d));
        put(s, id, 0, VERDICT_PASS, 1);
    }
    Program again = tiny("p6"), old = tiny("p1");
    assert_true(store_set_program(s, &again, "/p", &d));
    assert_true(store_load(s, &again, &runs, &d));
    assert_int_equal(runs.nruns, 1);
    runs_done(&runs);
    assert_true(store_set_program(s, &old, "/p", &d));
    assert_true(store_load(s, &old, &runs, &d));
    assert_int_equal(runs.nruns, 0);
    runs_done(&runs);
    store_close(s);
}

static void
test_outputs(void **state)
{
    Diag d;
    Store *s = must_open(true, &d);
    StoredOutput o = {.status = 3}, back;
    bool has;

    (void)state;
    str_add(&o.out, "a\0b", 3);
    assert_true(store_put_output(s, "x", &o, &d));
    assert_true(store_find_output(s, "x", &back, &has, &d));
    assert_true(has && back.status == 3 && back.out.n == 3 && back.err.n == 0);
    assert_memory_equal(back.out.at, "a\0b", 3);
    store_output_done(&back);
    assert_true(store_find_output(s, "y", &back, &has, &d));
    assert_false(has);
    store_output_done(&o);
    store_close(s);
}

enum { BATCH = 10 };

/* Write batches, and a byte to `told` after each, until somebody kills us. */
static _Noreturn void
write_for_ever(int told)
{
    Diag d;
    Store *s;
    Program p = tiny("p1");
    Runs runs;

    diag_init(&d);
    if (!store_open(dir, true, &s, &d) || !store_set_program(s, &p, "/p", &d) ||
        !store_load(s, &p, &runs, &d))
        _exit(1);
    for (uint32_t at = runs.nruns;;) {
        if (!store_begin(s, &d))
            _exit(1);
        for (int i = 0; i < BATCH; i++, at++) {
            char name[32];
            uint64_t e[] = {at, 1};
            snprintf(name, sizeof name, "t%u", at);
            StoredRun r = {.test = name,
                           .name = name,
                           .digest = "d",
                           .origin = "suite",
                           .place = at,
                           .counts.edges = e};
            if (!store_put(s, &r, &d))
                _exit(1);
        }
        if (!store_commit(s, &d) || write(told, "", 1) != 1)
            _exit(1);
    }
}

/* Kill it while it opens the store or writes; every other time not before it
 * has written something. */
static void
kill_writer(bool later)
{
    int told[2], status;
    char byte;

    assert_int_equal(pipe(told), 0);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        write_for_ever(told[1]);
    close(told[1]);
    assert_true(!later || read(told[0], &byte, 1) == 1);
    usleep((useconds_t)(rand() % 40) * 1000);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status)); /* else it had failed by itself */
    close(told[0]);
}

static void
test_survives_kill(void **state)
{
    uint32_t before = 0;
    Program p = tiny("p1");

    (void)state;
    for (int round = 0; round < 25; round++) {
        Diag d;
        Runs runs;
        kill_writer(round % 2 == 0);
        Store *s = must_open(true, &d);
        assert_true(store_set_program(s, &p, "/p", &d));
        if (!store_load(s, &p, &runs, &d))
            fail_msg("%s", d.error);
        assert_true(runs.nruns >= before);
        assert_int_equal(runs.nruns % BATCH, 0);
        before = runs.nruns;
        runs_done(&runs);
        store_close(s);
    }
    print_message("%u runs were kept\n", before);
    assert_true(before > 0);
}

static void
check_refused(bool create, const char *message)
{
    Diag d;
    Store *s;

    diag_init(&d);
    assert_false(store_open(dir, create, &s, &d));
    if (!strstr(d.error, message))
        fail_msg("%s", d.error);
    diag_done(&d);
}

static void
test_damaged(void **state)
{
    char *path = io_join(dir, "store.db"), junk[8192];
    Bytes b;
    Diag d;

    (void)state;
    diag_init(&d);
    memset(junk, 'x', sizeof junk);
    assert_true(io_write(path, junk, sizeof junk, &d));
    check_refused(true, "is damaged");
    check_refused(false, "is damaged");
    assert_true(io_read(path, &b, &d)); /* nothing was deleted */
    assert_int_equal(b.n, sizeof junk);
    io_bytes_done(&b);
    free(path);
}

/* Flip bytes all over a good store: it may refuse, never crash. */
static void
test_damaged_inside(void **state)
{
    char *path = io_join(dir, "store.db");
    Diag d;
    Store *s = must_open(true, &d);
    Program p = tiny("p1"), loaded;
    Bytes good;
    Runs runs;

    (void)state;
    assert_true(store_set_program(s, &p, "/p", &d));
    for (uint32_t i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "t%u", i);
        put(s, name, i, VERDICT_PASS, i);
    }
    store_close(s);
    assert_true(io_read(path, &good, &d));
    for (size_t at = 100; at < good.n; at += 97) {
        Diag why;
        diag_init(&why);
        good.at[at] ^= 0x55;
        assert_true(io_write(path, good.at, good.n, &d));
        good.at[at] ^= 0x55;
        if (store_open(dir, false, &s, &why)) {
            if (store_load_program(s, &loaded, &why)) {
                if (store_load(s, &loaded, &runs, &why))
                    runs_done(&runs);
                program_done(&loaded);
            }
            store_close(s);
        }
        diag_done(&why);
    }
    io_bytes_done(&good);
    free(path);
}

static void
run_sql(const char *sql)
{
    char *path = io_join(dir, "store.db");
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    free(path);
}

static void
test_other_schemas(void **state)
{
    Diag d;

    (void)state;
    check_refused(false, "run the tests first");
    store_close(must_open(true, &d));
    run_sql("PRAGMA user_version = 99");
    check_refused(true, "newer");
    run_sql("PRAGMA user_version = 1; PRAGMA application_id = 5");
    check_refused(true, "not a culprit store");
}

static void
test_read_only(void **state)
{
    Diag d;
    Store *s = must_open(true, &d);
    Program p = tiny("p1"), loaded;
    bool was_root = geteuid() == 0;

    (void)state;
    assert_true(store_set_program(s, &p, "/p", &d));
    store_close(s);
    chmod(dir, 0555);
    if (was_root)
        assert_int_equal(seteuid(65534), 0);
    check_refused(true, "--store");
    s = must_open(false, &d);
    assert_true(store_load_program(s, &loaded, &d));
    program_done(&loaded);
    store_close(s);
    if (was_root)
        assert_int_equal(seteuid(0), 0);
    chmod(dir, 0755);
}

static double
cpu_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may be busy */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* 5,000 runs of 2,000 edges, half of them taken. */
static void
test_load_is_fast(void **state)
{
    enum { EDGES = 2000, RUNS = 5000 };
    Diag d;
    Store *s = must_open(true, &d);
    Program p = tiny("big");
    uint64_t *counts = mem_zalloc(EDGES, 8), seed = 1;
    ProgramEdge *many = mem_zalloc(EDGES, sizeof *many);
    Runs runs;

    (void)state;
    for (size_t i = 0; i < EDGES; i++)
        many[i].label = "";
    p.edges = many;
    p.n.edges = EDGES;
    assert_true(store_set_program(s, &p, "/p", &d));
    assert_true(store_begin(s, &d));
    for (uint32_t r = 0; r < RUNS; r++) {
        char name[16];
        for (size_t i = 0; i < EDGES; i++) {
            seed = seed * 6364136223846793005U + 1442695040888963407U;
            counts[i] = seed >> 63 ? 1 + (seed >> 33) % 8 : 0;
        }
        snprintf(name, sizeof name, "t%u", r);
        StoredRun run = {.test = name,
                         .name = name,
                         .digest = "d",
                         .origin = "suite",
                         .place = r,
                         .counts.edges = counts};
        assert_true(store_put(s, &run, &d));
    }
    assert_true(store_commit(s, &d));
    double start = cpu_time();
    assert_true(store_load(s, &p, &runs, &d));
    print_message("loaded %u runs of %d edges in %.3f s of CPU time\n",
                  runs.nruns, EDGES, cpu_time() - start);
    assert_int_equal(runs.nruns, RUNS);
    runs_done(&runs);
    store_close(s);
    free(many);
    free(counts);
}

static void
test_notes(void **state)
{
    Diag d;
    Store *s = must_open(true, &d);
    Str value = {0};
    bool has;

    (void)state;
    assert_true(store_find_note(s, "a", "k", &value, &has, &d));
    assert_false(has);
    assert_true(store_put_note(s, "a", "k", "x\0y", 3, &d));
    assert_true(store_put_note(s, "b", "k", "z", 1, &d));
    assert_true(store_put_note(s, "a", "k", "1\0", 2, &d)); /* replaces */
    assert_true(store_find_note(s, "a", "k", &value, &has, &d));
    assert_true(has && value.n == 2 && memcmp(value.at, "1\0", 2) == 0);
    for (int i = 0; i < 20; i++) {
        char key[8];
        snprintf(key, sizeof key, "n%d", i);
        assert_true(store_put_note(s, "a", key, key, 1, &d));
    }
    assert_true(store_trim_notes(s, "a", 5, &d));
    assert_true(store_find_note(s, "a", "k", &value, &has, &d));
    assert_false(has);
    assert_true(store_find_note(s, "a", "n19", &value, &has, &d));
    assert_true(has);
    assert_true(store_find_note(s, "b", "k", &value, &has, &d));
    assert_true(has); /* another kind */
    store_close(s);
    run_sql("DROP TABLE note"); /* as in a store of before */
    s = must_open(true, &d);
    assert_true(store_put_note(s, "a", "k", "x", 1, &d));
    store_close(s);
    str_done(&value);
    diag_done(&d);
}

#define STORE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_pairs),         STORE_TEST(test_round_trip),
        STORE_TEST(test_retain),        STORE_TEST(test_old_programs_go),
        STORE_TEST(test_outputs),       STORE_TEST(test_survives_kill),
        STORE_TEST(test_damaged),       STORE_TEST(test_damaged_inside),
        STORE_TEST(test_other_schemas), STORE_TEST(test_read_only),
        STORE_TEST(test_load_is_fast),  STORE_TEST(test_notes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
