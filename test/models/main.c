/* main.c - models against glibc, family by family; ends with `models: N passed,
 * M failed`. */
#include "models.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

unsigned passed, failed; /* of this family */
static unsigned shown;

void
check(bool ok, const char *what, ...)
{
    if (ok) {
        passed++;
        return;
    }
    failed++;
    if (shown++ < 10) {
        va_list ap;
        va_start(ap, what);
        fputs("models: differs: ", stderr);
        vfprintf(stderr, what, ap);
        fputc('\n', stderr);
        va_end(ap);
    }
}

unsigned
pick(unsigned n)
{
    static uint64_t state = 20260101;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

void
make_text(char *to, size_t n, const char *of)
{
    size_t k = pick((unsigned)n + 1), m = strlen(of);
    for (size_t i = 0; i < k; i++)
        to[i] = of[pick((unsigned)m)];
    to[k] = 0;
}

int
main(void)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } parts[] = {
        {"ctype", test_ctype}, {"text", test_text},   {"number", test_number},
        {"math", test_math},   {"sort", test_sort},   {"input", test_input},
        {"scan", test_scan},   {"print", test_print}, {"option", test_option},
        {"time", test_time},
    };
    unsigned right = 0, wrong = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        passed = failed = shown = 0;
        parts[i].test();
        *(failed || !passed ? &wrong : &right) += 1;
        printf("models: %s: %u comparisons, %u differ\n", parts[i].name,
               passed + failed, failed);
        fflush(stdout);
    }
    printf("models: %u passed, %u failed\n", right, wrong);
    return wrong != 0;
}
