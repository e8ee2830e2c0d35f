/* explore_test.c - the goldens of similarity, and flips against whole
 * paths.
 */
#include "base/mem.h"
#include "explore/similar.h"
#include "explore/watch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

static Decisions
path_of(const char *branches, const char *outcomes)
{
    Decisions d = {.n = (uint32_t)strlen(branches)};

    d.at = mem_zalloc(d.n + 1, sizeof *d.at);
    for (uint32_t i = 0; i < d.n; i++)
        d.at[i] = (Decision){.branch = (uint64_t)branches[i],
                             .outcome = outcomes[i] == 't',
                             .others = 1};
    decisions_number(&d);
    return d;
}

static bool
near(double x, double y)
{
    return fabs(x - y) < 0.05;
}

/* Conditions C1..C6 of which only C3 differs: 83.3 % and 50 %. */
static void
test_paper(void **unused)
{
    Decisions f = path_of("123456", "tttttt"), g = path_of("123456", "ttfttt");
    Pattern p;

    (void)unused;
    pattern_init(&p, &f);
    assert_true(near(similar_subset(&p, &g), 83.3));
    assert_true(near(similar_subsequence(&p, &g), 50));
    assert_true(near(similar_subset(&p, &f), 100));
    assert_true(near(similar_subsequence(&p, &f), 100));
    pattern_done(&p);
    decisions_done(&f);
    decisions_done(&g);
}

static void
test_occurrences(void **unused)
{
    Decisions f = path_of("11112", "tttft"), g = path_of("112", "tft");
    Pattern p;

    (void)unused;
    pattern_init(&p, &f);
    /* Alike: 1#0 and 2#0; 1#1 differs; 1#2 and 1#3 are in one only. */
    assert_true(near(similar_subset(&p, &g), 40));
    assert_true(near(similar_subsequence(&p, &g), 20));
    pattern_done(&p);
    decisions_done(&f);
    decisions_done(&g);
}

static void
test_empty(void **unused)
{
    Decisions none = path_of("", ""), one = path_of("1", "t");
    Pattern p;

    (void)unused;
    pattern_init(&p, &none);
    assert_true(near(similar_subset(&p, &none), 100));
    assert_true(near(similar_subset(&p, &one), 0));
    pattern_done(&p);
    decisions_done(&none);
    decisions_done(&one);
}

/* One condition that goes the other way gives what the whole path gives. */
static void
test_flips(void **unused)
{
    static const char branches[] = "12132413", outcomes[] = "ttftfttf";
    Decisions f = path_of("1213241", "tttftft");
    Decisions g = path_of(branches, outcomes);
    uint32_t at[8], out[8];
    double most[2][8] = {{0}};
    Pattern p;

    (void)unused;
    pattern_init(&p, &f);
    for (uint32_t i = 0; i < 8; i++) {
        at[i] = i;
        out[i] = outcomes[i] != 't';
    }
    for (int subset = 0; subset < 2; subset++)
        similar_flips(&p, &g, subset, at, out, 8, most[subset]);
    for (uint32_t i = 0; i < 8; i++) {
        char b[9], o[9];
        memcpy(b, branches, sizeof b);
        memcpy(o, outcomes, sizeof o);
        o[i] = out[i] ? 't' : 'f';
        Decisions d = path_of(b, o);
        assert_true(near(similar_subset(&p, &d), most[1][i]));
        assert_true(near(similar_subsequence(&p, &d), most[0][i]));
        decisions_done(&d);
    }
    pattern_done(&p);
    decisions_done(&f);
    decisions_done(&g);
}

static void
test_prefix_hashes(void **unused)
{
    Decisions f = path_of("123", "ttt"), g = path_of("123", "tft");

    (void)unused;
    assert_true(f.at[1].prefix == g.at[1].prefix);
    assert_true(f.at[2].prefix != g.at[2].prefix);
    assert_true(decision_hash(&f.at[1], 0) == g.at[2].prefix);
    assert_true(f.hash != g.hash);
    decisions_done(&f);
    decisions_done(&g);
}

/* Inputs S1..S6, only the third differs: 83.3 %. */
static void
test_inputs(void **unused)
{
    InputBytes s[6], t[6];
    Input x = {.args = s, .nargs = 6}, y = {.args = t, .nargs = 6};

    (void)unused;
    for (size_t i = 0; i < 6; i++)
        s[i] = t[i] = (InputBytes){.at = &"abcdef"[i], .n = 1};
    t[2].at = "z";
    assert_true(near(similar_input(&x, &y), 83.3));
    assert_true(near(similar_input(&x, &x), 100));
    y.nargs = 3;
    assert_true(near(similar_input(&x, &y), 33.3));
    /* Bytes of standard input are units, too. */
    x.has_stdin = y.has_stdin = true;
    x.in = y.in = (InputBytes){.at = "1234", .n = 4};
    assert_true(near(similar_input(&x, &y), 60));
    assert_int_equal(similar_input_units(&x), 10);
}

/* A line that is ranked twice is looked at once, by whatever pointer its file
 * is named; ties are looked at whole. */
static void
test_watch(void **unused)
{
    static Evidence run[] = {{.key = "ef", .number = 1}};
    char file[] = "a/x.c", again[] = "a/x.c";
    Finding at[] = {{.place.file = file, .place.line = 1, .group = 1},
                    {.place.file = again, .place.line = 1, .group = 1},
                    {.place.file = file, .place.line = 2, .group = 2},
                    {.place.file = again, .place.line = 3, .group = 2},
                    {.place.file = file, .place.line = 4, .group = 3}};
    Entity statements[] = {{.file = file, .line = 1, .hits = {.ef = 1}},
                           {.file = file, .line = 2, .hits = {.ef = 1}},
                           {.file = file, .line = 2, .column = 9},
                           {.file = file, .line = 3, .hits = {.ep = 1}},
                           {.file = file, .line = 4, .skip = true}};
    const Entities entities = {.at = statements, .n = 5};
    const WatchPlace second = {"x.c", 2}, none = {"y.c", 2};
    const Findings f = {.at = at, .n = 5};

    (void)unused;
    for (size_t i = 0; i < f.n; i++)
        at[i].evidence = run, at[i].nevidence = 1;
    Watched w = watch_find(&f, &entities, &second, 1);
    assert_int_equal(w.looked, 3);
    assert_int_equal(w.executed, 4);
    assert_int_equal(w.statements, 4);
    assert_int_equal(w.executed_statements, 3);
    w = watch_find(&f, &entities, &none, 1);
    assert_int_equal(w.looked, 0);
    assert_int_equal(w.statements, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_occurrences),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_prefix_hashes),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_watch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
