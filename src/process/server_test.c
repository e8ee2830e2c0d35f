/* server_test.c - requests and replies, whole and broken. */
#include "process/server.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *args[] = {(char[]){"./p"}, (char[]){""}, (char[]){"two words"},
                       NULL};
static char *env[] = {(char[]){"CULPRIT_TASK=t"}, (char[]){"CULPRIT_RUN=/r"},
                      NULL};
static char *none[] = {NULL};

static Task
task(char **environment)
{
    return (Task){
        .file = "/p",
        .argv = args,
        .env = environment,
        .dir = "/d",
        .files = {.out = "/o", .err = "/e"},
        .serve.profile_size = 8192,
        .limits = {.memory_mb = 64, .output_mb = 1},
    };
}

static struct ServeRequest
head(const Str *bytes)
{
    struct ServeRequest r;

    assert_true(bytes->n >= sizeof r);
    memcpy(&r, bytes->at, sizeof r);
    return r;
}

static void
test_round_trip(void **state)
{
    static const char *const want[] = {"/r",
                                       "/d",
                                       "/dev/null",
                                       "/o",
                                       "/e",
                                       "CULPRIT_TASK=t",
                                       "CULPRIT_RUN=/r",
                                       NULL,
                                       "./p",
                                       "",
                                       "two words",
                                       NULL};
    char *got[sizeof want / sizeof want[0]];
    Task t = task(env);
    Str bytes = {0};

    (void)state;
    server_pack(&t, &bytes);
    struct ServeRequest r = head(&bytes);
    assert_true(serve_is_sound(&r, bytes.n));
    assert_int_equal(r.size, bytes.n - sizeof r);
    assert_int_equal(r.nlimits, 3); /* no core dumps, ever */
    assert_true(serve_split(&r, bytes.at + sizeof r, got));
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        if (want[i])
            assert_string_equal(got[i], want[i]);
        else
            assert_null(got[i]);
    str_done(&bytes);
}

static void
test_empty_environment(void **state)
{
    char *got[SERVE_TEXTS + 5];
    Task t = task(none);
    Str bytes = {0};

    (void)state;
    server_pack(&t, &bytes);
    struct ServeRequest r = head(&bytes);
    assert_true(serve_split(&r, bytes.at + sizeof r, got));
    assert_string_equal(got[SERVE_RUN], "");
    assert_null(got[SERVE_TEXTS]);
    assert_null(got[SERVE_TEXTS + 4]);
    str_done(&bytes);
}

/* Any other length, or number of strings, is noticed. */
static void
test_broken_requests(void **state)
{
    char *got[64];
    Task t = task(env);
    Str bytes = {0};

    (void)state;
    server_pack(&t, &bytes);
    const struct ServeRequest good = head(&bytes);
    for (uint32_t n = 0; n < good.size; n++) {
        struct ServeRequest r = good;
        char *text = mem_alloc(n ? n : 1); /* sanitizers watch its end */
        memcpy(text, bytes.at + sizeof r, n);
        r.size = n;
        assert_false(serve_split(&r, text, got));
        free(text);
    }
    for (int change = -1; change <= 1; change += 2) {
        struct ServeRequest r = good;
        r.nargs += (uint32_t)change;
        assert_false(serve_split(&r, bytes.at + sizeof r, got));
        r = good;
        r.nenv += (uint32_t)change;
        assert_false(serve_split(&r, bytes.at + sizeof r, got));
    }
    struct ServeRequest bad[] = {good, good, good, good, good, good};
    bad[0].magic++;
    bad[1].size = UINT32_MAX;
    bad[2].nargs = UINT32_MAX;
    bad[3].nenv = UINT32_MAX;
    bad[4].nlimits = SERVE_LIMITS + 1;
    bad[5].nargs = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(serve_is_sound(&bad[i], bytes.n));
    str_done(&bytes);
}

static void
test_replies(void **state)
{
    const struct ServeReply good = {
        .magic = SERVE_MAGIC, .kind = SERVE_ENDED, .pid = 5};
    struct ServeReply bad[] = {good, good, good, good, good};

    (void)state;
    assert_true(serve_is_reply(&good));
    bad[0].magic = 0;
    bad[1].kind = SERVE_REPLIES;
    bad[2].pid = -5; /* never to be given to kill() */
    bad[3].pid = 0;
    bad[4].step = SERVE_STEPS;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(serve_is_reply(&bad[i]));
}

/* A program that knows nothing of serving is given up, once. */
static void
test_no_server(void **state)
{
    Server s = {0};
    Child child;
    sigset_t mask;
    Task t = task(env);

    (void)state;
    sigemptyset(&mask);
    t.file = "/bin/true";
    t.dir = "/";
    for (int i = 0; i < 2; i++) {
        assert_false(server_begin(&s, &t, 0, &mask, &child));
        assert_true(s.given_up);
        assert_false(s.up);
    }
    server_stop(&s);
    s = (Server){0};
    t.file = "/nonexistent";
    assert_false(server_begin(&s, &t, 0, &mask, &child));
    server_stop(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_empty_environment),
        cmocka_unit_test(test_broken_requests),
        cmocka_unit_test(test_replies),
        cmocka_unit_test(test_no_server),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
