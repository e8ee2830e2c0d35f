/* cause_view_test.c - a hand-made cause as a picture and for gdb. */
#include "report/cause_view.h"

#include "report/sample_stream.h"

/* m = 1 on line 2, for the second time; then what is wrong, on line 3. */
static char texts[] = "a.c\0m";
static ScriptLine lines[] = {{.file = 0, .line = 2}, {.file = 0, .line = 3}};
static ScriptInst insts[] = {
    {.op = SCRIPT_STORE, .width = 4, .result.bits = 32, .line = 0, .text = 4},
    {.op = SCRIPT_STORE, .width = 4, .result.bits = 32, .line = 1, .text = 4},
};
static const Script script = {.texts = texts,
                              .ntexts = sizeof texts,
                              .lines = lines,
                              .nlines = 2,
                              .insts = insts,
                              .ninsts = 2};
static GraphStep steps[] = {{0}, {.line = 0, .instance = 2}, {1, 1, 0, 0}};
static GraphNode nodes[] = {{0},
                            {.inst = 0, .step = 1, .value = 1},
                            {.inst = 1, .step = 2, .value = 7},
                            {0}};
static const Graph graph = {.script = &script,
                            .nodes = nodes,
                            .nnodes = 3,
                            .steps = steps,
                            .nsteps = 3};
static uint32_t wrong[] = {2};
static const Criterion criterion = {.nodes = wrong, .n = 1};
static const CauseSpec spec = {.run.graph = &graph, .criterion = &criterion};

/* The search altered the one state there is: 1; the failure is 2. */
static uint32_t of_lineage[] = {0, 1, 0}, first[] = {0, 0, 1, 1}, to[] = {2};
static LineageNode lineage[] = {{0}, {.node = 1}};
static uint32_t altered[] = {1};
static NarrowNodes frontier = {.at = altered, .n = 1};
static CauseLink suspect = {
    .node = 1, .has_value = true, .value = 2, .alone = true};

static CauseResult
result(void)
{
    return (CauseResult){
        .lineage = {.nodes = lineage},
        .domain = {.graph = {.n = 3, .first = first, .to = to, .failure = 2},
                   .node = of_lineage,
                   .naltered = 1},
        .narrow = {.frontiers = {.at = &frontier, .n = 1}},
        .suspects = {.at = &suspect, .n = 1}};
}

static void
expect(const CauseView *v, const char *format, const char *text)
{
    Written w;
    Diag d;

    diag_init(&d);
    written_open(&w);
    assert_true(cause_show(v, format, w.out, &d));
    assert_string_equal(written_text(&w), text);
    written_done(&w);
    diag_done(&d);
}

static void
test_dot(void **state)
{
    CauseResult r = result();
    const CauseView v = {.spec = &spec, .result = &r};

    (void)state;
    expect(&v, "dot",
           "digraph cause {\n  node [shape=box];\n"
           "  n1 [label=\"a.c:2#2\\n1\\ncut 1\",style=filled,"
           "fillcolor=tomato];\n"
           "  n2 [label=\"a.c:3\",shape=octagon];\n"
           "  n1 -> n2;\n"
           "}\n");
    r.suspects.n = 0;
    r.chain.at = &suspect;
    r.chain.n = 1;
    expect(&v, "dot",
           "digraph cause {\n  node [shape=box];\n"
           "  n1 [label=\"a.c:2#2\\n1\\ncut 1\",style=filled,"
           "fillcolor=khaki];\n"
           "  n2 [label=\"a.c:3\",shape=octagon];\n"
           "  n1 -> n2;\n"
           "}\n");
}

static void
expect_script(const CauseView *v, bool rr, const char *text)
{
    Written w;
    Diag d;

    diag_init(&d);
    written_open(&w);
    assert_true(cause_script(v, rr, w.out, &d));
    assert_string_equal(written_text(&w), text);
    written_done(&w);
    diag_done(&d);
}

static void
test_gdb(void **state)
{
    const CauseResult r = result();
    const CauseView v = {
        .spec = &spec, .result = &r, .path = "/bin/mid", .test = "< in"};

    (void)state;
    expect_script(&v, false,
                  "# stops at the very instance of each suspect: gdb -x FILE\n"
                  "file /bin/mid\n"
                  "# m was 1; with 2 the failure is gone\n"
                  "break a.c:2\nignore $bpnum 1\n"
                  "run < in\n");
    expect_script(
        &v, true,
        "# stops at the very instance of each suspect: rr replay -- -x "
        "FILE\n"
        "# m was 1; with 2 the failure is gone\n"
        "break a.c:2\nignore $bpnum 1\n"
        "continue\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dot),
        cmocka_unit_test(test_gdb),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
