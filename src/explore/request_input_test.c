/* request_input_test.c - requests are changed by the names of parameters. */
#include "explore/request_input.h"

#include "explore/request_fixture.h"

#include <string.h>

static InputBytes
bytes(const char *text)
{
    return (InputBytes){text, strlen(text)};
}

/* NULL: it is taken out; want NULL: that cannot be. */
static void
check(const char *line, const char *symbol, const char *value, const char *want)
{
    Arena a = {0};
    const Input in = request_of(&a, line);
    const RequestChange c = {.symbol = bytes(symbol),
                             .value = bytes(value ? value : ""),
                             .given = value != NULL};
    Str shown = {0};
    Input out;

    const bool ok = request_input_change(&a, &in, &c, &out);
    assert_true(ok == (want != NULL));
    if (ok)
        input_show(&out, 1000, &shown);
    assert_string_equal(want ? want : "", str_text(&shown));
    str_done(&shown);
    arena_done(&a);
}

static void
changes(void **state)
{
    (void)state;
    check("GET / get:x=1 get:y=2", "0 get x", "3", "GET / get:x=3 get:y=2");
    check("GET / get:x=1 get:y=2", "0 get x", NULL, "GET / get:y=2");
    check("GET / get:y=2", "0 get x", "", "GET / get:y=2 get:x=");
    check("GET '/a?x=1&y=2'", "0 get x", "3", "GET '/a?y=2' get:x=3");
    check("GET '/a?%78=1'", "0 get x", NULL, "GET /a");
    check("GET / header:Accept=a", "0 header ACCEPT", "b",
          "GET / header:ACCEPT=b");
    check("GET / 'get:a[b]=1' 'get:a[c]=2' get:ab=3", "0 get a", NULL,
          "GET / get:ab=3");
    check("GET / 'get:a[b]=1'", "0 get a[b]", "2", "GET / 'get:a[b]=2'");
}

static void
knows_requests(void **state)
{
    (void)state;
    check("GET /a get:x=1 GET /b get:x=1", "1 get x", "2",
          "GET /a get:x=1 GET /b get:x=2");
    check("GET /a GET /b", "0 cookie c", "2", "GET /a cookie:c=2 GET /b");
    check("GET /a", "1 get x", "2", NULL);
    check("GET /a", "nonsense", "2", NULL);
}

static void
posts_by_post(void **state)
{
    (void)state;
    check("GET /a", "0 post x", "2", "POST /a post:x=2");
    check("GET /a", "0 method ", "POST", "POST /a");
    check("GET /a", "0 method ", "x", NULL);
    check("PUT /a post:x=1", "0 post x", "2", "PUT /a post:x=2");
}

static void
likeness(const char *x, const char *y, double want)
{
    Arena a = {0};
    const Input p = request_of(&a, x), q = request_of(&a, y);

    assert_float_equal(want, request_input_similar(&p, &q), 0.01);
    assert_float_equal(want, request_input_similar(&q, &p), 0.01);
    arena_done(&a);
}

static void
compares_by_name(void **state)
{
    (void)state;
    /* The paper's six inputs, of which the third differs. */
    likeness("GET / get:a=1 get:b=1 get:c=1 get:d=1",
             "GET / get:a=1 get:b=2 get:c=1 get:d=1", 500.0 / 6);
    likeness("GET / get:a=1 get:b=1", "GET / get:b=1 get:a=1", 100);
    likeness("GET / get:a=1", "GET /", 200.0 / 3);
}

static void
empties(void **state)
{
    Arena a = {0};
    const Input in = request_of(&a, "GET '/a?x=1' get:y=2 POST /b post:z=3");
    const Input empty = request_input_empty(&a, &in);
    Str shown = {0};

    (void)state;
    input_show(&empty, 100, &shown);
    assert_string_equal("GET /a POST /b", str_text(&shown));
    str_done(&shown);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes),       cmocka_unit_test(knows_requests),
        cmocka_unit_test(posts_by_post), cmocka_unit_test(compares_by_name),
        cmocka_unit_test(empties),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
