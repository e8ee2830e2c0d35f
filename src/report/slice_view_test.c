/* slice_view_test.c - a hand-made slice in every format. */
#include "report/slice_view.h"

#include "report/sample_stream.h"

#include <jansson.h>

/* Two instances of line 2, then line 3, which two things lead to. */
static ScriptLine lines[] = {{.file = 0, .line = 2}, {.file = 0, .line = 3}};
static char texts[] = "a.c\0main";
static ScriptFunction functions[] = {{.name = 4}};
static const Script script = {.lines = lines,
                              .nlines = 2,
                              .texts = texts,
                              .ntexts = sizeof texts,
                              .functions = functions,
                              .nfunctions = 1};
static GraphStep instances[] = {{0}, {0, 1, 0, 0}, {0, 2, 0, 0}, {1, 1, 0, 0}};
static const Graph graph = {.script = &script, .steps = instances, .nsteps = 4};

static const char *value[] = {"n = \"1\""};
static StorySite site[] = {{.number = 5, .text = "n = 1"}};
static StoryCause input[] = {
    {.step = SCRIPT_NONE, .kind = GRAPH_FLOW, .text = "byte 0"}};
static StoryCause both[] = {
    {.step = 0, .kind = GRAPH_FLOW, .text = "n = 1"},
    {.step = 1, .kind = GRAPH_CONTROL, .text = ""},
};
static StoryStep steps[] = {
    {.sequence = 1,
     .line = 0,
     .instance = 1,
     .function = "main",
     .values = value,
     .nvalues = 1,
     .sites = site,
     .nsites = 1,
     .causes = input,
     .ncauses = 1},
    {.sequence = 2, .line = 0, .instance = 2, .function = "main"},
    {.sequence = 3,
     .line = 1,
     .instance = 1,
     .function = "main",
     .causes = both,
     .ncauses = 2,
     .criterion = true},
};
static const Story story = {.steps = steps, .n = 3, .nsteps = 9};

static SliceView
view(void)
{
    return (SliceView){
        .story = &story, .graph = &graph, .criterion = 3, .total = 3};
}

static void
test_text(void **state)
{
    const SliceOutcome altered = {.status = 3, .out = "x\ny", .nout = 3};
    SliceView v = view();
    Written w;

    (void)state;
    v.show_sites = true;
    v.why = "the last output";
    v.total = 4;
    v.altered = &altered;
    written_open(&w);
    slice_show(&v, "text", w.out);
    assert_string_equal(written_text(&w),
                        "a.c:2#1  n = get(\"\\\");   [n = \"1\"]\n"
                        "    site 5: n = 1\n"
                        "    <- byte 0\n"
                        "a.c:2#2  n = get(\"\\\");\n"
                        "a.c:3#1  put(n);\n"
                        "    <- a.c:2#1: n = 1\n"
                        "    because of a.c:2#2\n"
                        "4 of 9 statement instances lead to a.c:3#1 (the last "
                        "output); the nearest 3 are shown (--top)\n"
                        "altered, the program ended with status 3 and wrote:\n"
                        "  | x\n"
                        "  | y\n");
    written_done(&w);
}

static void
test_json(void **state)
{
    SliceView v = view();
    json_error_t e;
    Written w;

    (void)state;
    written_open(&w);
    slice_show(&v, "json", w.out);
    json_t *doc = json_loads(written_text(&w), 0, &e);
    assert_non_null(doc);
    json_t *list = json_object_get(doc, "steps");
    assert_int_equal(json_array_size(list), 3);
    json_t *last = json_array_get(list, 2);
    assert_int_equal(json_integer_value(json_object_get(last, "line")), 3);
    assert_string_equal(json_string_value(json_object_get(last, "text")),
                        "put(n);");
    assert_int_equal(json_array_size(json_object_get(last, "causes")), 2);
    assert_int_equal(json_integer_value(json_object_get(doc, "executed")), 9);
    assert_null(json_object_get(doc, "altered"));
    json_decref(doc);
    written_done(&w);
}

/* Both instances of line 2 are one node; quotes are escaped. */
static void
test_dot(void **state)
{
    SliceView v = view();
    Written w;

    (void)state;
    written_open(&w);
    slice_show(&v, "dot", w.out);
    assert_string_equal(
        written_text(&w),
        "digraph slice {\n  node [shape=box, fontname=monospace];\n"
        "  l0 [label=\"a.c:2 (2 times)\\nn = get(\\\"\\\\\\\");\"];\n"
        "  l1 [label=\"a.c:3\\nput(n);\", penwidth=3];\n"
        "  i0_0 [shape=ellipse, label=\"byte 0\"];\n"
        "  i0_0 -> l0;\n"
        "  l0 -> l1;\n"
        "  l0 -> l1 [style=dashed];\n"
        "}\n");
    written_done(&w);
}

static void
test_sarif(void **state)
{
    SliceView v = view();
    json_error_t e;
    Written w;

    (void)state;
    v.forward = true;
    written_open(&w);
    slice_show(&v, "sarif", w.out);
    json_t *doc = json_loads(written_text(&w), 0, &e);
    assert_non_null(doc);
    assert_non_null(strstr(w.text, "3 of 9 statement instances depend on "
                                   "instance 1 of this"));
    assert_non_null(strstr(w.text, "<- a.c:2#1: n = 1; because of a.c:2#2"));
    json_decref(doc);
    written_done(&w);
}

static int
enter(void **state)
{
    return sample_enter(state, "int main(void) {\n"
                               "    n = get(\"\\\");\t\r\n"
                               "\tput(n);\n}\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_dot),
        cmocka_unit_test(test_sarif),
    };

    return cmocka_run_group_tests(tests, enter, sample_leave);
}
