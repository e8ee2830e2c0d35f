/* trace_test.c - memory's writers, scripts as bytes, headers, and the graph of
 * a trace that is written by hand.
 */
#include "base/mem.h"
#include "format/trace.h"
#include "trace/lineage.h"
#include "trace/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void
test_shadow_pages(void **unused)
{
    Shadow s = {0};
    size_t n;

    (void)unused;
    assert_null(shadow_find(&s, 5, &n));
    shadow_write(&s, SHADOW_PAGE - 2, 4, 7); /* over a page's end */
    assert_int_equal(*shadow_find(&s, SHADOW_PAGE - 1, &n), 7);
    assert_int_equal(n, 1);
    assert_int_equal(*shadow_find(&s, SHADOW_PAGE + 1, &n), 7);
    assert_int_equal(*shadow_find(&s, SHADOW_PAGE + 2, &n), 0);
    for (uint32_t i = 0; i < 1000; i++) /* grows */
        shadow_write(&s, (uint64_t)i * 3 * SHADOW_PAGE, 1, i + 1);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(*shadow_find(&s, (uint64_t)i * 3 * SHADOW_PAGE, &n),
                         i + 1);
    shadow_done(&s);
}

/* int f(void) { x = 5; if (x) ; return x; }, x in a register. */
static ScriptFunction functions[] = {
    {.block = 0, .nblocks = 3, .inst = 0, .ninsts = 7}};
static ScriptBlock blocks[] = {{.inst = 0, .ninsts = 4},
                               {.inst = 4, .ninsts = 1},
                               {.inst = 5, .ninsts = 2}};
static ScriptOperand operands[] = {{.value = SCRIPT_NONE}, {.value = 0},
                                   {.value = 0},           {.value = 2},
                                   {.value = 0},           {.value = 5}};
static ScriptPlace places[] = {{.alloca = 0, .global = SCRIPT_NONE}};
static ScriptCase cases[] = {{.block = 1}, {.block = 2}};
static ScriptLine lines[] = {{.file = 0, .line = 1}, {.file = 0, .line = 2}};
static char texts[] = "a.c";
#define ROW(...) {.text = SCRIPT_NONE, .place = SCRIPT_NONE, __VA_ARGS__}
static ScriptInst insts[] = {
    ROW(.op = SCRIPT_ALLOCA, .flags = SCRIPT_REGISTER, .line = SCRIPT_NONE),
    {.op = SCRIPT_STORE,
     .operands.first = 0,
     .operands.n = 2,
     .width = 4,
     .size = 4},
    {.op = SCRIPT_LOAD,
     .operands.first = 2,
     .operands.n = 1,
     .size = 4,
     .line = 1},
    ROW(.op = SCRIPT_BRANCH, .operands.first = 3, .operands.n = 1, .width = 1,
        .line = 1),
    ROW(.op = SCRIPT_JUMP, .target = 2, .line = 1),
    {.op = SCRIPT_LOAD,
     .operands.first = 4,
     .operands.n = 1,
     .size = 4,
     .line = 1},
    ROW(.op = SCRIPT_RETURN, .operands.first = 5, .operands.n = 1, .width = 4,
        .line = 1),
};

static Script
sample(void)
{
    return (Script){.id = "sample",
                    .functions = functions,
                    .nfunctions = 1,
                    .blocks = blocks,
                    .nblocks = 3,
                    .insts = insts,
                    .ninsts = 7,
                    .operands = operands,
                    .noperands = 6,
                    .places = places,
                    .nplaces = 1,
                    .cases = cases,
                    .ncases = 2,
                    .lines = lines,
                    .nlines = 2,
                    .texts = texts,
                    .ntexts = sizeof texts};
}

static void
test_script_bytes(void **unused)
{
    Script s = sample(), back;
    Str bytes = {0};
    Diag d;

    (void)unused;
    diag_init(&d);
    script_write(&s, &bytes);
    assert_true(script_parse((uint8_t *)bytes.at, bytes.n, &back, &d));
    assert_int_equal(back.ninsts, 7);
    assert_string_equal(back.id, "sample");
    script_done(&back);
    for (size_t n = 0; n < bytes.n; n++) { /* cut off anywhere */
        Diag cut;
        diag_init(&cut);
        assert_false(script_parse((uint8_t *)bytes.at, n, &back, &cut));
        assert_non_null(cut.error);
        diag_done(&cut);
    }
    str_done(&bytes);
    diag_done(&d);
}

/* The records of one call of the sample, as far as `n` bytes go. */
static bool
build(size_t n, Graph *g, Diag *d)
{
    static Script s;
    static uint32_t first[4] = {0, 0, 1, 1};
    static ControlDep dep = {.branch = 0, .edge = 1};
    Control control = {.nblocks = 3, .first = first, .deps = &dep};
    static const uint8_t records[] = {0, 0, 0, 0, 5, 0, 0, 0, 1, 5, 0, 0, 0};
    Trace t = {.records = records, .nrecords = n};

    s = sample();
    return graph_make(
        &(GraphSpec){.script = &s, .control = &control, .trace = &t}, g, d);
}

static void
test_graph_by_hand(void **unused)
{
    Graph g;
    Diag d;

    (void)unused;
    diag_init(&d);
    assert_true(build(13, &g, &d));
    assert_true(graph_check(&g, &d));
    assert_int_equal(g.nnodes, 4); /* outside, store, branch, return */
    assert_int_equal(g.nodes[1].value, 5);
    assert_int_equal(g.deps[g.nodes[2].dep], 1);
    assert_int_equal(g.deps[g.nodes[3].dep], 1);
    assert_int_equal(g.nodes[3].control, 0); /* whichever way it went */
    assert_int_equal(g.run.arrivals[0], 1);
    graph_done(&g);
    for (size_t n = 0; n < 13; n++) { /* a crash may come at any time */
        assert_true(build(n, &g, &d));
        assert_true(graph_check(&g, &d));
        graph_done(&g);
    }
    diag_done(&d);
}

static void
test_criterion(void **unused)
{
    static const struct {
        const char *place, *error;
    } bad[] = {
        {"a.c:9", "a.c:9 has no code; the nearest line with code is 2"},
        {"b.c:1", "no file b.c in the program"},
        {"a.c:2#7", "a.c:2 was executed 1 time, not 7"},
        {"a.c", "a.c is not FILE:LINE or FILE:LINE#INSTANCE"},
    };
    Graph g;
    Criterion c;
    Diag d;

    (void)unused;
    diag_init(&d);
    assert_true(build(13, &g, &d));
    assert_true(criterion_at(&g, "a.c:2", NULL, &c, &d));
    Bitset set = slice_nodes(&g, &c, false);
    assert_int_equal(bitset_count(&set), 3);
    bitset_free(&set);
    criterion_done(&c);
    assert_true(criterion_at(&g, "a.c:1#1", NULL, &c, &d));
    set = slice_nodes(&g, &c, true);
    assert_int_equal(bitset_count(&set), 3);
    bitset_free(&set);
    criterion_done(&c);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Diag e;
        diag_init(&e);
        assert_false(criterion_at(&g, bad[i].place, NULL, &c, &e));
        assert_string_equal(e.error, bad[i].error);
        diag_done(&e);
    }
    graph_done(&g);
    diag_done(&d);
}

/* int f(void) { x = 5; if (p) x = 6; return x; } with p false: the branch could
 * have made another definition reach the return. */
/* The node that the sequence number names; 0: there is none. */
static uint32_t
node_of_site(const Lineage *d, uint64_t site)
{
    for (uint32_t i = 1; i < d->nnodes; i++)
        if (d->nodes[i].site == site)
            return i;
    return 0;
}

static void
test_summary_by_hand(void **unused)
{
    static uint32_t first[3] = {0, 0, 1}, branch;
    static uint32_t list[7] = {0, 0, 0, 0, 0, 1, 0};
    Summaries summaries = {.ninsts = 7,
                           .nblocks = 3,
                           .n = 1,
                           .nlists = 2,
                           .list = list,
                           .first = first,
                           .branches = &branch};
    static uint32_t controls[4] = {0, 0, 1, 1};
    static ControlDep dep = {.branch = 0, .edge = 1};
    Control control = {.nblocks = 3, .first = controls, .deps = &dep};
    static const uint8_t records[] = {0, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0, 0, 0};
    Trace t = {.records = records, .nrecords = sizeof records};
    Script s = sample();
    GraphSpec spec = {.script = &s,
                      .control = &control,
                      .summaries = &summaries,
                      .trace = &t};
    Graph g;
    Criterion c;
    Lineage lineage;
    size_t n;
    Diag d;

    (void)unused;
    s.insts = mem_alloc(sizeof insts);
    memcpy(s.insts, insts, sizeof insts);
    s.insts[1].site = s.insts[3].site = s.insts[6].site = 1;
    diag_init(&d);
    assert_true(graph_make(&spec, &g, &d));
    assert_true(graph_check(&g, &d));
    assert_int_equal(g.nnodes, 5); /* outside, store, branch, load, return */
    assert_int_equal(g.summaries.n, 1);
    assert_int_equal(graph_summaries(&g, 3, &n)->branch, 2);
    assert_int_equal(n, 1);
    graph_summaries(&g, 2, &n);
    assert_int_equal(n, 0);
    assert_int_equal(g.sites.n, 3);
    assert_int_equal(graph_site(&g, 4), 3);
    assert_int_equal(graph_site(&g, 3), 0); /* a load */
    assert_int_equal(graph_find_site(&g, 2), 2);
    assert_int_equal(graph_find_site(&g, 4), 0);
    c = (Criterion){.nodes = (uint32_t[]){4}, .n = 1, .step = 1};
    assert_true(lineage_build(&g, &c, true, NULL, &lineage));
    assert_true(lineage_check(&lineage, &d));
    assert_int_equal(lineage.nnodes, 5);
    assert_int_equal(node_of_site(&lineage, 2), 2);
    uint32_t edge = lineage.nodes[3].edge; /* the load's */
    assert_int_equal(lineage.to[edge], 1);
    assert_int_equal(lineage.kind[edge], GRAPH_FLOW);
    assert_int_equal(lineage.to[edge + 1], 2);
    assert_int_equal(lineage.kind[edge + 1], GRAPH_SUMMARY);
    assert_int_equal(lineage.to[lineage.nodes[1].edge], 0); /* the ENTRY */
    lineage_done(&lineage);
    /* The branch is not in it. */
    assert_true(lineage_build(&g, &c, false, NULL, &lineage));
    assert_true(lineage_check(&lineage, &d));
    assert_int_equal(lineage.nnodes, 4);
    assert_int_equal(node_of_site(&lineage, 2), 0);
    lineage_done(&lineage);
    const Deadline over = {.at = 1e-9};
    assert_false(lineage_build(&g, &c, true, &over, &lineage));
    assert_null(lineage.nodes);
    g.sites.first = 10; /* as if what came before had been dropped */
    assert_true(lineage_build(&g, &c, true, NULL, &lineage));
    assert_true(lineage_check(&lineage, &d));
    assert_int_equal(lineage.nodes[lineage.nnodes - 1].site, 13);
    assert_int_equal(node_of_site(&lineage, 12), 2);
    lineage_done(&lineage);
    graph_done(&g);
    free(s.insts);
    diag_done(&d);
}

static void
test_foreign_files(void **unused)
{
    uint8_t *page = mem_zalloc(1, TRACE_PAGE + 16);
    TraceState s = {.magic = TRACE_MAGIC,
                    .version = TRACE_VERSION,
                    .id = "sample",
                    .buffer.offset = TRACE_PAGE};
    Trace t;
    Diag d;

    (void)unused;
    diag_init(&d);
    memcpy(page, &s, sizeof s);
    assert_true(trace_parse(page, TRACE_PAGE + 16, "sample", &t, &d));
    assert_int_equal(t.nrecords, 0);
    trace_close(&t);
    assert_false(trace_parse(page, 10, "sample", &t, &d));
    diag_done(&d);
    diag_init(&d);
    assert_false(trace_parse(page, TRACE_PAGE, "other", &t, &d));
    assert_string_equal(d.error, "a trace of another program");
    diag_done(&d);
    diag_init(&d);
    s.buffer.offset = TRACE_PAGE + 17;
    memcpy(page, &s, sizeof s);
    assert_false(trace_parse(page, TRACE_PAGE + 16, "sample", &t, &d));
    assert_string_equal(d.error,
                        "the trace is cut off: it has 4112 bytes of 4113");
    diag_done(&d);
    free(page);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shadow_pages),
        cmocka_unit_test(test_script_bytes),
        cmocka_unit_test(test_graph_by_hand),
        cmocka_unit_test(test_criterion),
        cmocka_unit_test(test_summary_by_hand),
        cmocka_unit_test(test_foreign_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
