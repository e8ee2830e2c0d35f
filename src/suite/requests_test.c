/* requests_test.c - files of requests, curl command lines and HAR files. */
#include "suite/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *file, *key; /* of the first test */
} cases[] = {
    {"GET /a.php", "GET /a.php"},
    {"# no test\n\n  GET /a.php?x=1&y=2 get:z=3;4 \n",
     "GET /a.php?x=1&y=2 get:z=3;4"},
    {"POST / post:a='b c' post:\"d e\"=f\\ g",
     "POST / 'post:a=b c' 'post:d e=f g'"},
    {"curl http://localhost:8080/a.php?x=1", "GET /a.php?x=1"},
    {"curl -s -d 'a=1&b=x%20y+z' -b 's=1; t=2' http://h/p",
     "POST /p cookie:s=1 cookie:t=2 post:a=1 'post:b=x y z'"},
    {"curl -G -d q=1 h.org/search", "GET /search get:q=1"},
    {"curl --data-urlencode 'q=a=b&c%20+' -d r=a%20b h/s",
     "POST /s post:q=a=b&c%20+ 'post:r=a b'"},
    {"curl -X PUT -H 'Content-Type: application/json' --data '{\"a\":1}' "
     "https://h/x",
     "PUT /x header:Content-Type=application/json 'body:{\"a\":1}'"},
    {"curl -F f=@a.txt;type=text/plain -F g=1 http://h/up",
     "POST /up file:f=a.txt post:g=1"},
    {"{\"log\":{\"entries\":[{\"request\":{\"method\":\"POST\",\"url\":"
     "\"http://h/l.php\",\"headers\":[{\"name\":\"Accept\",\"value\":\"*/*\"},"
     "{\"name\":\"X-A\",\"value\":\"b\"}],\"cookies\":[{\"name\":\"c\","
     "\"value\":\"d\"}],\"postData\":{\"mimeType\":"
     "\"application/x-www-form-urlencoded\",\"text\":\"u=eva\"}}}]}}",
     "POST /l.php header:X-A=b cookie:c=d post:u=eva"},
};

static void
test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Suite s = {0};
        Diag d;
        diag_init(&d);
        assert_true(suite_requests_parse(&s, "/app", "file", "/dir",
                                         cases[i].file, strlen(cases[i].file),
                                         &d));
        assert_int_equal(s.n, 1);
        assert_string_equal(s.tests[0].key, cases[i].key);
        assert_string_equal(s.tests[0].argv[0], "/app");
        assert_string_equal(s.tests[0].dir, "/dir");
        assert_true(s.tests[0].direct);
        suite_done(&s);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
