/* pack_test.c - traces that are packed, inherited and damaged. */
#include "base/io.h"
#include "base/mem.h"
#include "format/trace.h"
#include "trace/pack.h"
#include "trace/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 5 * PACK_CHUNK / 2 + 777, FORK = 3 * PACK_CHUNK / 2 + 55 };

typedef struct Fixture Fixture;
struct Fixture {
    char dir[64];
    char *path, *child, *packed;
    uint8_t *bytes; /* of the parent's records, and of what the child adds */
};

static int
setup(void **state)
{
    Fixture *f = mem_zalloc(1, sizeof *f);

    snprintf(f->dir, sizeof f->dir, "/tmp/culprit-pack.XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    f->path = io_join(f->dir, TRACE_PREFIX "5.0");
    f->child = io_join(f->dir, TRACE_PREFIX "6.0");
    f->packed = io_join(f->dir, "packed.5.0");
    f->bytes = mem_alloc(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        f->bytes[i] = (uint8_t)(i / 3 ^ i >> 9);
    *state = f;
    return 0;
}

static int
teardown(void **state)
{
    Fixture *f = *state;

    io_remove_tree(f->dir);
    free(f->path);
    free(f->child);
    free(f->packed);
    free(f->bytes);
    free(f);
    return 0;
}

/* A trace whose file begins at `base`, with its bytes from `base` to `end`. */
static void
write_trace(const Fixture *f, const char *path, TraceState s, uint64_t end)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

    memcpy(s.magic, TRACE_MAGIC, sizeof TRACE_MAGIC);
    s.version = TRACE_VERSION;
    strcpy(s.id, "sample");
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, (off_t)(TRACE_PAGE + 2 * SIZE)), 0);
    assert_int_equal(pwrite(fd, &s, sizeof s, 0), sizeof s);
    size_t n = (size_t)(end - s.child.base - TRACE_PAGE);
    assert_int_equal(pwrite(fd, f->bytes + s.child.base, n, TRACE_PAGE), n);
    close(fd);
}

static void
check_bytes(const Fixture *f, const char *path, size_t n)
{
    Trace t;
    Diag d;
    size_t loaded = 0, seen = 0;

    diag_init(&d);
    assert_true(trace_open(path, "sample", &t, &d));
    assert_int_equal(t.nrecords, n);
    while (seen < n) {
        assert_true(trace_load(&t, seen, &loaded, &d));
        assert_true(loaded > seen && loaded <= n);
        assert_memory_equal(t.records + seen, f->bytes + seen, loaded - seen);
        seen = loaded;
    }
    char *copy = mem_printf("%s/copy", f->dir);
    assert_true(trace_save(&t, "sample", copy, &d));
    trace_close(&t);
    assert_true(trace_open(copy, "sample", &t, &d));
    assert_int_equal(t.nrecords, n);
    trace_close(&t);
    unlink(copy);
    free(copy);
    diag_done(&d);
}

static void
test_packed(void **state)
{
    Fixture *f = *state;
    struct stat before, after;

    write_trace(f, f->path, (TraceState){.buffer.offset = TRACE_PAGE + SIZE},
                TRACE_PAGE + SIZE);
    assert_int_equal(stat(f->path, &before), 0);
    check_bytes(f, f->path, SIZE);
    pack_directory(f->dir);
    pack_directory(f->dir); /* nothing is left to do */
    assert_int_equal(stat(f->path, &after), 0);
    assert_true(before.st_blocks - after.st_blocks >=
                2 * PACK_CHUNK / 512); /* two chunks became holes */
    assert_int_equal(stat(f->packed, &after), 0);
    assert_true(after.st_size < PACK_CHUNK);
    check_bytes(f, f->path, SIZE);
}

/* The child has its parent's bytes, packed or not, up to the fork. */
static void
test_inherited(void **state)
{
    Fixture *f = *state;
    uint64_t fork = TRACE_PAGE + FORK,
             page = fork & ~(uint64_t)(TRACE_PAGE - 1);
    TraceState s = {.buffer.offset = TRACE_PAGE + SIZE,
                    .child.base = page - TRACE_PAGE,
                    .child.inherited = fork,
                    .child.parent = TRACE_PREFIX "5.0"};
    Trace t;
    Diag d;

    write_trace(f, f->path, (TraceState){.buffer.offset = TRACE_PAGE + SIZE},
                TRACE_PAGE + SIZE);
    write_trace(f, f->child, s, TRACE_PAGE + SIZE);
    check_bytes(f, f->child, SIZE);
    pack_directory(f->dir);
    check_bytes(f, f->child, SIZE);
    diag_init(&d);
    unlink(f->path);
    assert_false(trace_open(f->child, "sample", &t, &d));
    diag_done(&d);
}

static void
test_damaged(void **state)
{
    Fixture *f = *state;
    Trace t;
    Diag d;
    size_t loaded = 0;

    write_trace(f, f->path, (TraceState){.buffer.offset = TRACE_PAGE + SIZE},
                TRACE_PAGE + SIZE);
    pack_directory(f->dir);
    int fd = open(f->packed, O_RDWR);
    assert_int_equal(pwrite(fd, "sausage", 7, 30), 7);
    diag_init(&d);
    assert_true(trace_open(f->path, "sample", &t, &d));
    assert_false(trace_load(&t, 0, &loaded, &d));
    assert_string_equal(d.error, "the packed trace is damaged");
    trace_close(&t);
    diag_done(&d);
    assert_int_equal(ftruncate(fd, 100), 0);
    close(fd);
    diag_init(&d);
    assert_false(trace_open(f->path, "sample", &t, &d));
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_packed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_inherited, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
