/* technique_test.c - the worked example of the CP paper comes out of every
 * technique as printed there, and all rows of the table obey common laws. */
#include "spectrum/technique.h"

#include "spectrum/sketch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Statements s1..s9 are lines 1..9. */
static const Finding *
at_line(const Findings *f, uint32_t line)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].place.line == line)
            return &f->at[i];
    return NULL;
}

static void
run_named(const char *name, EntityKind kind, const Runs *runs, Findings *out)
{
    const Technique *t = technique_by_name(name);
    RankOptions o = {.entity = kind};
    Diag d;

    assert_non_null(t);
    diag_init(&d);
    if (!technique_run(t, &o, runs, out, &d))
        fail_msg("%s: %s", name, d.error);
    diag_done(&d);
}

/* The golden table: scores of s1, s2..s5, s6..s8, s9; share of the code to
 * examine until the fault in s2. */
static const struct {
    const char *technique;
    double s1, s2, s6, s9;
    int percent;
} golden[] = {
    {"tarantula", 0.50, 0.71, 1.00, 0.50, 78},
    {"sbi", 0.29, 0.50, 1.00, 0.29, 78},
    {"jaccard", 0.29, 0.50, 0.50, 0.29, 78},
    {"branch", 0.71, 0.71, 0.71, 0.71, 100},
    {"cp", 0.11, 1.11, 1.00, 0.11, 44},
};

static void
golden_table(void **state)
{
    Sketch k;

    (void)state;
    sketch_schedule(&k);
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        Findings f;
        run_named(golden[i].technique, ENTITY_OWN, &k.runs, &f);
        assert_int_equal(f.n, 9);
        assert_int_equal(f.entities, 9);
        assert_int_equal(f.failed, 2);
        assert_int_equal(f.passed, 5);
        for (uint32_t line = 1; line <= 9; line++) {
            double want = line == 1   ? golden[i].s1
                          : line <= 5 ? golden[i].s2
                          : line <= 8 ? golden[i].s6
                                      : golden[i].s9;
            double got = at_line(&f, line)->score;
            if (fabs(got - want) > 0.005)
                fail_msg("%s s%u: got %g, want %g", golden[i].technique, line,
                         got, want);
        }
        long percent = lround(100.0 * at_line(&f, 2)->rank / 9);
        assert_int_equal(percent, golden[i].percent);
        findings_done(&f);
    }
    sketch_done(&k);
}

static void
golden_ranks_and_words(void **state)
{
    Sketch k;
    Findings f;

    (void)state;
    sketch_schedule(&k);
    run_named("cp", ENTITY_OWN, &k.runs, &f);
    assert_int_equal(at_line(&f, 2)->rank, 4);
    assert_int_equal(at_line(&f, 6)->rank, 7);
    assert_int_equal(at_line(&f, 1)->rank, 9);
    assert_int_equal(at_line(&f, 9)->rank, 9);
    assert_int_equal(f.at[0].place.line, 2); /* file order inside a group */
    assert_int_equal(f.at[3].place.line, 5);
    assert_int_equal(f.at[0].group, 1);
    assert_int_equal(f.at[4].group, 2);
    assert_string_equal(f.at[0].message,
                        "run by 2 of 2 failing and 2 of 5 passing tests");
    assert_string_equal(f.at[0].place.function, "schedule");
    findings_done(&f);
    run_named("ochiai", ENTITY_EDGE, &k.runs, &f);
    for (size_t i = 0; i < f.n; i++) /* Figure 1, e1..e5 */
        if (f.at[i].id < 5) {
            static const double want[] = {0.53, 0.71, 0, 0.71, 0.41};
            assert_true(fabs(f.at[i].score - want[f.at[i].id]) < 0.005);
        }
    findings_done(&f);
    sketch_done(&k);
}

/* Every technique on every entity it fits: finite scores, falling in order,
 * ranks that are group sums. */
static void
check_list(const Findings *f)
{
    for (size_t i = 0; i < f->n; i++) {
        const Finding *x = &f->at[i];
        assert_true(isfinite(x->score));
        assert_true(x->rank > i && x->rank <= f->entities);
        assert_non_null(x->message);
        assert_non_null(x->entity);
        if (i == 0) {
            assert_int_equal(x->group, 1);
            continue;
        }
        assert_true(x->score <= x[-1].score);
        if (x->group == x[-1].group)
            assert_int_equal(x->rank, x[-1].rank);
        else {
            assert_int_equal(x->group, x[-1].group + 1);
            assert_int_equal(x[-1].rank, i);
        }
    }
}

static void
all_on_everything(void **state)
{
    Sketch k;

    (void)state;
    sketch_schedule(&k);
    for (const Technique *t = techniques; t->name; t++)
        for (unsigned kind = 0; kind <= ENTITY_KINDS; kind++) {
            RankOptions o = {.entity = (EntityKind)kind};
            Findings f;
            Diag d;
            diag_init(&d);
            bool ok = technique_run(t, &o, &k.runs, &f, &d);
            assert_int_equal(ok, technique_fits(t, &k.runs, (EntityKind)kind));
            assert_int_equal(ok, d.error == NULL);
            check_list(&f);
            findings_done(&f);
            diag_done(&d);
        }
    sketch_done(&k);
}

/* Lines of foreign coverage: the table without Branch and CP. */
static void
foreign_lines(void **state)
{
    static const uint32_t rows[][4] = {
        {1, 1, 0, 1}, {1, 1, 1, 1}, {1, 0, 0, 1}};
    struct RunsLine lines[4] = {
        {"a.c", 1, "f"}, {"a.c", 2, "f"}, {"a.c", 6, "g"}, {"a.c", 9, ""}};
    uint64_t start[4] = {0};
    uint32_t index[12], count[12], n = 0;
    Run run[3] = {{"p1", VERDICT_PASS, "", false, false},
                  {"f1", VERDICT_FAIL, "", false, false},
                  {"u", VERDICT_UNKNOWN, "", false, false}};
    Findings f;

    (void)state;
    for (uint32_t r = 0; r < 3; r++) {
        for (uint32_t i = 0; i < 4; i++)
            if (rows[r][i])
                index[n] = i, count[n++] = 1;
        start[r + 1] = n;
    }
    Runs runs = {.runs = run,
                 .nruns = 3,
                 .foreign = {.lines = {start, index, count}, .line = lines},
                 .foreign.nlines = 4};
    run_named("ochiai", ENTITY_OWN, &runs, &f);
    assert_string_equal(f.unit, "line");
    assert_int_equal(f.at[0].place.line, 6);
    assert_int_equal(f.passed, 1);
    findings_done(&f);
    run_named("ochiai", ENTITY_FUNCTION, &runs, &f);
    assert_int_equal(f.n, 2);
    assert_string_equal(f.at[0].place.function, "g");
    findings_done(&f);
    run_named("nn-binary", ENTITY_OWN, &runs, &f);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].place.line, 6);
    findings_done(&f);
    assert_false(technique_fits(technique_by_name("cp"), &runs, ENTITY_OWN));
}

static void
no_failing_test(void **state)
{
    Sketch k;
    Findings f;
    Diag d;

    (void)state;
    sketch_schedule(&k);
    for (uint32_t i = 0; i < k.runs.nruns; i++)
        k.runs.runs[i].lost = k.runs.runs[i].verdict == VERDICT_FAIL;
    diag_init(&d);
    assert_false(
        technique_run(&techniques[0], &(RankOptions){0}, &k.runs, &f, &d));
    assert_non_null(strstr(d.error, "no failing test"));
    diag_done(&d);
    findings_done(&f);
    sketch_done(&k);
}

/* Order of runs does not matter, nor do runs without a verdict. */
static void
permutation_law(void **state)
{
    (void)state;
    for (const Technique *t = techniques; t->name; t++) {
        Sketch k, back;
        Findings f, g;
        sketch_schedule(&k);
        sketch_schedule(&back);
        sketch_done(&back);
        sketch_init(&back);
        sketch_function(&back, "schedule", 4, (unsigned[]){1, 4, 3, 1});
        for (uint32_t e = 0; e < k.p.n.edges; e++)
            sketch_edge(&back, k.p.edges[e].from, k.p.edges[e].to,
                        (EdgeKind)k.p.edges[e].kind, k.p.edges[e].label);
        sketch_site(&back, SITE_BRANCH, 0, 1, "");
        sketch_site(&back, SITE_BRANCH, 1, 5, "");
        for (uint32_t r = k.runs.nruns; r-- > 0;) {
            uint32_t dense[7] = {0};
            for (uint64_t i = k.edge_counts.start.at[r];
                 i < k.edge_counts.start.at[r + 1]; i++)
                dense[k.edge_counts.index.at[i]] = k.edge_counts.count.at[i];
            sketch_run(&back, k.runs.runs[r].verdict, dense);
            sketch_run(&back, VERDICT_UNKNOWN, dense);
        }
        sketch_finish(&back);
        run_named(t->name, ENTITY_OWN, &k.runs, &f);
        run_named(t->name, ENTITY_OWN, &back.runs, &g);
        assert_int_equal(f.n, g.n);
        for (size_t i = 0; i < f.n; i++) {
            assert_int_equal(f.at[i].id, g.at[i].id);
            assert_int_equal(f.at[i].rank, g.at[i].rank);
            assert_true(fabs(f.at[i].score - g.at[i].score) < 1e-9);
        }
        findings_done(&f);
        findings_done(&g);
        sketch_done(&k);
        sketch_done(&back);
    }
}

static double
seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* 5,000 tests x 2,000 edges; told, and enforced on request only. */
static void
speed_of_all_formulas(void **state)
{
    enum { BLOCKS = 1000, TESTS = 5000 };
    static uint32_t counts[2 * BLOCKS + 2];
    Sketch k;
    Study s;
    Diag d;

    (void)state;
    srand(3);
    sketch_init(&k);
    sketch_function(&k, "f", BLOCKS, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    for (uint32_t b = 0; b + 1 < BLOCKS; b++) {
        sketch_edge(&k, b, b + 1, EDGE_TRUE, "true");
        sketch_edge(&k, b, (b * 7 + 2) % BLOCKS, EDGE_FALSE, "false");
    }
    for (unsigned t = 0; t < TESTS; t++) {
        for (size_t e = 0; e < k.edges.n; e++)
            counts[e] = rand() % 2 ? 3 : 0;
        sketch_run(&k, t % 50 ? VERDICT_PASS : VERDICT_FAIL, counts);
    }
    sketch_finish(&k);
    diag_init(&d);
    double start = seconds();
    study_init(&s, &k.runs, NULL, 0, NULL);
    for (const Technique *t = techniques; t->name; t++) {
        RankOptions o = {.entity = ENTITY_STATEMENT, .limit = 20};
        Findings f;
        if (t->ranks != RANKS_ALL)
            continue;
        assert_true(technique_run_on(t, &o, &s, &f, &d));
        findings_done(&f);
    }
    double took = seconds() - start;
    print_message("all formulas, %d tests x %zu edges: %.0f ms\n", TESTS,
                  k.edges.n, 1e3 * took);
    if (getenv("CULPRIT_TIMING"))
        assert_true(took < 0.2);
    study_done(&s);
    diag_done(&d);
    sketch_done(&k);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_table),
        cmocka_unit_test(golden_ranks_and_words),
        cmocka_unit_test(all_on_everything),
        cmocka_unit_test(foreign_lines),
        cmocka_unit_test(no_failing_test),
        cmocka_unit_test(permutation_law),
        cmocka_unit_test(speed_of_all_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
