/* solve_test.c - recordings as bytes, evaluation against Z3, slices, guesses,
 * caches and cores, on recordings made by hand and at random.
 */
#include "base/mem.h"
#include "solve/interval.h"
#include "solve/solve_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 88172645463325252u;

static uint64_t
chance(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static uint32_t
below(uint32_t n)
{
    return (uint32_t)(chance() >> 33) % n;
}

/* Bytes */

static bool
accepts(HandmadeRecording *s)
{
    Str bytes = {0};
    Recording r;
    Diag d;

    diag_init(&d);
    sample_write(s, &bytes);
    bool ok = recording_parse((const uint8_t *)bytes.at, bytes.n, NULL, &r, &d);
    assert_true(ok == !d.error);
    recording_done(&r);
    str_done(&bytes);
    diag_done(&d);
    return ok;
}

static void
test_damage(void **unused)
{
    HandmadeRecording s;

    (void)unused;
    sample_init(&s);
    uint32_t x = sample_byte(&s, 1, 0, 'a');
    uint32_t c = sample_const(&s, 8, 'b');
    uint32_t eq = sample_node(&s, CONCOLIC_EQ, 1, x, c, 0);
    sample_branch(&s, 3, eq, false);
    assert_true(accepts(&s));
    const ConcolicNode good = s.nodes.at[eq];
    const ConcolicNode bad[] = {
        {.op = CONCOLIC_EQ, .width = 8, .a = x, .b = c},  /* width */
        {.op = CONCOLIC_EQ, .width = 1, .a = eq, .b = c}, /* itself */
        {.op = CONCOLIC_EQ, .width = 1, .a = x, .b = 0},  /* concrete */
        {.op = CONCOLIC_EQ, .width = 1, .a = x, .b = 99},
        {.op = CONCOLIC_NOPS, .width = 1},
        {.op = CONCOLIC_NONE, .width = 1},
        {.op = CONCOLIC_CONST, .width = 1, .a = 2},
        {.op = CONCOLIC_SYMBOL, .width = 1, .a = 0},
        {.op = CONCOLIC_SYMBOL, .width = 8, .a = 1},
        {.op = CONCOLIC_EXTRACT, .width = 1, .a = x, .b = 8},
        {.op = CONCOLIC_FADD, .width = 8, .a = x, .b = c},
        {.op = CONCOLIC_LOOKUP, .width = 8, .a = x, .b = 0, .c = 1},
        {.op = CONCOLIC_ZEXT, .width = 65, .a = x},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        s.nodes.at[eq] = bad[i];
        assert_false(accepts(&s));
    }
    s.nodes.at[eq] = good;
    assert_true(accepts(&s));
    s.steps.at[0].taken = 2;
    assert_false(accepts(&s));
    s.steps.at[0].taken = 0;
    s.steps.at[0].node = 0;
    assert_false(accepts(&s));
    s.steps.at[0].node = eq;
    s.steps.at[0].kind = CONCOLIC_SWITCH;
    s.steps.at[0].ncases = 1;
    assert_false(accepts(&s));
    sample_done(&s);
}

static void
test_check(void **unused)
{
    HandmadeRecording s;
    Diag d;

    (void)unused;
    diag_init(&d);
    sample_init(&s);
    uint32_t x = sample_byte(&s, 1, 0, 'a');
    sample_branch(
        &s, 3, sample_node(&s, CONCOLIC_EQ, 1, x, sample_const(&s, 8, 'a'), 0),
        true);
    Recording r = parse(&s);
    assert_true(recording_check(&r, &d));
    r.steps[0].taken = 0;
    assert_false(recording_check(&r, &d));
    recording_done(&r);
    sample_done(&s);
    diag_done(&d);
}

/* Every operator, against Z3 */

static uint64_t
some_value(unsigned width, bool real)
{
    static const double reals[] = {0,     -0.0,  1,   -1,      0.5,
                                   2.5,   -2.5,  3.5, 1e10,    1e30,
                                   -7.25, 1e-40, 100, INFINITY};
    uint64_t bits = 0;

    if (real && below(3)) {
        double d = reals[below(sizeof reals / sizeof reals[0])];
        float f = (float)d;
        if (width == 64)
            memcpy(&bits, &d, 8);
        else
            memcpy(&bits, &f, 4);
        return bits;
    }
    switch (below(4)) {
    case 0:
        bits = below(20);
        break;
    case 1:
        bits = 0 - (uint64_t)below(20);
        break;
    case 2:
        bits = UINT64_C(1) << below(64);
        break;
    default:
        bits = chance();
    }
    return bits & expr_mask(width);
}

static bool
is_nan(uint64_t bits, unsigned width)
{
    return isnan(expr_double(bits, width));
}

/* Ask Z3 whether op(a, b, c) is, and whether it can be anything but, what the
 * evaluator says. */
static void
check_operator(Smt *z, ConcolicOp op)
{
    const unsigned shape = expr_ops[op].shape;
    const bool real = shape >= SHAPE_FLOAT_UNARY && shape != SHAPE_INT_TO_FLOAT;
    unsigned w = 1 + below(64), widths[3] = {w, w, w};
    uint32_t part = 0;

    if (below(2))
        w = widths[0] = widths[1] = widths[2] = 8u << below(4);
    if (shape >= SHAPE_FLOAT_UNARY)
        w = widths[0] = widths[1] = below(2) ? 32 : 64;
    if (shape == SHAPE_COMPARE || shape == SHAPE_FLOAT_COMPARE)
        w = 1;
    if (shape == SHAPE_CHOICE)
        widths[0] = 1;
    if (shape == SHAPE_JOIN) {
        widths[0] = 1 + below(32);
        widths[1] = 1 + below(32);
        w = widths[0] + widths[1];
    }
    if (shape == SHAPE_PART) {
        part = below(widths[0]);
        w = 1 + below(widths[0] - part);
    }
    if (shape == SHAPE_WIDEN)
        w = widths[0] + below(65 - widths[0]);
    if (shape == SHAPE_FLOAT_CAST)
        w = 96 - widths[0];
    if (shape == SHAPE_FLOAT_TO_INT || shape == SHAPE_INT_TO_FLOAT) {
        unsigned ints = 8u << below(4);
        if (shape == SHAPE_INT_TO_FLOAT)
            widths[0] = ints;
        else
            w = ints;
    }
    if (op == CONCOLIC_FROUND)
        part = below(5);

    HandmadeRecording s;
    uint32_t operands[3] = {0};
    uint64_t values[3] = {0};
    sample_init(&s);
    for (unsigned i = 0; i < expr_ops[op].arity; i++) {
        values[i] = some_value(widths[i], real);
        operands[i] =
            sample_symbol(&s, (ConcolicSymbol){.kind = CONCOLIC_INSTANCE,
                                               .width = (uint8_t)widths[i],
                                               .offset = i,
                                               .value = values[i]});
        uint32_t c = sample_const(&s, widths[i], values[i]);
        sample_branch(&s, i, sample_node(&s, CONCOLIC_EQ, 1, operands[i], c, 0),
                      true);
    }
    if (expr_ops[op].arity == 1)
        operands[1] = part;
    uint32_t node =
        sample_node(&s, op, w, operands[0], operands[1], operands[2]);
    Recording r = parse(&s);
    uint64_t *all = recording_values(&r);
    const uint64_t value = all[node];
    const Expr e = {.op = (uint8_t)op,
                    .width = (uint8_t)w,
                    .from = (uint8_t)widths[0],
                    .b = part};
    assert_true(value == expr_apply(&e, values[0], values[1], values[2]));
    /* Bits of a NaN are nobody's business. */
    bool nan = shape >= SHAPE_FLOAT_UNARY && shape != SHAPE_FLOAT_COMPARE &&
               shape != SHAPE_FLOAT_TO_INT && is_nan(value, w);
    Relation relation;
    Problem p = {0};
    relation_init(&relation, &r);
    for (int out = 0; !nan && out < 2; out++) {
        uint64_t symbols[3] = {0};
        problem_begin(&p, &relation);
        problem_want(&p, problem_import(&p, node), &value, 1, out);
        problem_close(&p, r.n.steps);
        SmtAnswer a = smt_solve(z, &p, 5000, symbols);
        if (a != (out ? SMT_UNSAT : SMT_SAT) && a != SMT_UNKNOWN)
            fail_msg("%s%u of %llx %llx %llx is %llx, says the evaluator, "
                     "but not Z3",
                     expr_ops[op].name, w, (unsigned long long)values[0],
                     (unsigned long long)values[1],
                     (unsigned long long)values[2], (unsigned long long)value);
    }
    problem_done(&p);
    relation_done(&relation);
    free(all);
    recording_done(&r);
    sample_done(&s);
}

static void
test_operators(void **unused)
{
    Smt *z;
    Diag d;

    (void)unused;
    diag_init(&d);
    assert_true(smt_new(&z, &d));
    for (int round = 0; round < 25; round++)
        for (ConcolicOp op = CONCOLIC_NOT; op < CONCOLIC_NOPS; op++) {
            if (op == CONCOLIC_LOOKUP ||
                (op == CONCOLIC_FREM && round > 1)) /* slow in Z3 */
                continue;
            check_operator(z, op);
        }
    smt_free(z);
    diag_done(&d);
}

/* Random paths */

static uint32_t
random_node(HandmadeRecording *s, unsigned width)
{
    static const ConcolicOp binary[] = {
        CONCOLIC_ADD, CONCOLIC_SUB,  CONCOLIC_MUL,  CONCOLIC_AND,
        CONCOLIC_OR,  CONCOLIC_XOR,  CONCOLIC_UDIV, CONCOLIC_SREM,
        CONCOLIC_SHL, CONCOLIC_LSHR, CONCOLIC_ASHR, CONCOLIC_SDIV,
        CONCOLIC_UREM};
    static const ConcolicOp compare[] = {
        CONCOLIC_EQ, CONCOLIC_ULT, CONCOLIC_ULE, CONCOLIC_SLT, CONCOLIC_SLE};
    uint32_t same[64], n = 0;

    for (uint32_t i = 1; i < s->nodes.n && n < 64; i++) {
        uint32_t k = (uint32_t)s->nodes.n - i;
        if (s->nodes.at[k].width == width)
            same[n++] = k;
    }
    if (n == 0 || below(6) == 0)
        return width == 8 ? sample_const(s, 8, below(256))
                          : sample_node(s, CONCOLIC_ZEXT, width,
                                        random_node(s, 8), 0, 0);
    uint32_t a = same[below(n)], b = same[below(n)];
    switch (below(5)) {
    case 0: {
        uint32_t x = sample_const(s, width, below(200));
        return sample_node(s, binary[below(13)], width, a, x, 0);
    }
    case 1: {
        uint32_t c = sample_node(s, compare[below(5)], 1, a, b, 0);
        return sample_node(s, CONCOLIC_ITE, width, c, a, b);
    }
    case 2: {
        uint32_t first = (uint32_t)s->tables.n;
        if (width != 8)
            break;
        for (unsigned i = 0; i < 4; i++)
            vec_push(&s->tables, same[below(n)]);
        uint32_t index = sample_node(s, CONCOLIC_EXTRACT, 2, a, 1, 0);
        return sample_node(s, CONCOLIC_LOOKUP, 8, index, first, 4);
    }
    default:
        break;
    }
    return sample_node(s, binary[below(13)], width, a, b, 0);
}

static void
random_path(HandmadeRecording *s, unsigned nsymbols, unsigned nsteps)
{
    static const ConcolicOp compare[] = {CONCOLIC_EQ, CONCOLIC_ULT,
                                         CONCOLIC_SLT, CONCOLIC_SLE};
    sample_init(s);
    for (unsigned i = 0; i < nsymbols; i++)
        sample_byte(s, 1, i, (uint8_t)below(256));
    for (unsigned i = 0; i < nsteps; i++) {
        unsigned width = below(2) ? 8 : 16;
        for (unsigned k = 0; k < 3; k++)
            random_node(s, width);
        uint32_t a = random_node(s, width), b = random_node(s, width);
        sample_branch(s, i, sample_node(s, compare[below(4)], 1, a, b, 0),
                      false);
    }
    Recording r = parse(s);
    uint64_t *v = recording_values(&r);
    for (size_t i = 0; i < s->steps.n; i++)
        s->steps.at[i].taken = (uint32_t)v[s->steps.at[i].node];
    free(v);
    recording_done(&r);
}

/* Guesses and Z3 agree on every flip; whole and sliced paths do, too. */
static void
test_random(void **unused)
{
    Solver *plain = new_solver(
        (SolverOptions){.ms = 5000, .no_cache = true, .no_guess = true});
    Solver *full = new_solver(SOLVER_DEFAULTS);
    unsigned decided = 0;

    (void)unused;
    for (int round = 0; round < 60; round++) {
        HandmadeRecording s;
        Diag d;
        diag_init(&d);
        random_path(&s, 1 + below(4), 6);
        Recording r = parse(&s);
        Relation relation;
        assert_true(recording_check(&r, &d));
        relation_init(&relation, &r);
        for (uint32_t i = 0; i < r.n.steps; i++) {
            const uint64_t *values;
            Answer answers[2];
            for (int k = 0; k < 2; k++) {
                Solver *solver = k ? full : plain;
                Problem *p = solver_problem(solver, &relation);
                problem_want_step(p, i, !r.steps[i].taken);
                problem_close(p, i);
                answers[k] = solver_solve(solver, &values);
                /* The certificate, on the whole recording. */
                if (answers[k] == SOLVE_SAT) {
                    Recording other = parse(&s);
                    for (size_t j = 0; j < p->symbols.n; j++)
                        other.symbols[p->import.sources.at[j]].value =
                            values[j];
                    uint64_t *v = recording_values(&other);
                    for (uint32_t j = 0; j < i; j++)
                        assert_true(v[r.steps[j].node] == r.steps[j].taken);
                    assert_true(v[r.steps[i].node] != r.steps[i].taken);
                    free(v);
                    recording_done(&other);
                }
            }
            if (answers[0] != SOLVE_UNKNOWN && answers[1] != SOLVE_UNKNOWN) {
                decided++;
                assert_int_equal(answers[0], answers[1]);
            }
        }
        relation_done(&relation);
        recording_done(&r);
        sample_done(&s);
        diag_done(&d);
    }
    assert_true(decided > 300);
    assert_int_equal(solver_stats(plain)->wrong, 0);
    assert_true(solver_stats(full)->answers[SOLVE_BY_GUESS][SOLVE_SAT] > 50);
    solver_free(plain);
    solver_free(full);
}

/* No value is outside its bounds, whatever the symbols are within theirs. */
static void
test_intervals(void **unused)
{
    (void)unused;
    for (int round = 0; round < 300; round++) {
        HandmadeRecording s;
        Problem p = {0};
        Relation relation;
        Interval given[4], known[512];
        uint64_t symbols[4], values[512];
        random_path(&s, 4, 8);
        Recording r = parse(&s);
        relation_init(&relation, &r);
        problem_begin(&p, &relation);
        for (uint32_t i = 0; i < r.n.steps; i++)
            problem_want_step(&p, i, 1);
        problem_close(&p, 0);
        assert_true(p.exprs.n < 512 && p.symbols.n <= 4);
        for (size_t i = 0; i < p.symbols.n; i++) {
            uint64_t x = below(256), y = below(2) ? x + below(4) : below(256);
            y = y > 255 ? 255 : y;
            given[i] = (Interval){x < y ? x : y, x < y ? y : x};
        }
        for (uint32_t i = 0; i < p.exprs.n; i++)
            known[i] = interval_of(&p, i, known, given);
        for (int k = 0; k < 50; k++) {
            for (size_t i = 0; i < p.symbols.n; i++)
                symbols[i] =
                    given[i].low +
                    below((uint32_t)(given[i].high - given[i].low + 1));
            problem_evaluate(&p, symbols, values);
            for (uint32_t i = 0; i < p.exprs.n; i++)
                if (!interval_has(known[i], values[i], p.exprs.at[i].width))
                    fail_msg("%s%u", expr_ops[p.exprs.at[i].op].name,
                             p.exprs.at[i].width);
        }
        problem_done(&p);
        relation_done(&relation);
        recording_done(&r);
        sample_done(&s);
    }
}

/* A number in decimal, as atoi() reads it: is it n? */
static void
decimal(HandmadeRecording *s, const char *text, uint64_t n)
{
    uint32_t value = sample_const(s, 32, 0), ten = sample_const(s, 32, 10);

    for (uint32_t i = 0;; i++) {
        uint32_t c = sample_byte(s, 1, i, (uint8_t)text[i]);
        uint32_t zero = sample_const(s, 8, '0');
        uint32_t digit = sample_node(s, CONCOLIC_SUB, 8, c, zero, 0);
        uint32_t is =
            sample_node(s, CONCOLIC_ULT, 1, digit, sample_const(s, 8, 10), 0);
        sample_branch(s, 1, is, text[i] != '\0');
        if (!text[i])
            break;
        uint32_t wide = sample_node(s, CONCOLIC_ZEXT, 32, digit, 0, 0);
        uint32_t more = sample_node(s, CONCOLIC_MUL, 32, value, ten, 0);
        value = sample_node(s, CONCOLIC_ADD, 32, more, wide, 0);
    }
    uint32_t want = sample_const(s, 32, n);
    sample_branch(s, 2, sample_node(s, CONCOLIC_EQ, 1, value, want, 0), false);
}

static Answer
flip(Solver *solver, Relation *relation, uint32_t step, const uint64_t **values)
{
    Problem *p = solver_problem(solver, relation);

    problem_want_step(p, step, !relation->recording->steps[step].taken);
    problem_close(p, step);
    return solver_solve(solver, values);
}

static void
test_decimal(void **unused)
{
    Solver *solver = new_solver(SOLVER_DEFAULTS);
    const uint64_t *values;
    HandmadeRecording s;

    (void)unused;
    sample_init(&s);
    decimal(&s, "1234", 8675);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    assert_int_equal(flip(solver, &relation, 5, &values), SOLVE_SAT);
    /* No Z3 was needed, and it is that number. */
    assert_int_equal(solver_stats(solver)->answers[SOLVE_BY_GUESS][SOLVE_SAT],
                     1);
    const Problem *p = solver_problem(solver, &relation);
    assert_int_equal(p->symbols.n, 0);
    /* Five digits cannot be had: the fifth byte is not one. */
    uint32_t last = r.steps[5].node;
    r.nodes[r.nodes[last].b].a = 86753;
    assert_int_equal(flip(solver, &relation, 5, &values), SOLVE_UNSAT);
    /* But it can be flipped to be one. */
    assert_int_equal(flip(solver, &relation, 4, &values), SOLVE_SAT);
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
    solver_free(solver);
}

/* Slices leave out what is not connected; keys do not know which bytes. */
static void
test_slices(void **unused)
{
    HandmadeRecording s;
    Problem p = {0};

    (void)unused;
    sample_init(&s);
    uint32_t x[5], is[5];
    uint32_t c = sample_const(&s, 8, 'q');
    for (uint32_t i = 0; i < 5; i++)
        x[i] = sample_byte(&s, 1, i, 'a');
    for (uint32_t i = 0; i < 5; i++) {
        is[i] = sample_node(&s, CONCOLIC_EQ, 1, x[i], c, 0);
        sample_branch(&s, i, is[i], false);
    }
    uint32_t sum = sample_node(&s, CONCOLIC_ADD, 8, x[0], x[1], 0);
    sample_branch(&s, 5, sample_node(&s, CONCOLIC_ULT, 1, sum, c, 0), false);
    sum = sample_node(&s, CONCOLIC_ADD, 8, x[1], x[2], 0);
    sample_branch(&s, 6, sample_node(&s, CONCOLIC_ULT, 1, sum, c, 0), false);
    sample_branch(&s, 7, is[3], false); /* again */
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    assert_true(relation.repeated[7]);
    ProblemKey keys[2];
    for (uint32_t i = 0; i < 2; i++) {
        problem_begin(&p, &relation);
        problem_want_step(&p, 3 + i, 1);
        problem_close(&p, 3 + i);
        assert_int_equal(p.conditions.n, 1);
        assert_int_equal(p.symbols.n, 1);
        keys[i] = p.key;
    }
    assert_memory_equal(&keys[0], &keys[1], sizeof keys[0]);
    problem_begin(&p, &relation);
    problem_want_step(&p, 6, 1);
    problem_close(&p, 6);
    assert_int_equal(p.symbols.n, 3); /* 1 and 2, and 0 through step 5 */
    assert_int_equal(p.conditions.n, 5);
    problem_done(&p);
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
}

static void
test_cache_and_core(void **unused)
{
    /* Small questions: enough time however busy the machine is. */
    Solver *solver = new_solver((SolverOptions){
        .ms = 600000, .effort = tuning_count(TUNE_solve_effort)});
    const SolverStats *stats = solver_stats(solver);
    const uint64_t *values;
    HandmadeRecording s;
    bool core[3];

    (void)unused;
    sample_init(&s);
    uint32_t x = sample_symbol(&s, (ConcolicSymbol){.kind = CONCOLIC_INSTANCE,
                                                    .width = 32,
                                                    .offset = 1,
                                                    .value = 5});
    uint32_t ten = sample_const(&s, 32, 10), three = sample_const(&s, 32, 3);
    uint32_t square = sample_node(&s, CONCOLIC_MUL, 32, x, x, 0);
    sample_branch(&s, 1, sample_node(&s, CONCOLIC_ULT, 1, x, ten, 0), true);
    sample_branch(&s, 2, sample_node(&s, CONCOLIC_ULT, 1, three, x, 0), true);
    sample_branch(
        &s, 3,
        sample_node(&s, CONCOLIC_EQ, 1, square, sample_const(&s, 32, 121), 0),
        false);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    assert_int_equal(flip(solver, &relation, 2, &values), SOLVE_UNSAT);
    assert_int_equal(stats->answers[SOLVE_BY_Z3][SOLVE_UNSAT], 1);
    assert_int_equal(flip(solver, &relation, 2, &values), SOLVE_UNSAT);
    assert_int_equal(stats->answers[SOLVE_BY_CACHE][SOLVE_UNSAT], 1);
    assert_int_equal(solver_core(solver, core), SOLVE_UNSAT);
    assert_true(core[0] && core[1]); /* the goal, and x < 10 */
    assert_false(core[2]);
    core[0] = core[1] = false;
    core[2] = true;
    assert_int_equal(solver_core(solver, core), SOLVE_UNSAT);
    assert_true(core[0] && core[1] && !core[2]); /* from memory */
    assert_int_equal(stats->cores, 1);
    assert_int_equal(stats->cores_known, 1);
    assert_int_equal(flip(solver, &relation, 1, &values), SOLVE_SAT);
    assert_true(values[0] <= 3);
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
    solver_free(solver);
}

static void
test_switch(void **unused)
{
    Solver *solver = new_solver(SOLVER_DEFAULTS);
    const uint64_t *values;
    HandmadeRecording s;

    (void)unused;
    sample_init(&s);
    uint32_t x = sample_byte(&s, 1, 0, 'x');
    for (char c = 'a'; c <= 'c'; c++)
        vec_push(&s.tables, sample_const(&s, 8, (uint8_t)c));
    vec_push(&s.steps, (ConcolicStep){.block = 1,
                                      .kind = CONCOLIC_SWITCH,
                                      .ncases = 3,
                                      .taken = 3,
                                      .node = x,
                                      .table = 0});
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    for (uint32_t k = 0; k < 3; k++) {
        Problem *p = solver_problem(solver, &relation);
        problem_want_step(p, 0, k);
        problem_close(p, 0);
        assert_int_equal(solver_solve(solver, &values), SOLVE_SAT);
        assert_int_equal(values[0], 'a' + k);
    }
    /* A goal of one's own: neither a case nor above 'd'. */
    Problem *p = solver_problem(solver, &relation);
    problem_want_step(p, 0, 3);
    uint32_t e = problem_import(p, x);
    uint32_t above =
        problem_make(p, CONCOLIC_ULE, 1, problem_const(p, 8, 'd'), e, 0);
    const uint64_t no = 0;
    problem_want(p, above, &no, 1, false);
    problem_close(p, 0);
    assert_int_equal(solver_solve(solver, &values), SOLVE_SAT);
    assert_true(values[0] < 'a');
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
    solver_free(solver);
}

/* A file keeps its size where it can, and has another where it must. */
static void
test_sizes(void **unused)
{
    Solver *solver = new_solver((SolverOptions){.ms = 5000, .no_guess = true});
    const uint64_t *values;
    HandmadeRecording s;

    (void)unused;
    sample_init(&s);
    uint32_t size = sample_symbol(
        &s,
        (ConcolicSymbol){.kind = CONCOLIC_FILE_SIZE, .width = 64, .value = 7});
    uint32_t x = sample_byte(&s, 0, 0, 'x');
    uint32_t some =
        sample_node(&s, CONCOLIC_ULT, 1, sample_const(&s, 64, 3), size, 0);
    uint32_t is_a =
        sample_node(&s, CONCOLIC_EQ, 1, x, sample_const(&s, 8, 'a'), 0);
    uint32_t both = sample_node(&s, CONCOLIC_AND, 1, some, is_a, 0);
    sample_branch(&s, 1, both, false);
    sample_branch(&s, 2, some, true);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    for (uint32_t step = 0; step < 2; step++) {
        Problem *p = solver_problem(solver, &relation);
        problem_want_step(p, step, !r.steps[step].taken);
        problem_close(p, step);
        const size_t n = p->conditions.n;
        assert_int_equal(solver_solve(solver, &values), SOLVE_SAT);
        assert_int_equal(p->conditions.n, n);
        for (size_t i = 0; i < p->symbols.n; i++)
            if (p->symbols.at[i].kind == CONCOLIC_FILE_SIZE)
                assert_true(step == 0 ? values[i] == 7 : values[i] <= 3);
    }
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
    solver_free(solver);
}

/* What is too large is not asked, and can be asked later. */
static void
test_large(void **unused)
{
    Solver *solver = new_solver(SOLVER_DEFAULTS);
    const uint64_t *values;
    HandmadeRecording s;

    (void)unused;
    sample_init(&s);
    uint32_t sum = sample_byte(&s, 0, 0, 1);
    for (uint32_t i = 1; i < 20; i++)
        sum =
            sample_node(&s, CONCOLIC_ADD, 8, sum, sample_byte(&s, 0, i, 1), 0);
    sample_branch(
        &s, 1, sample_node(&s, CONCOLIC_EQ, 1, sum, sample_const(&s, 8, 99), 0),
        false);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    static const size_t limits[] = {10, 1000, 0};
    for (size_t i = 0; i < 3; i++) {
        solver_limit_size(solver, limits[i]);
        Problem *p = solver_problem(solver, &relation);
        problem_want_step(p, 0, 1);
        problem_close(p, 0);
        assert_int_equal(p->size.large, i == 0);
        assert_int_equal(solver_solve(solver, &values),
                         i == 0 ? SOLVE_UNKNOWN : SOLVE_SAT);
    }
    assert_int_equal(solver_stats(solver)->queries, 2);
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
    solver_free(solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damage),    cmocka_unit_test(test_check),
        cmocka_unit_test(test_operators), cmocka_unit_test(test_random),
        cmocka_unit_test(test_intervals), cmocka_unit_test(test_decimal),
        cmocka_unit_test(test_slices),    cmocka_unit_test(test_cache_and_core),
        cmocka_unit_test(test_switch),    cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_large),

    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
