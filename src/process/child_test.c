/* child_test.c - what children that still run have used of the processor. */
#include "process/child.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Below us something uses the processor; then the child is ended. */
static void
expect_cpu(pid_t child)
{
    enum { TRIES = 60000 }; /* ten minutes, if others use the processor */
    double seen = 0;

    for (int i = 0; i < TRIES && seen < .05; i++) {
        usleep(10000);
        seen = child_cpu();
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_true(seen >= .05);
}

static void
test_cpu(void **state)
{
    (void)state;
    assert_true(child_cpu() == 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        for (volatile unsigned n = 0;; n++)
            continue;
    expect_cpu(pid);
    assert_true(child_cpu() == 0); /* now it is getrusage's */
}

/* What a child has not waited for counts, too: a server keeps its last run. */
static void
test_cpu_of_grandchild(void **state)
{
    (void)state;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        siginfo_t info;
        const pid_t own = fork();
        if (own == 0) {
            /* By the processor's clock: it ends having used that much. */
            setitimer(ITIMER_PROF,
                      &(struct itimerval){.it_value.tv_usec = 200000}, NULL);
            for (volatile unsigned n = 0;; n++)
                continue;
        }
        waitid(P_PID, (id_t)own, &info, WEXITED | WNOWAIT);
        pause();
        _exit(0);
    }
    expect_cpu(pid);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cpu), cmocka_unit_test(test_cpu_of_grandchild)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
