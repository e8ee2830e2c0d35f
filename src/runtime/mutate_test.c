/* mutate_test.c - what a site gives under each change. The runtime's source is
 * part of the test.
 */
#include "runtime/mutate.c"

#include "runtime/test_run.h"

static int32_t global = 5;
static int64_t called_with[2];

static void
callee(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f)
{
    (void)c, (void)d, (void)e, (void)f;
    called_with[0] = a;
    called_with[1] = b;
    assert_int_equal(__culprit_active, MUTATE_NONE);
}

char *const __culprit_globals[] = {(char *)&global, (char *)callee};
const uint64_t __culprit_nglobals = 2;

void
crt_prepare_to_serve(char **envp)
{
    (void)envp;
}

enum { INT_FLAGS = MUTATE_SIGNED };

static MutateRequest asked;
static int64_t log_room[64];

static MutateOperand
number(int64_t v)
{
    return (MutateOperand){
        .base = MUTATE_NONE, .bits = 32, .flags = INT_FLAGS, .value = v};
}

static MutateOperand
variable(uint32_t base)
{
    return (MutateOperand){.base = base, .bits = 32, .flags = INT_FLAGS};
}

static void
ask(MutateOp op)
{
    asked = (MutateRequest){
        .change = {.op = op, .bits = 32, .flags = INT_FLAGS, .site = 3}};
    request = &asked;
    entries = log_room;
    __culprit_steps = UINT64_MAX;
}

static int
end_request(void **state)
{
    (void)state;
    request = NULL; /* its destructor writes there */
    return 0;
}

static int32_t
value(int32_t v, char **table)
{
    return (int32_t)__culprit_value((uint32_t)v, table);
}

static void
test_changes_of_a_value(void **state)
{
    static const struct {
        MutateOp op;
        int64_t x;
        int32_t was, want;
    } rows[] = {
        {MUTATE_KEEP, 0, 7, 7},    {MUTATE_SET, -3, 7, -3},
        {MUTATE_ADD, 1, 7, 8},     {MUTATE_ADD, -1, INT32_MIN, INT32_MAX},
        {MUTATE_NEGATE, 0, 7, -7}, {MUTATE_NEGATE, 0, -7, 7},
        {MUTATE_INVERT, 0, 7, ~7}, {MUTATE_NOT, 0, 7, 0},
        {MUTATE_NOT, 0, 0, 1},     {MUTATE_SET, 7, 7, 7},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ask(rows[i].op);
        asked.change.x = number(rows[i].x);
        assert_int_equal(value(rows[i].was, NULL), rows[i].want);
        assert_int_equal(asked.answer.reached, 1);
        assert_int_equal(asked.answer.changed, rows[i].was != rows[i].want);
    }
}

static void
test_nothing_is_changed_without_a_request(void **state)
{
    (void)state;
    request = NULL;
    assert_int_equal(__culprit_binary(1, 2, 3, NULL), 3);
    assert_int_equal(__culprit_store(4, NULL, NULL), 4);
    assert_int_equal(__culprit_statement(NULL), MUTATE_GO_ON);
    assert_int_equal(__culprit_result(NULL), 0);
}

static void
test_labels(void **state)
{
    (void)state;
    ask(MUTATE_RELABEL);
    asked.change.x = number(1);
    asked.change.y = number(2);
    asked.change.z = number(9);
    assert_int_equal(value(1, NULL), 2);
    assert_int_equal(value(2, NULL), 9);
    assert_int_equal(value(3, NULL), 3);
    assert_int_equal(asked.answer.changed, 2);
}

/* Every relation on signed, unsigned and real numbers. */
static void
test_comparisons(void **state)
{
    const uint64_t minus = (uint32_t)-1;
    const uint64_t half = (union MutateNumber){.d = 0.5}.u;
    const uint64_t one = (union MutateNumber){.d = 1}.u;

    (void)state;
    for (uint32_t r = 0; r < MUTATE_RELATIONS; r++) {
        const bool less = r == MUTATE_LT || r == MUTATE_LE || r == MUTATE_NE;
        const bool more = r == MUTATE_GT || r == MUTATE_GE || r == MUTATE_NE;
        const bool same = r == MUTATE_EQ || r == MUTATE_LE || r == MUTATE_GE;
        ask(MUTATE_COMPARE);
        asked.change.relation = r;
        assert_int_equal(__culprit_binary(minus, 1, 0, NULL), less);
        assert_int_equal(__culprit_binary(1, 1, 0, NULL), same);
        asked.change.flags = 0;
        assert_int_equal(__culprit_binary(minus, 1, 0, NULL), more);
        asked.change.flags = MUTATE_FLOAT;
        assert_int_equal(__culprit_binary(half, one, 0, NULL), less);
        assert_int_equal(__culprit_binary(one, half, 0, NULL), more);
    }
}

static void
test_arithmetic(void **state)
{
    static const struct {
        MutateArithmetic op;
        int32_t a, b, want;
    } rows[] = {
        {MUTATE_PLUS, 7, 2, 9},   {MUTATE_MINUS, 7, 2, 5},
        {MUTATE_TIMES, 7, 2, 14}, {MUTATE_DIV, -7, 2, -3},
        {MUTATE_DIV, 7, 0, 7},    {MUTATE_DIV, 7, -1, -7},
        {MUTATE_REM, -7, 2, -1},  {MUTATE_REM, 7, 0, 7},
        {MUTATE_REM, 7, -1, 0},   {MUTATE_AND, 6, 3, 2},
        {MUTATE_OR, 6, 3, 7},     {MUTATE_XOR, 6, 3, 5},
        {MUTATE_SHL, 1, 33, 2},   {MUTATE_SHR, -8, 1, -4},
        {MUTATE_LEFT, 7, 2, 7},   {MUTATE_RIGHT, 7, 2, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ask(MUTATE_COMPUTE);
        asked.change.arithmetic = rows[i].op;
        assert_int_equal((int32_t)__culprit_binary(
                             (uint32_t)rows[i].a, (uint32_t)rows[i].b, 0, NULL),
                         rows[i].want);
    }
    asked.change.bits = 64; /* the processor would stop at these */
    asked.change.arithmetic = MUTATE_DIV;
    assert_int_equal(
        (int64_t)__culprit_binary((uint64_t)INT64_MIN, UINT64_MAX, 0, NULL),
        INT64_MIN);
    asked.change.arithmetic = MUTATE_REM;
    assert_int_equal(__culprit_binary((uint64_t)INT64_MIN, UINT64_MAX, 1, NULL),
                     0);
    ask(MUTATE_SWAP);
    asked.change.arithmetic = MUTATE_MINUS;
    assert_int_equal((int32_t)__culprit_binary(7, 2, 5, NULL), -5);
}

static void
test_clauses(void **state)
{
    int32_t x = 3;
    char *table[] = {(char *)&x};

    (void)state;
    for (x = 3; x <= 5; x++) {
        ask(MUTATE_AND_CLAUSE);
        asked.change.x = variable(0);
        asked.change.relation = MUTATE_LT;
        asked.change.y = number(4);
        assert_int_equal(value(1, table), x < 4);
        assert_int_equal(value(0, table), 0);
        asked.change.op = MUTATE_OR_CLAUSE;
        assert_int_equal(value(0, table), x < 4);
        assert_int_equal(value(1, table), 1);
    }
}

/* Only where the guard holds; a guard without a value never does. */
static void
test_guard(void **state)
{
    int32_t x = 6;
    char *table[] = {(char *)&x, NULL};

    (void)state;
    ask(MUTATE_SET);
    asked.change.x = number(0);
    asked.guard = (MutateGuard){.given = 1,
                                .relation = MUTATE_MULTIPLE,
                                .x = variable(0),
                                .y = number(3)};
    assert_int_equal(value(9, table), 0);
    x = 7;
    assert_int_equal(value(9, table), 9);
    asked.guard.relation = MUTATE_NO_MULTIPLE;
    assert_int_equal(value(9, table), 0);
    asked.guard.x = variable(1);
    assert_int_equal(value(9, table), 9);
    assert_int_equal(asked.answer.reached, 4);
    assert_int_equal(asked.answer.changed, 2);
}

/* Members through pointers, elements, bytes and addresses. */
static void
test_operands(void **state)
{
    struct {
        int8_t small;
        int32_t n;
    } pair = {-2, 70}, *to = &pair;
    uintptr_t nowhere = 16;
    int32_t list[] = {10, 20, 30}, i = 2;
    char *table[] = {(char *)&pair, (char *)&to, (char *)&nowhere, (char *)list,
                     (char *)&i};
    MutateOperand member = variable(1);

    (void)state;
    ask(MUTATE_SET);
    asked.change.x =
        (MutateOperand){.base = 0, .bits = 8, .flags = MUTATE_SIGNED};
    assert_int_equal(value(1, table), -2);
    asked.change.x.flags = 0;
    assert_int_equal(value(1, table), 254);
    member.deref = MUTATE_DEREF;
    member.offset = offsetof(__typeof__(pair), n);
    asked.change.x = member;
    assert_int_equal(value(1, table), 70);
    member.base = 2; /* no pointer of C leads there */
    asked.change.x = member;
    assert_int_equal(value(1, table), 1);
    asked.change.x = (MutateOperand){.base = 3,
                                     .bits = 32,
                                     .flags = MUTATE_SIGNED,
                                     .index = 5,
                                     .index_bits = 32,
                                     .value = 3};
    assert_int_equal(value(1, table), 30);
    i = 3; /* there is no such element */
    assert_int_equal(value(1, table), 1);
    asked.change.flags = MUTATE_POINTER;
    asked.change.x = (MutateOperand){.base = 0, .deref = MUTATE_ADDRESS};
    assert_int_equal(__culprit_value(0, table), (uintptr_t)&pair);
}

static void
test_stores(void **state)
{
    int32_t before = 10;

    (void)state;
    ask(MUTATE_COMBINE);
    asked.change.arithmetic = MUTATE_PLUS;
    assert_int_equal(__culprit_store(5, (char *)&before, NULL), 15);
    ask(MUTATE_SCRATCH);
    assert_int_equal(__culprit_store(5, (char *)&before, NULL), 5);
    uint64_t other = __culprit_place((uintptr_t)&before, NULL);
    assert_int_not_equal(other, (uintptr_t)&before);
    *(int32_t *)other = 5; /* may be written */
    assert_int_equal(before, 10);
    ask(MUTATE_SET); /* is about the value, not about the place */
    assert_int_equal(__culprit_place((uintptr_t)&before, NULL),
                     (uintptr_t)&before);
}

static void
test_statements(void **state)
{
    int32_t x = 3, list[] = {1, 2, 3};
    char *table[] = {(char *)&x, (char *)list};

    (void)state;
    ask(MUTATE_ACT);
    asked.change.action = MUTATE_BREAK;
    assert_int_equal(__culprit_statement(table), MUTATE_BREAK);
    ask(MUTATE_ASSIGN);
    asked.change.to = variable(0);
    asked.change.x = number(8);
    assert_int_equal(__culprit_statement(table), MUTATE_GO_ON);
    assert_int_equal(x, 8);
    asked.change.op = MUTATE_INCREASE;
    __culprit_statement(table);
    assert_int_equal(x, 16);
    assert_int_equal(asked.answer.changed, 2);
    ask(MUTATE_FILL);
    asked.change.to = variable(1);
    asked.change.to.value = 2;
    asked.change.x = number(-1);
    __culprit_statement(table);
    assert_int_equal(list[0], -1);
    assert_int_equal(list[1], -1);
    assert_int_equal(list[2], 3);
}

static void
test_calls(void **state)
{
    int32_t x = 3;
    char *table[] = {(char *)&x};

    (void)state;
    ask(MUTATE_CALL);
    asked.change.x.base = 1;
    asked.arguments.n = 2;
    asked.arguments.at[0] = variable(0);
    asked.arguments.at[1] = number(-4);
    __culprit_active = 3;
    assert_int_equal(__culprit_statement(table), MUTATE_GO_ON);
    assert_int_equal(called_with[0], 3);
    assert_int_equal(called_with[1], -4);
    assert_int_equal(__culprit_active, 3);
    asked.change.x.base = 2; /* there is no such function */
    called_with[0] = 0;
    __culprit_statement(table);
    assert_int_equal(called_with[0], 0);
}

static void
test_initial_values(void **state)
{
    (void)state;
    ask(MUTATE_INIT);
    asked.change.x = number(42);
    asked.change.x.base = 0;
    activate();
    assert_int_equal(global, 42);
    asked.change.x.base = 2; /* there is no such variable */
    activate();
}

static void
test_observing(void **state)
{
    int32_t x = 3;
    char *table[] = {(char *)&x, NULL};

    (void)state;
    ask(MUTATE_OBSERVE);
    asked.watch.n = 2;
    asked.watch.room = 2;
    asked.watch.at[0] = variable(0);
    asked.watch.at[1] = variable(1);
    assert_int_equal(value(-5, table), -5);
    x = 4;
    assert_int_equal(__culprit_binary(1, 2, 3, table), 3);
    value(6, table); /* there is no more room */
    assert_int_equal(asked.answer.nlogged, 2);
    const int64_t want[] = {-5, 0, 3, INT64_MIN, 1, 2, 4, INT64_MIN};
    assert_memory_equal(log_room, want, sizeof want);
}

static void
run_out_of_steps(void)
{
    ask(MUTATE_KEEP);
    __culprit_steps = 2;
    value(1, NULL);
    value(1, NULL);
}

static void
test_steps(void **state)
{
    (void)state;
    assert_int_equal(status_of(run_out_of_steps), MUTATE_STOPPED);
}

/* A request from the run directory: active, counted, its answers kept. */
static void
test_request_of_the_directory(void **state)
{
    static union {
        MutateRequest r;
        char bytes[MUTATE_PAGE + 64];
    } file;
    char name[] = "bin/days", *argv[] = {name, NULL};

    (void)state;
    make_run_directory(NULL);
    request = NULL;
    file.r.change = (MutateChange){.site = 12, .function = 4};
    file.r.limit = 1000;
    write_run_file(MUTATE_FILE, &file, sizeof file);
    crt_count_forks_in(run_directory);
    crt_begin(1, argv, NULL);
    assert_int_equal(__culprit_active, 12);
    assert_int_equal(__culprit_active_function, 4);
    assert_int_equal(__culprit_steps, 1000);
    keep_steps();
    read_run_file(MUTATE_FILE, &file, sizeof file);
    assert_int_equal(file.r.answer.started, 1);
    assert_int_equal(file.r.answer.steps, 1000);
    remove_run_directory(NULL);
}

#define EACH(test) cmocka_unit_test_teardown((test), end_request)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_changes_of_a_value),
        EACH(test_nothing_is_changed_without_a_request),
        EACH(test_labels),
        EACH(test_comparisons),
        EACH(test_arithmetic),
        EACH(test_clauses),
        EACH(test_guard),
        EACH(test_operands),
        EACH(test_stores),
        EACH(test_statements),
        EACH(test_calls),
        EACH(test_initial_values),
        EACH(test_observing),
        EACH(test_steps),
        EACH(test_request_of_the_directory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
