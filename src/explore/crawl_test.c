/* crawl_test.c - links and forms are followed within the application alone. */
#include "explore/crawl.h"

#include "explore/request_fixture.h"

#include <string.h>

/* What follows from a page, a line each. */
static void
check(const char *from, const char *page, const char *want)
{
    Arena a = {0};
    Crawl c = {0};
    Str all = {0};
    Input in = request_of(&a, from);

    crawl_add(&c, &in, page, strlen(page));
    for (Input next; crawl_next(&c, &next);) {
        input_show(&next, 1000, &all);
        str_putc(&all, '\n');
    }
    if (strcmp(want, str_text(&all)) != 0)
        fail_msg("%s leads to %s", page, str_text(&all));
    str_done(&all);
    crawl_done(&c);
    arena_done(&a);
}

static void
follows_links(void **state)
{
    (void)state;
    check("GET /", "<a href=\"list.php?page=2&amp;sort=x\">x</a>",
          "GET / GET '/list.php?page=2&sort=x'\n");
    check("GET /a/b.php", "<A HREF='../c.php#top'><a href=d.php>",
          "GET /a/b.php GET /c.php\nGET /a/b.php GET /a/d.php\n");
    check("GET /x.php", "<a href='?q=1'>", "GET /x.php GET '/x.php?q=1'\n");
    check("GET /", "<a href='http://localhost/y.php'>", "GET / GET /y.php\n");
}

static void
stays_within(void **state)
{
    (void)state;
    check("GET /",
          "<a href='http://example.org/'><a href='//example.org/x'>"
          "<a href='mailto:a@b'><a href='javascript:go()'>"
          "<a href='https://localhost/'><a href='http://localhost.org/'>"
          "<form action='http://example.org/'><input name=a></form>",
          "");
    check("GET /", "<a href='../../../etc/passwd'>", "GET / GET /etc/passwd\n");
}

static void
fills_in_forms(void **state)
{
    (void)state;
    check("GET /",
          "<form method=post action=login.php><input name=user>"
          "<input type=hidden name='k' value='v&quot;'></form>",
          "GET / POST /login.php post:user=1 'post:k=v\"'\n");
    check("GET /s.php", "<form><input name=q value=tea>",
          "GET /s.php GET /s.php get:q=tea\n");
    check("GET /", "<input name=outside>", "");
}

static void
follows_each_once(void **state)
{
    (void)state;
    check("GET /", "<a href='c.php?day=1'><a href='c.php?day=2'>",
          "GET / GET '/c.php?day=1'\n");
    check("GET / GET / GET / GET /", "<a href=x.php>", "");
}

static void
reads_anything(void **state)
{
    (void)state;
    check("GET /", "<a href=", "");
    check("GET /", "<a href=>", "GET / GET /\n");
    check("GET /", "<<a><form <form action='", "");
    check("GET /", "<a =x ==href=y href>", "GET / GET /\n");
    check("nothing", "<a href=x>", "");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_links),  cmocka_unit_test(stays_within),
        cmocka_unit_test(fills_in_forms), cmocka_unit_test(follows_each_once),
        cmocka_unit_test(reads_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
