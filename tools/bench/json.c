/* json.c - reads one JSON text and says how deep it is and what its numbers
 * add up to: what tools/bench/concolic.sh explores byte by byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *at;
static int depth, deepest, strings;
static long sum;

static void
fail(const char *what)
{
    printf("bad: %s\n", what);
    exit(1);
}

static void
skip(void)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
}

static void
string(void)
{
    at++;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 32)
            fail("a control character");
        if (*at != '\\')
            continue;
        at++;
        if (*at == 'u') {
            for (int i = 0; i < 4; i++) {
                at++;
                if (!((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f')))
                    fail("an escape");
            }
        } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
            fail("an escape");
        }
    }
    at++;
    strings++;
}

static void
number(void)
{
    long n = 0, sign = 1;

    if (*at == '-')
        sign = -1, at++;
    if (*at < '0' || *at > '9')
        fail("a number");
    for (; *at >= '0' && *at <= '9'; at++)
        n = (n * 10 + *at - '0') % 1000003;
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++)
            ;
    sum += sign * n;
}

static void value(void);

static void
members(char end, int named)
{
    if (++depth > deepest)
        deepest = depth;
    at++;
    skip();
    for (int first = 1; *at != end; first = 0) {
        if (!first) {
            if (*at != ',')
                fail("no comma");
            at++;
            skip();
        }
        if (named) {
            if (*at != '"')
                fail("no name");
            string();
            skip();
            if (*at != ':')
                fail("no colon");
            at++;
        }
        value();
        skip();
    }
    at++;
    depth--;
}

static void
word(const char *text)
{
    if (strncmp(at, text, strlen(text)) != 0)
        fail("a word");
    at += strlen(text);
}

static void
value(void)
{
    skip();
    switch (*at) {
    case '{':
        members('}', 1);
        break;
    case '[':
        members(']', 0);
        break;
    case '"':
        string();
        break;
    case 't':
        word("true");
        break;
    case 'f':
        word("false");
        break;
    case 'n':
        word("null");
        break;
    default:
        number();
    }
}

int
main(void)
{
    static char text[1 << 16];
    size_t n = 0;

    for (int c; n + 1 < sizeof text && (c = getchar()) != EOF;)
        text[n++] = (char)c;
    at = text;
    value();
    skip();
    if (*at)
        fail("more");
    printf("%d deep, %d strings, %ld\n", deepest, strings, sum);
    return 0;
}
