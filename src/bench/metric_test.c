/* metric_test.c - the paper's share of code examined, ties in three orders,
 * what is not listed, and lists of other things than statements. */
#include "bench/metric.h"

#include "bench/contest.h"
#include "bench/tally.h"
#include "spectrum/sketch.h"
#include "spectrum/technique.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The excerpt of `schedule`, with the fault in one of its nine lines. */
typedef struct Scene Scene;
struct Scene {
    Sketch sketch;
    Study study;
    const Entities *statements;
    bool faulty[16];
    Ground ground;
};

static void
scene_init(Scene *s, uint32_t line)
{
    Diag d;

    diag_init(&d);
    *s = (Scene){0};
    sketch_schedule(&s->sketch);
    study_init(&s->study, &s->sketch.runs, NULL, 0, NULL);
    s->statements = study_entities(&s->study, ENTITY_STATEMENT, &d);
    assert_non_null(s->statements);
    assert_int_equal(s->statements->n, 9);
    for (uint32_t i = 0; i < 9; i++)
        s->faulty[i] = s->statements->at[i].line == line;
    ground_init(&s->ground, &s->sketch.p, s->statements, s->faulty);
    diag_done(&d);
}

static void
scene_done(Scene *s)
{
    ground_done(&s->ground);
    study_done(&s->study);
    sketch_done(&s->sketch);
}

static Score
score_of(Scene *s, const char *technique, EntityKind entity)
{
    const RankOptions o = {.entity = entity};
    Score score = {.error = ""};
    Findings f = {0};
    Diag d;

    diag_init(&d);
    assert_true(
        technique_run_on(technique_by_name(technique), &o, &s->study, &f, &d));
    metric_score(&f, &s->ground, &score);
    findings_done(&f);
    diag_done(&d);
    return score;
}

/* SPEC: the fault is in s2; of nine statements these are examined. */
static void
golden_code_examined(void **state)
{
    static const struct {
        const char *technique;
        uint32_t worst;
    } rows[] = {
        {"tarantula", 7}, {"sbi", 7}, {"jaccard", 7}, {"branch", 9}, {"cp", 4},
    };
    Scene s;

    (void)state;
    scene_init(&s, 2);
    assert_int_equal(s.ground.total, 9);
    assert_int_equal(s.ground.executed, 9);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(
            score_of(&s, rows[i].technique, ENTITY_STATEMENT).statements.worst,
            rows[i].worst);
    scene_done(&s);
}

static void
other_entities_stand_for_statements(void **state)
{
    Scene s;

    (void)state;
    scene_init(&s, 2);
    assert_int_equal(score_of(&s, "tarantula", ENTITY_BLOCK).statements.worst,
                     7);
    assert_int_equal(score_of(&s, "ochiai", ENTITY_FUNCTION).statements.worst,
                     9);
    assert_int_equal(score_of(&s, "ochiai", ENTITY_FUNCTION).lines.listed, 1);
    /* No predicate is at line 2: it is among the rest. */
    Score p = score_of(&s, "ochiai", ENTITY_PREDICATE);
    assert_int_equal(p.statements.worst, 9);
    assert_int_equal(p.lines.listed, 0);
    scene_done(&s);
    scene_init(&s, 5); /* the second branch */
    assert_true(score_of(&s, "ochiai", ENTITY_PREDICATE).statements.worst <= 2);
    scene_done(&s);
}

/* A list by hand: groups of lines, such as "3 4|5". */
static void
make_list(const char *text, Findings *f)
{
    uint32_t group = 1;

    *f = (Findings){.unit = "statement"};
    f->at = ARENA_ARRAY(&f->arena, Finding, 16);
    for (const char *at = text; *at; at++) {
        group += *at == '|';
        if (*at >= '1' && *at <= '9')
            f->at[f->n++] = (Finding){.group = group,
                                      .place.file = "/src/a.c",
                                      .place.line = (uint32_t)(*at - '0'),
                                      .place.column = 1,
                                      .place.function = "schedule"};
    }
}

static void
ties(void **state)
{
    static const struct {
        const char *list;
        uint32_t line, second; /* faulty */
        uint32_t worst, best;
        double average;
        uint32_t at, at_worst;
        double right; /* of the first group */
    } rows[] = {
        {"1|2|3", 1, 0, 1, 1, 1, 1, 1, 1},
        {"1|2|3", 3, 0, 3, 3, 3, 3, 3, 0},
        {"1 2 3", 2, 0, 3, 1, 2, 2, 3, 1 / 3.0},
        {"1|2 3 4 5|6", 5, 0, 5, 2, 3.5, 5, 5, 0},
        /* two faulty ones of four: (4 + 1) / (2 + 1) */
        {"1|2 3 4 5|6", 3, 5, 5, 2, 1 + 5 / 3.0, 3, 5, 0},
        /* the earlier group decides */
        {"1|2 3|4 5", 5, 2, 3, 2, 2.5, 2, 3, 0},
        /* not listed: the other six of nine */
        {"1|2 3", 9, 0, 9, 4, 3 + 7 / 2.0, 0, 0, 0},
        {"", 1, 0, 9, 1, 5, 0, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Scene s;
        Findings f;
        Score got = {.error = ""};
        scene_init(&s, rows[i].line);
        for (uint32_t k = 0; rows[i].second && k < 9; k++)
            s.faulty[k] |= s.statements->at[k].line == rows[i].second;
        ground_done(&s.ground);
        ground_init(&s.ground, &s.sketch.p, s.statements, s.faulty);
        make_list(rows[i].list, &f);
        metric_score(&f, &s.ground, &got);
        if (got.statements.worst != rows[i].worst ||
            got.statements.best != rows[i].best ||
            fabs(got.statements.average - rows[i].average) > 1e-12 ||
            got.lines.listed != rows[i].at ||
            got.lines.worst != rows[i].at_worst)
            fail_msg("case %zu: %u %u %g, lines %u %u", i, got.statements.worst,
                     got.statements.best, got.statements.average,
                     got.lines.listed, got.lines.worst);
        assert_true(got.statements.best <= got.statements.average &&
                    got.statements.average <= got.statements.worst);
        if (fabs(metric_first_right(&f, &s.ground) - rows[i].right) > 1e-12)
            fail_msg("case %zu: the first is not right by %g", i,
                     rows[i].right);
        findings_done(&f);
        scene_done(&s);
    }
}

static void
well_localized(void **state)
{
    (void)state;
    assert_true(metric_is_well_localized(&(Score){.statements.worst = 1}, 9));
    assert_false(
        metric_is_well_localized(&(Score){.statements.worst = 2}, 199));
    assert_true(metric_is_well_localized(&(Score){.statements.worst = 2}, 200));
}

/* Three versions by hand: exam 10 %, 20 %, 60 %. */
static void
tallies(void **state)
{
    static Score scores[3] = {
        {.technique = "t",
         .error = "",
         .statements.worst = 10,
         .statements.best = 1,
         .lines.listed = 1},
        {.technique = "t",
         .error = "",
         .statements.worst = 20,
         .statements.best = 20,
         .lines.listed = 4},
        {.technique = "t",
         .error = "",
         .statements.worst = 60,
         .statements.best = 30},
    };
    static const char *kinds[] = {"k"};
    static const char *name = "t";
    Results r = {.techniques = {.at = &name, .n = 1}};
    Tally t;

    (void)state;
    for (size_t i = 0; i < 3; i++)
        *results_add(&r) = (Measured){.suite = i ? "b" : "a",
                                      .id = "v",
                                      .reason = "",
                                      .code = {.statements = 100,
                                               .executed = 100,
                                               .nfaults = i == 2 ? 2 : 1},
                                      .kinds = {kinds, i == 1},
                                      .scores = &scores[i],
                                      .nscores = 1};
    *results_add(&r) = (Measured){.suite = "b", .id = "w", .reason = "hangs"};
    tally_make(&r, "t", TALLY_ALL, NULL, &t);
    assert_int_equal(t.n, 3);
    assert_true(fabs(t.exam - 30) < 1e-9 && fabs(t.median - 20) < 1e-9);
    assert_true(fabs(t.exam_best - 17) < 1e-9);
    assert_true(fabs(t.top[0] - 100 / 3.0) < 1e-9);
    assert_true(fabs(t.top[2] - 200 / 3.0) < 1e-9);
    assert_true(fabs(t.curve[3] - 100 / 3.0) < 1e-9); /* at 10 % */
    assert_true(t.curve[TALLY_POINTS - 1] == 100);
    tally_make(&r, "t", TALLY_BY_SUITE, "b", &t);
    assert_int_equal(t.n, 2);
    tally_make(&r, "t", TALLY_BY_KIND, "several faults", &t);
    assert_int_equal(t.n, 1);
    results_done(&r);
}

static void
sign_test(void **state)
{
    (void)state;
    assert_true(fabs(contest_sign_test(0, 0) - 1) < 1e-9);
    assert_true(fabs(contest_sign_test(5, 5) - 1) < 1e-9);
    assert_true(fabs(contest_sign_test(10, 0) - 2.0 / 1024) < 1e-9);
    assert_true(fabs(contest_sign_test(1, 9) - 22.0 / 1024) < 1e-9);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_code_examined),
        cmocka_unit_test(other_entities_stand_for_statements),
        cmocka_unit_test(ties),
        cmocka_unit_test(well_localized),
        cmocka_unit_test(tallies),
        cmocka_unit_test(sign_test),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
