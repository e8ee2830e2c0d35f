/* alter_test.c - which site is altered, how, and by whom. The runtime's source
 * is part of the test: it is built for programs under test, not for us.
 */
#include "runtime/alter.c"

#include "runtime/test_run.h"

const char __culprit_id[] = "sample";

enum { ANY = UINT32_MAX, MOST = 4 };

typedef struct AlterCase AlterCase;
struct AlterCase {
    AlterHeader header;
    AlterEntry entries[MOST];
};

static AlterCase
request(uint32_t n)
{
    return (AlterCase){.header = {.magic = ALTER_MAGIC,
                                  .version = ALTER_VERSION,
                                  .n = n,
                                  .id = "sample"}};
}

/* As a program that starts with this file. */
static void
begin(const void *file, size_t size)
{
    char variable[128];
    char *environment[] = {variable, NULL};

    header = NULL;
    entry = 0;
    __culprit_alter_left = __culprit_alter_next = UINT64_MAX;
    write_run_file(ALTER_FILE, file, size);
    snprintf(variable, sizeof variable, "%s=%s", CULPRIT_RUN_ENV,
             run_directory);
    crt_alter_begin(environment);
}

static void
begin_case(const AlterCase *c)
{
    begin(c, sizeof *c);
}

static AlterCase
answer(void)
{
    AlterCase c;

    read_run_file(ALTER_FILE, &c, sizeof c);
    return c;
}

/* What instrumented code does at a site. */
static uint64_t
site(uint64_t value, uint32_t inst, uint32_t width)
{
    if (--__culprit_alter_left == 0)
        return __culprit_alter_now(value, inst, width);
    return value;
}

static uint64_t symbol_seq, symbol_value;

uint32_t
crt_concolic_instance(uint64_t seq, uint32_t width, uint64_t value)
{
    symbol_seq = seq;
    symbol_value = value;
    return 77 + width;
}

/* The third of five executions, altered in every way. */
static void
test_kinds(void **state)
{
    static const struct {
        AlterKind kind;
        uint64_t value;
        uint32_t width;
        uint64_t was, want;
    } rows[] = {
        {ALTER_SET, 5, 32, 9, 5},
        {ALTER_SET, UINT64_C(0x1ff), 8, 9, 0xff},
        {ALTER_SET, UINT64_MAX, 64, 9, UINT64_MAX},
        {ALTER_FLIP, 0, 1, 1, 0},
        {ALTER_FLIP, 0, 1, 0, 1},
        {ALTER_ADD, 3, 32, 9, 12},
        {ALTER_ADD, UINT64_MAX, 32, 9, 8},
        {ALTER_ADD, 1, 8, 255, 0},
        {ALTER_KEEP, 0, 32, 9, 9},
        {ALTER_COPY, 0, 32, 9, 0}, /* of nothing */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        AlterCase c = request(1);
        c.entries[0] = (AlterEntry){
            .at = 3, .kind = rows[i].kind, .inst = ANY, .value = rows[i].value};
        begin_case(&c);
        for (uint64_t k = 1; k <= 5; k++)
            assert_int_equal(site(rows[i].was, 7, rows[i].width),
                             k == 3 ? rows[i].want : rows[i].was);
        c = answer();
        assert_int_equal(c.header.pid, getpid());
        assert_int_equal(c.header.done, 1);
        assert_int_equal(c.header.reached, 3);
        assert_int_equal(c.entries[0].was, rows[i].was);
        assert_int_equal(crt_alter_executed(), 5);
    }
}

static void
test_copy_takes_what_was_kept(void **state)
{
    AlterCase c = request(2);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_KEEP, .inst = ANY};
    c.entries[1] = (AlterEntry){.at = 2, .kind = ALTER_COPY, .inst = ANY};
    begin_case(&c);
    assert_int_equal(site(0x1234, 11, 64), 0x1234);
    assert_int_equal(site(5, 12, 8), 0x34);
    assert_int_equal(answer().entries[0].value, 11); /* its instruction */
}

/* The run went another way: the entry is skipped, the next one counts. */
static void
test_another_instruction_is_left(void **state)
{
    AlterCase c = request(2);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_SET, .inst = 7};
    c.entries[1] =
        (AlterEntry){.at = 2, .kind = ALTER_SET, .inst = 8, .value = 1};
    begin_case(&c);
    assert_int_equal(site(5, 8, 32), 5);
    assert_int_equal(site(6, 8, 32), 1);
    assert_int_equal(answer().header.done, 1);
}

static void
test_every_execution_from_there(void **state)
{
    AlterCase c = request(1);

    (void)state;
    c.entries[0] = (AlterEntry){
        .at = 2, .kind = ALTER_SET | ALTER_EVERY, .inst = 7, .value = 1};
    begin_case(&c);
    assert_int_equal(site(5, 7, 32), 5);
    assert_int_equal(site(5, 7, 32), 1);
    assert_int_equal(site(5, 8, 32), 5); /* another instruction */
    assert_int_equal(site(5, 7, 32), 1);
    assert_int_equal(answer().header.done, 2);
}

/* Two entries at one number: the second one's turn never comes. */
static void
test_entries_behind_us_are_passed(void **state)
{
    AlterCase c = request(3);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_ADD, .inst = ANY};
    c.entries[1] = c.entries[0];
    c.entries[2] =
        (AlterEntry){.at = 3, .kind = ALTER_ADD, .inst = ANY, .value = 1};
    begin_case(&c);
    assert_int_equal(site(5, 7, 32), 5);
    assert_int_equal(site(5, 7, 32), 5);
    assert_int_equal(site(5, 7, 32), 6);
    assert_int_equal(answer().header.done, 2);
}

static void
run_four_sites(void)
{
    for (int i = 0; i < 4; i++)
        site(1, 7, 32);
}

/* A child is not altered, so the process under test must be the child. */
static void
run_limited(void)
{
    AlterCase c = request(0);

    c.header.limit = 2;
    begin_case(&c);
    run_four_sites();
}

static void
run_allowed(void)
{
    AlterCase c = request(0);

    c.header.limit = 4;
    begin_case(&c);
    run_four_sites();
}

static void
run_stopped(void)
{
    AlterCase c = request(1);

    c.entries[0] = (AlterEntry){.at = 2, .kind = ALTER_STOP, .inst = ANY};
    begin_case(&c);
    run_four_sites();
}

static void
test_ends_the_process(void **state)
{
    (void)state;
    assert_int_equal(status_of(run_limited), ALTER_STOPPED);
    assert_int_equal(answer().header.stopped, 2);
    assert_int_equal(status_of(run_allowed), 0);
    assert_int_equal(answer().header.stopped, 0);
    assert_int_equal(status_of(run_stopped), ALTER_STOPPED);
    assert_int_equal(answer().header.stopped, 1);
}

static void
run_child(void)
{
    if (site(5, 7, 32) != 5)
        _exit(1);
}

static void
test_children_are_left_alone(void **state)
{
    AlterCase c = request(1);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_SET, .inst = ANY};
    begin_case(&c);
    assert_int_equal(status_of(run_child), 0);
    assert_int_equal(site(5, 7, 32), 0);
}

/* What does not fit is nobody's: the program runs as it is. */
static void
test_what_is_not_taken(void **state)
{
    AlterCase good = request(1);

    (void)state;
    good.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_SET, .inst = ANY};
    for (int i = 0; i < 6; i++) {
        AlterCase c = good;
        size_t size = sizeof c;
        if (i == 1)
            c.header.version++;
        if (i == 2)
            c.header.id[3] = 'x';
        if (i == 3)
            c.header.magic[0] = 'x';
        if (i == 4)
            c.header.n = MOST + 1;
        if (i == 5)
            size = sizeof c.header - 1;
        begin(&c, size);
        assert_int_equal(site(5, 7, 32), i == 0 ? 0 : 5);
    }
    good.header.pid = 1; /* somebody else has it */
    begin_case(&good);
    assert_int_equal(site(5, 7, 32), 5);
    assert_int_equal(answer().header.pid, 1);
}

static void
test_symbols(void **state)
{
    AlterCase c = request(2);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_SYMBOL, .inst = ANY};
    c.entries[1] = (AlterEntry){
        .at = 2, .kind = ALTER_SET_SYMBOL, .inst = ANY, .value = 0x105};
    begin_case(&c);
    assert_int_equal(site(9, 7, 8), 9);
    assert_int_equal(__culprit_site_shadow, 77 + 8);
    assert_int_equal(symbol_seq, 1);
    assert_int_equal(symbol_value, 9);
    assert_int_equal(site(9, 7, 8), 5);
    assert_int_equal(symbol_seq, 2);
    assert_int_equal(symbol_value, 5);
}

static void
test_constants_have_no_expression(void **state)
{
    AlterCase c = request(1);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 1, .kind = ALTER_SET, .inst = ANY};
    begin_case(&c);
    __culprit_site_shadow = 5;
    site(1, 7, 32);
    assert_int_equal(__culprit_site_shadow, 0);
}

static void
test_pause(void **state)
{
    AlterCase c = request(1);

    (void)state;
    c.entries[0] = (AlterEntry){.at = 2, .kind = ALTER_SET, .inst = ANY};
    begin_case(&c);
    assert_int_equal(site(5, 7, 32), 5);
    uint64_t left = crt_alter_pause();
    run_four_sites();
    crt_alter_resume(left);
    assert_int_equal(site(5, 7, 32), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_copy_takes_what_was_kept),
        cmocka_unit_test(test_another_instruction_is_left),
        cmocka_unit_test(test_every_execution_from_there),
        cmocka_unit_test(test_entries_behind_us_are_passed),
        cmocka_unit_test(test_ends_the_process),
        cmocka_unit_test(test_children_are_left_alone),
        cmocka_unit_test(test_what_is_not_taken),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_constants_have_no_expression),
        cmocka_unit_test(test_pause),
    };

    return cmocka_run_group_tests(tests, make_run_directory,
                                  remove_run_directory);
}
