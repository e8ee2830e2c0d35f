/* filter_test.c - patterns, marks in sources, and the order inside ties. */
#include "spectrum/filter.h"

#include "base/io.h"
#include "spectrum/sketch.h"
#include "spectrum/technique.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *pattern, *path, *function;
    bool matches;
} cases[] = {
    {"main", "/p/src/a.c", "main", true},
    {"ma*", "/p/src/a.c", "main", true},
    {"a.c", "/p/src/a.c", "f", true},
    {"*.c", "/p/src/a.c", "f", true},
    {"src/*", "/p/src/a.c", "f", true},
    {"src/*", "/p/src/deep/a.c", "f", true},
    {"rc/*", "/p/src/a.c", "f", false},
    {"/p/*", "/p/src/a.c", "f", true},
    {"p/*", "/p/src/a.c", "f", true},
    {"/src/*", "/p/src/a.c", "f", false},
    {"*_test.c", "lib/a_test.c", "", true},
    {"f", "/p/src/a.c", "", false},
    {"", "", "", false},
};

static void
patterns(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (filter_matches(cases[i].pattern, cases[i].path,
                           cases[i].function) != cases[i].matches)
            fail_msg("%s on %s %s", cases[i].pattern, cases[i].path,
                     cases[i].function);
}

static void
rank_with(const Runs *runs, const Filter *filter, Findings *f)
{
    Diag d;

    diag_init(&d);
    assert_true(technique_run(
        technique_by_name("ochiai"),
        &(RankOptions){.entity = ENTITY_OWN, .filter = filter}, runs, f, &d));
    diag_done(&d);
}

static void
marks_are_honoured(void **state)
{
    static const char source[] = "s1\ns2 // LCOV_EXCL_LINE\ns3\ns4\ns5\n"
                                 "s6 /* LCOV_EXCL_START */\ns7\n"
                                 "s8 /* LCOV_EXCL_STOP */\ns9\n";
    Sketch k;
    Findings f;
    char *dir;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(io_temp_dir("filter", &dir, &d));
    char *path = io_join(dir, "a.c");
    assert_true(io_write(path, source, strlen(source), &d));
    sketch_schedule(&k);
    k.file.path = path;
    rank_with(&k.runs, &(Filter){0}, &f);
    assert_int_equal(f.entities, 5); /* s1 s3 s4 s5 s9 */
    for (size_t i = 0; i < f.n; i++)
        assert_true(f.at[i].place.line != 2 && f.at[i].place.line / 3 != 2);
    findings_done(&f);
    rank_with(&k.runs, &(Filter){.ignore_marks = true}, &f);
    assert_int_equal(f.entities, 9);
    findings_done(&f);
    const char *no[] = {"schedule"};
    rank_with(&k.runs, &(Filter){.exclude = no, .nexclude = 1}, &f);
    assert_int_equal(f.entities, 0);
    findings_done(&f);
    rank_with(&k.runs,
              &(Filter){.include = no, .ninclude = 1, .ignore_marks = true},
              &f);
    assert_int_equal(f.entities, 9);
    findings_done(&f);
    sketch_done(&k);
    io_remove_tree(dir);
    free(dir);
    free(path);
    diag_done(&d);
}

/* Two blocks in a row, both run by all: the one where the failing run died
 * comes first, although it is the later one. */
static void
ties_by_where_runs_ended(void **state)
{
    Sketch k;
    Findings f;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 3, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, 1, EDGE_NEXT, "");
    sketch_edge(&k, 1, 2, EDGE_NEXT, "");
    sketch_edge(&k, 2, NONE, EDGE_EXIT, "");
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 1, 0, 0});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 1, 1, 1});
    sketch_finish(&k);
    rank_with(&k.runs, NULL, &f);
    assert_int_equal(f.at[0].place.line, 2);
    assert_int_equal(f.at[1].place.line, 1);
    assert_int_equal(f.at[0].rank, 2);
    assert_string_equal(f.at[0].message, "run by 1 of 1 failing and 1 of 1 "
                                         "passing tests; 1 failing ended here");
    findings_done(&f);
    k.p.threaded = true; /* counts may be off: no ends are told */
    rank_with(&k.runs, NULL, &f);
    assert_int_equal(f.at[0].place.line, 1);
    findings_done(&f);
    sketch_done(&k);
}

/* One statement in two blocks is one entity, run where either is. */
static void
pieces_of_one_statement(void **state)
{
    Sketch k;
    Findings f;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 3, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, 1, EDGE_TRUE, "true");
    sketch_edge(&k, 0, 2, EDGE_FALSE, "false");
    k.statements.at[2].line = k.statements.at[1].line;
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 1, 0});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 0, 1});
    sketch_finish(&k);
    rank_with(&k.runs, NULL, &f);
    assert_int_equal(f.entities, 2);
    for (size_t i = 0; i < f.n; i++)
        assert_true(f.at[i].evidence[0].number == 1 &&
                    f.at[i].evidence[1].number == 1);
    findings_done(&f);
    sketch_done(&k);
}

/* Of two statements in a block, the run that died at the first did not run
 * the second. */
static void
behind_a_crash(void **state)
{
    Sketch k;
    Findings f;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 1, (unsigned[]){2});
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, NONE, EDGE_EXIT, "");
    k.blocks.at[0].nreached = 1;
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 0});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 1});
    sketch_finish(&k);
    rank_with(&k.runs, NULL, &f);
    assert_int_equal(f.at[0].place.line, 1);
    assert_int_equal(f.at[0].rank, 1);
    assert_true(f.at[1].score == 0);
    findings_done(&f);
    sketch_done(&k);
}

/* Which of these files are told, as letters; each is run by the failing test.
 */
static const char *
told(const Filter *filter, const char *const *files, size_t n, Diag *d)
{
    static char letters[8];
    Entity at[8] = {{.id = 0}};
    Entities e = {.kind = ENTITY_STATEMENT, .at = at, .n = (uint32_t)n};
    size_t k = 0;

    diag_init(d);
    for (size_t i = 0; i < n; i++)
        at[i] =
            (Entity){.hits = {.ef = 1}, .file = files[i], .function = "main"};
    filter_apply(filter, &e, d);
    for (size_t i = 0; i < n; i++)
        if (!at[i].skip)
            letters[k++] = (char)('a' + i);
    letters[k] = 0;
    return letters;
}

static void
others_are_left_out(void **state)
{
    static const char *const files[] = {
        "/home/tests/p/src/a.c", "/home/tests/p/tests/b.c",
        "/home/tests/p/vendor/c.c", "/usr/include/d.h",
        "/home/tests/p/src/probe.c"};
    const char *probe = "probe", *all = "*", *tests = "p/tests/*";
    Filter f = {.names_only = true, .own = true};
    Diag d;

    (void)state;
    assert_string_equal(told(&f, files, 5, &d), "ae");
    assert_int_equal(d.nwarnings, 0);
    diag_done(&d);
    f.tests = (Texts){&probe, 1};
    assert_string_equal(told(&f, files, 5, &d), "a");
    diag_done(&d);
    f.include = &all;
    f.ninclude = 1;
    assert_string_equal(told(&f, files, 5, &d), "abcde");
    diag_done(&d);
    f.include = &tests;
    assert_string_equal(told(&f, files + 1, 4, &d), "a");
    diag_done(&d);
}

static void
something_always_remains(void **state)
{
    static const char *const files[] = {"/p/tests/a.c", "/p/t/b.c"};
    const Filter f = {.names_only = true, .own = true};
    bool left_out[2];
    Diag d;

    (void)state;
    assert_string_equal(told(&f, files, 2, &d), "ab");
    assert_int_equal(d.nwarnings, 1);
    diag_done(&d);
    filter_files(&f, files, 2, left_out);
    assert_false(left_out[0] || left_out[1]);
    static const char *const mixed[] = {"/p/tests/a.c", "/p/b.c"};
    filter_files(&f, mixed, 2, left_out);
    assert_true(left_out[0] && !left_out[1]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(marks_are_honoured),
        cmocka_unit_test(ties_by_where_runs_ended),
        cmocka_unit_test(pieces_of_one_statement),
        cmocka_unit_test(behind_a_crash),
        cmocka_unit_test(others_are_left_out),
        cmocka_unit_test(something_always_remains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
