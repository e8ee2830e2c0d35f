/* packet_test.c - messages of MariaDB. */
#include "php/packet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define OK_PACKET(status)  "\0\1\0" status "\0\0\0", 7
#define EOF_PACKET(status) "\xfe\0\0" status "\0", 5

typedef struct Step Step;
struct Step {
    const char *payload;
    size_t n;
};

/* Take all of them: is the reply then done, and not before? */
static void
expect_done(uint8_t command, const Step *steps, size_t n, PacketReply *r)
{
    packet_begin(r, command);
    for (size_t i = 0; i < n; i++) {
        uint8_t copy[64];
        memcpy(copy, steps[i].payload, steps[i].n);
        assert_false(r->is_done);
        assert_true(packet_take(r, copy, steps[i].n, false));
    }
    assert_true(r->is_done);
}

static void
test_replies(void **state)
{
    PacketReply r;

    (void)state;
    expect_done(PACKET_QUERY, (Step[]){{OK_PACKET("\3")}}, 1, &r);
    assert_int_equal(r.status, 3);
    expect_done(PACKET_QUERY, (Step[]){{"\xff\1\2#HY000no", 10}}, 1, &r);
    assert_true(r.is_error);
    /* Two columns, a row that looks like the end, and the end. */
    expect_done(PACKET_QUERY,
                (Step[]){{"\2", 1},
                         {"first", 5},
                         {"second", 6},
                         {EOF_PACKET("\2")},
                         {"\xfe\1\0\0\0\0\0\0\0x", 10},
                         {EOF_PACKET("\3")}},
                6, &r);
    assert_int_equal(r.status, 3);
    /* Several results, the last one an error. */
    expect_done(PACKET_QUERY,
                (Step[]){{OK_PACKET("\x0a")}, {OK_PACKET("\x0b")}, {"\xff", 1}},
                3, &r);
    /* Statements with a parameter, and a column; with neither. */
    expect_done(PACKET_PREPARE,
                (Step[]){{"\0\1\0\0\0\1\0\1\0\0\0\0", 12},
                         {"parameter", 9},
                         {EOF_PACKET("\2")},
                         {"column", 6},
                         {EOF_PACKET("\2")}},
                5, &r);
    expect_done(PACKET_PREPARE, (Step[]){{"\0\1\0\0\0\0\0\0\0\0\0\0", 12}}, 1,
                &r);
    /* A cursor has no rows yet. */
    expect_done(PACKET_EXECUTE,
                (Step[]){{"\1", 1}, {"column", 6}, {EOF_PACKET("\x42")}}, 3,
                &r);
    expect_done(PACKET_FETCH, (Step[]){{"\0row", 4}, {EOF_PACKET("\x82")}}, 2,
                &r);
    expect_done(PACKET_STATISTICS, (Step[]){{"Uptime: 1", 9}}, 1, &r);
}

static void
test_status(void **state)
{
    uint8_t in[] = {0, 0, 0, 3, 0, 0, 0}, out[] = {0, 0, 0, 2, 0, 0, 0};
    PacketReply r;

    (void)state;
    packet_begin(&r, PACKET_QUERY);
    assert_true(packet_take(&r, in, sizeof in, false));
    assert_memory_equal(in, out, sizeof in);
    assert_int_equal(r.status, 3);
    packet_begin(&r, PACKET_QUERY);
    assert_true(packet_take(&r, out, sizeof out, true));
    assert_int_equal(out[3], 3);
}

static void
test_damaged(void **state)
{
    static const Step steps[] = {
        {"", 0}, {"\0", 1}, {"\0\0\0\2", 4}, {"\xfb", 1}, {"\xfc\1", 2}};

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        PacketReply r;
        uint8_t copy[8] = {0};
        memcpy(copy, steps[i].payload, steps[i].n);
        packet_begin(&r, PACKET_QUERY);
        assert_false(packet_take(&r, copy, steps[i].n, false));
    }
}

static void
test_login(void **state)
{
    uint8_t login[] = "\x08\0\1\0\0\0\0\1\x2d\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                      "\0\0\0\0\0\0me\0\3abcshop\0native";
    const uint8_t change[] = "\x11me\0\0other\0\x21\0";
    PacketLogin l;

    (void)state;
    assert_true(packet_login(login, sizeof login, &l));
    assert_string_equal(l.user, "me");
    assert_string_equal(l.database, "shop");
    assert_int_equal(l.nproof, 3);
    assert_memory_equal(l.proof, "abc", 3);
    assert_int_equal(l.charset, 45);
    assert_true(l.able & PACKET_MULTI_STATEMENTS);
    for (size_t n = 0; n < 39; n++)
        assert_false(packet_login(login, n, &l));
    assert_true(packet_change_user(change, sizeof change, &l));
    assert_string_equal(l.user, "me");
    assert_string_equal(l.database, "other");
    assert_int_equal(l.charset, 33);
}

static void
test_greeting(void **state)
{
    uint8_t greeting[] = "\x0a"
                         "10.11\0\1\2\3\4saltsalt\0\xff\xff\x2d\2\0\xff\xff"
                         "\x15\0\0\0\0\0\0\xff\xff\xff\xffsaltsaltsalt\0";

    (void)state;
    assert_true(packet_greeting(greeting, sizeof greeting));
    assert_memory_equal(greeting + 20, "\x5f\xf7\x2d\2\0\x7f\xfe", 7);
    assert_memory_equal(greeting + 34, "\0\0\0\0salt", 8);
    for (size_t n = 0; n < 38; n++)
        assert_false(packet_greeting(greeting, n));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replies),  cmocka_unit_test(test_status),
        cmocka_unit_test(test_damaged),  cmocka_unit_test(test_login),
        cmocka_unit_test(test_greeting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
