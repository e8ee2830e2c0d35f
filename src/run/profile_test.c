/* profile_test.c - counter files are summed, and bad ones are refused. */
#include "run/profile.h"

#include "base/io.h"
#include "format/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 4 };

typedef struct File File;
struct File {
    struct ProfileHeader header;
    uint8_t padding[PROFILE_HEADER - sizeof(struct ProfileHeader)];
    uint64_t counters[N];
};

static File
good(void)
{
    return (File){
        .header = {.magic = PROFILE_MAGIC,
                   .version = PROFILE_VERSION,
                   .ncounters = N,
                   .id = "abc"},
        .counters = {1, 2, 3, UINT64_MAX},
    };
}

static bool
parse(const File *f, size_t n, uint64_t *counters)
{
    Diag d;

    diag_init(&d);
    bool ok = profile_parse((const uint8_t *)f, n, "abc", counters, N, &d);
    assert_int_equal(ok, d.error == NULL);
    diag_done(&d);
    return ok;
}

static void
test_parse(void **state)
{
    File f = good();
    uint64_t counters[N];

    (void)state;
    assert_true(parse(&f, sizeof f, counters));
    assert_memory_equal(counters, f.counters, sizeof counters);
    assert_false(parse(&f, 0, counters));
    assert_false(parse(&f, PROFILE_HEADER, counters));
    assert_false(parse(&f, sizeof f - 1, counters));
    f.header.magic[0] = 'X';
    assert_false(parse(&f, sizeof f, counters));
    f = good();
    f.header.version++;
    assert_false(parse(&f, sizeof f, counters));
    f = good();
    f.header.id[0] = 'x';
    assert_false(parse(&f, sizeof f, counters));
    memset(f.header.id, 'a', sizeof f.header.id);
    assert_false(parse(&f, sizeof f, counters));
    f = good();
    f.header.ncounters = UINT64_MAX;
    assert_false(parse(&f, sizeof f, counters));
}

/* Two edges of a function that does nothing: one probe each at most. */
static void
test_processes_are_summed(void **state)
{
    ProgramFunction function = {.name = "f", .nblocks = 1, .nedges = 2};
    ProgramBlock block = {.flags = BLOCK_EXIT};
    ProgramEdge edges[] = {
        {.from = PROGRAM_NONE, .to = 0, .kind = EDGE_ENTRY, .label = ""},
        {.from = 0, .to = PROGRAM_NONE, .kind = EDGE_EXIT, .label = ""},
    };
    Program p = {.id = "abc",
                 .functions = &function,
                 .n.functions = 1,
                 .blocks = &block,
                 .n.blocks = 1,
                 .edges = edges,
                 .n.edges = 2};
    ProbePlan plan;
    Profile profile;
    File f = good();
    Diag d;
    char *dir;

    (void)state;
    diag_init(&d);
    probe_plan(&p, false, &plan);
    assert_true(plan.nprobes > 0 && plan.nprobes + PROFILE_OWN <= N);
    f.header.ncounters = plan.nprobes + PROFILE_OWN;
    for (size_t i = 0; i < N; i++)
        f.counters[i] = 5;
    assert_true(io_temp_dir("profile", &dir, &d));
    char *first = io_join(dir, PROFILE_PREFIX "1.0");
    char *second = io_join(dir, PROFILE_PREFIX "2.0");
    char *third = io_join(dir, PROFILE_PREFIX "3.0");
    assert_true(io_write(first, &f, sizeof f, &d));
    assert_true(io_write(second, &f, sizeof f, &d));
    assert_true(io_write(third, "junk", 4, &d));
    profile_init(&profile, &plan, 0);
    for (int i = 0; i < 2; i++) { /* the second time starts from zero again */
        assert_true(profile_read(&profile, &plan, dir, &d));
        assert_int_equal(profile.nprocesses, 2);
        assert_int_equal(profile.nbegun, 2);
        assert_int_equal(profile.nunreadable, 1);
        assert_int_equal(profile.edges[0], 10);
        assert_int_equal(profile.edges[1], 10);
    }
    assert_int_equal(d.nwarnings, 1); /* said once */
    profile_done(&profile);
    probe_done(&plan);
    io_remove_tree(dir);
    free(first);
    free(second);
    free(third);
    free(dir);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_processes_are_summed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
