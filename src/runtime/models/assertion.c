/* assertion.c - models of the assertions of unit tests that are in a library.
 *
 * What they compare is a branch of the run, so that it can be asked which
 * values would make them succeed.
 */
#include "help.h"

#include <string.h>

#define LIBRARY __attribute__((weak)) extern

LIBRARY void _assert_true(uint64_t, const char *, const char *, int);
LIBRARY void _assert_int_equal(uint64_t, uint64_t, const char *, int);
LIBRARY void _assert_int_not_equal(uint64_t, uint64_t, const char *, int);
LIBRARY void _assert_string_equal(const char *, const char *, const char *,
                                  int);
LIBRARY void _assert_memory_equal(const void *, const void *, size_t,
                                  const char *, int);
LIBRARY int CU_assertImplementation(int, unsigned, const char *, const char *,
                                    const char *, int);

int MODEL(strcmp)(const char *, const char *);
int MODEL(memcmp)(const void *, const void *, size_t);

/* one branch */
void
MODEL(_assert_true)(uint64_t value, const char *text, const char *file,
                    int line)
{
    if (decide(value == 0))
        _assert_true(peek(value), text, file, line);
}

/* one branch */
void
MODEL(_assert_int_equal)(uint64_t x, uint64_t y, const char *file, int line)
{
    if (decide(x != y))
        _assert_int_equal(peek(x), peek(y), file, line);
}

/* one branch */
void
MODEL(_assert_int_not_equal)(uint64_t x, uint64_t y, const char *file, int line)
{
    if (decide(x == y))
        _assert_int_not_equal(peek(x), peek(y), file, line);
}

/* one branch on `strcmp` */
void
MODEL(_assert_string_equal)(const char *x, const char *y, const char *file,
                            int line)
{
    if (decide(MODEL(strcmp)(x, y) != 0))
        _assert_string_equal(x, y, file, line);
}

/* one branch on `memcmp` */
void
MODEL(_assert_memory_equal)(const void *x, const void *y, size_t n,
                            const char *file, int line)
{
    n = __culprit_sym_concrete(n);
    if (decide(MODEL(memcmp)(x, y, n) != 0))
        _assert_memory_equal(x, y, n, file, line);
}

/* one branch */
int
MODEL(CU_assertImplementation)(int holds, unsigned line, const char *text,
                               const char *file, const char *function,
                               int fatal)
{
    return CU_assertImplementation(decide(holds != 0), line, text, file,
                                   function, fatal);
}
