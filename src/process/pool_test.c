/* pool_test.c - processes start, end, time out, are limited and leave nothing
 * behind.
 */
#include "process/pool.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/mem.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 64 };

/* A list of shell commands, and how each ended. */
typedef struct Jobs Jobs;
struct Jobs {
    const char *commands[MOST];
    size_t n, next;
    size_t in_slot[MOST];
    Ended ended[MOST];
    bool done[MOST];
    Limits limits;
    char paths[MOST][128]; /* of captured output */
    const char *file;      /* instead of the shell, or NULL */
};

static char *dir;
static char *const environment[] = {(char[]){"PATH=/usr/bin:/bin"},
                                    (char[]){"CULPRIT_TASK=pool-test"}, NULL};

static bool
next_job(void *context, unsigned slot, Task *t, bool *has, Diag *d)
{
    Jobs *j = context;
    static char shell[] = "/bin/sh", option[] = "-c";
    static char *argv[MOST][4];

    (void)d;
    *has = j->next < j->n;
    if (!*has)
        return true;
    size_t i = j->next++;
    snprintf(j->paths[i], sizeof j->paths[i], "%s/out%zu", dir, i);
    argv[i][0] = shell;
    argv[i][1] = option;
    argv[i][2] = (char *)(uintptr_t)j->commands[i];
    *t = (Task){
        .file = j->file ? j->file : "/bin/sh",
        .argv = argv[i],
        .env = environment,
        .dir = dir,
        .files = {.out = j->paths[i], .err = "/dev/null"},
        .mark = environment[1],
        .limits = j->limits,
    };
    j->in_slot[slot] = i;
    return true;
}

static bool
job_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    Jobs *j = context;

    (void)d;
    j->ended[j->in_slot[slot]] = *e;
    j->done[j->in_slot[slot]] = true;
    return true;
}

static bool
run(Jobs *j, unsigned slots)
{
    const PoolHooks hooks = {j, next_job, job_ended, NULL, NULL, NULL};
    bool interrupted;
    Diag d;

    diag_init(&d);
    if (!pool_run(&hooks, slots, &interrupted, &d))
        fail_msg("%s", d.error);
    return interrupted;
}

static int
set_up(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    return io_temp_dir("pool", &dir, &d) ? 0 : 1;
}

static int
tear_down(void **state)
{
    (void)state;
    io_remove_tree(dir);
    free(dir);
    return 0;
}

static void
test_endings(void **state)
{
    Jobs j = {.commands = {"exit 0", "exit 3", "kill -SEGV $$", "echo hello",
                           "read x; exit 5"},
              .n = 5};
    Bytes b;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_false(run(&j, 2));
    assert_int_equal(j.ended[0].status, 0);
    assert_int_equal(j.ended[1].status, 3);
    assert_int_equal(j.ended[2].status, 139);
    assert_int_equal(j.ended[2].signal, SIGSEGV);
    assert_int_equal(j.ended[4].status, 5); /* the input is empty */
    for (size_t i = 0; i < j.n; i++)
        assert_true(j.done[i] && j.ended[i].started);
    assert_true(io_read(j.paths[3], &b, &d));
    assert_string_equal((char *)b.at, "hello\n");
    io_bytes_done(&b);
}

static void
test_cannot_start(void **state)
{
    Jobs j = {.commands = {"x"}, .n = 1, .file = "/nowhere/program"};

    (void)state;
    assert_false(run(&j, 1));
    assert_true(j.done[0]);
    assert_false(j.ended[0].started);
    assert_int_equal(j.ended[0].error, ENOENT);
    assert_string_equal(j.ended[0].what, "/nowhere/program");
}

static void
test_time_out_kills_the_group(void **state)
{
    Jobs j = {.commands = {"sleep 100 & sleep 100"},
              .n = 1,
              .limits = {.time_s = 0.1}};
    double start = clock_now();

    (void)state;
    assert_false(run(&j, 1));
    assert_true(j.ended[0].timed_out);
    assert_true(clock_now() - start < 50);
}

static void
test_tests_overlap(void **state)
{
    Jobs j = {.commands = {"sleep 0.5", "sleep 0.5", "sleep 0.5", "sleep 0.5"},
              .n = 4};
    double start = clock_now();

    (void)state;
    assert_false(run(&j, 4));
    assert_true(clock_now() - start < 1.9);
}

/* A daemon that left its session must not outlive its test. */
static void
test_daemons_are_killed(void **state)
{
    Jobs j = {.commands = {"setsid sh -c 'echo $$ > pid; sleep 100' & "
                           "while ! test -s pid; do sleep 0.01; done"},
              .n = 1};
    Bytes b;
    Diag d;
    char *path = io_join(dir, "pid");

    (void)state;
    diag_init(&d);
    assert_false(run(&j, 1));
    assert_true(io_read(path, &b, &d));
    pid_t pid = (pid_t)strtol((char *)b.at, NULL, 10);
    assert_true(pid > 0);
    assert_int_equal(kill(pid, 0), -1);
    io_bytes_done(&b);
    free(path);
}

static void
test_limits(void **state)
{
    Jobs j = {.commands = {"head -c 3000000 /dev/zero", "ulimit -v",
                           "ulimit -c", "head -c 100000 /dev/zero"},
              .n = 4,
              .limits = {.output_mb = 2, .memory_mb = 512}};
    Bytes b;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_false(run(&j, 2));
    assert_int_equal(j.ended[0].status, 128 + SIGXFSZ);
    assert_int_equal(j.ended[3].status, 0);
    assert_true(io_read(j.paths[1], &b, &d));
    assert_string_equal((char *)b.at, "524288\n");
    io_bytes_done(&b);
    assert_true(io_read(j.paths[2], &b, &d));
    assert_string_equal((char *)b.at, "0\n");
    io_bytes_done(&b);
}

static void
test_interruption(void **state)
{
    char *command = mem_printf("kill -INT %ld; sleep 100", (long)getpid());
    Jobs j = {.commands = {command, "sleep 100"}, .n = 2};
    double start = clock_now();

    (void)state;
    assert_true(run(&j, 1));
    assert_false(j.done[1]);
    assert_int_equal(j.next, 1); /* the second was not even started */
    assert_true(clock_now() - start < 50);
    free(command);
}

static void
test_many(void **state)
{
    Jobs j = {.n = MOST};
    double start = clock_now();

    (void)state;
    for (size_t i = 0; i < MOST; i++)
        j.commands[i] = "exit 7";
    assert_false(run(&j, 8));
    for (size_t i = 0; i < MOST; i++)
        assert_true(j.done[i] && j.ended[i].status == 7);
    print_message("%.0f processes a second\n",
                  (double)MOST / (clock_now() - start));
}

static bool
is_unwanted(void *context, unsigned slot)
{
    const Jobs *j = context;

    return j->done[1] && j->in_slot[slot] == 0;
}

/* One pool, several batches; what nobody waits for is killed at once. */
static void
test_batches(void **state)
{
    Pool *p;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(pool_open(2, &p, &d));
    for (int batch = 0; batch < 3; batch++) {
        Jobs j = {.commands = {"sleep 20", "exit 2", "exit 4"}, .n = 3};
        const PoolHooks hooks = {&j,   next_job, job_ended,
                                 NULL, NULL,     is_unwanted};
        double start = clock_now();
        assert_true(pool_work(p, &hooks, &d));
        assert_true(clock_now() - start < 15);
        assert_true(j.done[0] && j.ended[0].dropped);
        assert_true(j.done[1] && !j.ended[1].dropped);
        assert_int_equal(j.ended[1].status, 2);
        assert_int_equal(j.ended[2].status, 4);
    }
    assert_false(pool_interrupted(p));
    raise(SIGINT); /* ours from open to close, also between batches */
    assert_true(pool_interrupted(p));
    Jobs none = {.commands = {"exit 0"}, .n = 1};
    const PoolHooks hooks = {&none, next_job, job_ended, NULL, NULL, NULL};
    assert_true(pool_work(p, &hooks, &d));
    assert_false(none.done[0]);
    pool_close(p);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_cannot_start),
        cmocka_unit_test(test_time_out_kills_the_group),
        cmocka_unit_test(test_tests_overlap),
        cmocka_unit_test(test_daemons_are_killed),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_interruption),
        cmocka_unit_test(test_many),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
