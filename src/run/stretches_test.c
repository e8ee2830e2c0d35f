/* stretches_test.c - pieces of counter files, and the checks that they belong
 * to.
 */
#include "run/stretches.h"

#include "base/str.h"
#include "format/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Functions of one block each, and so of one counter. */
enum { FUNCTIONS = 3 };

static ProgramFunction functions[FUNCTIONS];
static ProgramBlock blocks[FUNCTIONS];
static ProgramEdge edges[2 * FUNCTIONS];
static Program program = {
    .id = "abc",
    .functions = functions,
    .blocks = blocks,
    .edges = edges,
    .n = {.functions = FUNCTIONS, .blocks = FUNCTIONS, .edges = 2 * FUNCTIONS}};
static ProbePlan plan;

static int
set_up(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        functions[i] = (ProgramFunction){
            .name = "f", .block = i, .nblocks = 1, .edge = 2 * i, .nedges = 2};
        blocks[i].flags = BLOCK_EXIT;
        edges[2 * i] = (ProgramEdge){
            .from = PROGRAM_NONE, .to = i, .kind = EDGE_ENTRY, .label = ""};
        edges[2 * i + 1] = (ProgramEdge){
            .from = i, .to = PROGRAM_NONE, .kind = EDGE_EXIT, .label = ""};
    }
    probe_plan(&program, false, &plan);
    assert_int_equal(plan.nprobes, FUNCTIONS);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    probe_done(&plan);
    return 0;
}

/* A counter file of a process that began there. */
static void
write_counters(Str *s, uint64_t out, uint64_t err,
               const uint64_t counts[FUNCTIONS])
{
    struct ProfileHeader h = {.magic = PROFILE_MAGIC,
                              .version = PROFILE_VERSION,
                              .ncounters = FUNCTIONS + PROFILE_OWN,
                              .id = "abc",
                              .at = {out, err}};
    static const char padding[PROFILE_HEADER];
    const uint64_t own = 0;

    str_clear(s);
    str_add(s, &h, sizeof h);
    str_add(s, padding, PROFILE_HEADER - sizeof h);
    str_add(s, counts, FUNCTIONS * sizeof *counts);
    str_add(s, &own, sizeof own);
}

/* A record: the function `index` ran so often. */
static void
write_cut(Str *s, uint32_t kind, const char *text, uint64_t at, uint32_t index,
          uint32_t count)
{
    const struct ProfileCut head = {.magic = CUTS_MAGIC,
                                    .kind = kind,
                                    .ntext = (uint32_t)strlen(text),
                                    .ncounts = 1,
                                    .at = {at, PROFILE_NOWHERE}};
    const struct ProfileCutCount c = {index, count};
    static const char zeros[8];

    str_add(s, &head, sizeof head);
    str_puts(s, text);
    str_add(s, zeros, CUT_PADDED(head.ntext) - head.ntext);
    str_add(s, &c, sizeof c);
}

static bool
add(Stretches *s, const Str *counters, const Str *cuts)
{
    const Bytes files[] = {{(uint8_t *)counters->at, counters->n},
                           {(uint8_t *)cuts->at, cuts->n}};
    Diag d;

    diag_init(&d);
    bool ok = stretches_add(s, &plan, 0, &files[0], &files[1], &d);
    diag_done(&d);
    return ok;
}

/* Processes of a script: which belongs to which line? */
static void
test_script(void **state)
{
    static const uint64_t runs[][FUNCTIONS] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}};
    static const uint64_t at[][2] = {{0, 0}, {0, 0}, {8, 0}, {16, 8}};
    static const Bytes out = {(uint8_t *)(uintptr_t)"ok: aaa\nok: bbb\n", 16};
    static const Bytes err = {(uint8_t *)(uintptr_t)"FAIL: c\n", 8};
    Stretches s = {0};
    Str file = {0}, none = {0};
    Arena a = {0};
    Remarks points;
    Profile p;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        write_counters(&file, at[i][0], at[i][1], runs[i]);
        assert_true(add(&s, &file, &none));
    }
    remarks_read(&a, &(RemarkRules){0}, &out, &err, &points);
    assert_int_equal(points.n, 3);
    stretches_assign(&s, &points);
    profile_init(&p, &plan, 0);
    stretches_of_point(&s, &points, 0, &plan, &p); /* two starts */
    assert_int_equal(p.nprocesses, 1);
    assert_int_equal(p.edges[0], 1);
    assert_int_equal(p.edges[2], 1);
    assert_int_equal(p.edges[4], 0);
    assert_int_equal(profile_some_edges(&p).n, 4);
    stretches_of_point(&s, &points, 1, &plan, &p);
    assert_int_equal(p.edges[0], 0);
    assert_int_equal(p.edges[4], 1);
    stretches_of_point(&s, &points, 2, &plan, &p); /* on the other stream */
    assert_int_equal(p.edges[4], 1);
    stretches_of_point(&s, &points, SIZE_MAX, &plan, &p); /* the rest */
    assert_int_equal(p.edges[0], 1);
    assert_int_equal(p.edges[2], 1);
    assert_int_equal(p.edges[4], 0);
    profile_done(&p);
    str_done(&file);
    arena_done(&a);
    stretches_done(&s);
}

/* One process: lines cut it, and several lines at once share a piece. */
static void
test_lines(void **state)
{
    static const uint64_t all[FUNCTIONS] = {5, 3, 2};
    static const Bytes out = {(uint8_t *)(uintptr_t)"1..3\nok 1\nok 2\nok 3\n",
                              20};
    static const Bytes err = {(uint8_t *)(uintptr_t)"", 0};
    Stretches s = {0};
    Str file = {0}, cuts = {0};
    Arena a = {0};
    Remarks points;
    Profile p;

    (void)state;
    write_counters(&file, 0, 0, all);
    write_cut(&cuts, CUT_LINE, "", 5, 0, 1);
    write_cut(&cuts, CUT_LINE, "", 10, 0, 4);
    write_cut(&cuts, CUT_LINE, "", 20, 1, 3);
    assert_true(add(&s, &file, &cuts));
    assert_int_equal(s.n, 4); /* and what came after the last */
    remarks_read(&a, &(RemarkRules){0}, &out, &err, &points);
    stretches_assign(&s, &points);
    profile_init(&p, &plan, 0);
    stretches_of_point(&s, &points, 0, &plan, &p);
    assert_int_equal(p.edges[0], 5); /* before the plan, too */
    assert_int_equal(p.edges[2], 0);
    stretches_of_point(&s, &points, 1, &plan, &p);
    assert_int_equal(p.edges[0], 0);
    assert_int_equal(p.edges[2], 3);
    stretches_of_point(&s, &points, 2, &plan, &p);
    assert_int_equal(p.edges[2], 3);
    stretches_of_point(&s, &points, SIZE_MAX, &plan, &p);
    assert_int_equal(p.edges[4], 2);
    profile_done(&p);
    str_done(&file);
    str_done(&cuts);
    arena_done(&a);
    stretches_done(&s);
}

static void
test_checks(void **state)
{
    static const uint64_t all[FUNCTIONS] = {5, 3, 2};
    Stretches s = {0};
    Str file = {0}, cuts = {0};
    Profile p;

    (void)state;
    write_counters(&file, 0, 0, all);
    write_cut(&cuts, CUT_CHECK, "", PROFILE_NOWHERE, 0, 1);
    write_cut(&cuts, CUT_CHECK, "test_a", PROFILE_NOWHERE, 1, 3);
    write_cut(&cuts, CUT_CHECK, "test_b", PROFILE_NOWHERE, 0, 4);
    assert_true(add(&s, &file, &cuts));
    profile_init(&p, &plan, 0);
    stretches_of_check(&s, "test_a", &plan, &p);
    assert_int_equal(p.nprocesses, 1);
    assert_int_equal(p.edges[0], 0);
    assert_int_equal(p.edges[2], 3);
    stretches_of_check(&s, "test_b", &plan, &p);
    assert_int_equal(p.edges[0], 4);
    assert_int_equal(p.edges[2], 0);
    stretches_of_check(&s, "test_c", &plan, &p); /* it did not run */
    assert_int_equal(p.nprocesses, 0);
    profile_done(&p);
    str_done(&file);
    str_done(&cuts);
    stretches_done(&s);
}

static void
test_bad_bytes(void **state)
{
    static const uint64_t all[FUNCTIONS] = {1, 1, 1};
    Stretches s = {0};
    Str file = {0}, cuts = {0};

    (void)state;
    write_counters(&file, 0, 0, all);
    write_cut(&cuts, CUT_LINE, "", 5, 7000, 1); /* no such counter */
    assert_true(add(&s, &file, &cuts));
    assert_int_equal(s.n, 2);
    assert_int_equal(s.at[0].n, 0);
    cuts.n--; /* the record is not whole */
    assert_true(add(&s, &file, &cuts));
    assert_int_equal(s.n, 3);
    file.at[0] = 'X';
    assert_false(add(&s, &file, &cuts));
    str_done(&file);
    str_done(&cuts);
    stretches_done(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_script),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_bad_bytes),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
