/* test_run.h - a run directory, for tests of the runtime. */
#ifndef CULPRIT_RUNTIME_TEST_RUN_H
#define CULPRIT_RUNTIME_TEST_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char run_directory[64];

static inline int
make_run_directory(void **state)
{
    (void)state;
    strcpy(run_directory, "/tmp/culprit-runtime-XXXXXX");
    return mkdtemp(run_directory) ? 0 : -1;
}

static inline int
remove_run_directory(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", run_directory);
    return system(command) == 0 ? 0 : -1;
}

static inline const char *
run_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", run_directory, name);
    return path;
}

static inline void
write_run_file(const char *name, const void *bytes, size_t n)
{
    FILE *f = fopen(run_path(name), "w");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* The first n bytes; fails if there are fewer. */
static inline void
read_run_file(const char *name, void *bytes, size_t n)
{
    FILE *f = fopen(run_path(name), "r");

    assert_non_null(f);
    assert_int_equal(fread(bytes, 1, n, f), n);
    fclose(f);
}

/* How a child ends that does this. */
static inline int
status_of(void (*act)(void))
{
    int status;
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        act();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

#endif
