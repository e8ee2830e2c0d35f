/* sort.c - qsort and bsearch: the same comparisons, in the same order. */
#include "models.h"

#include <stdlib.h>
#include <string.h>

typedef int Compare(const void *, const void *);
typedef int CompareWith(const void *, const void *, void *);
void MODEL(qsort)(void *, size_t, size_t, Compare *);
void MODEL(qsort_r)(void *, size_t, size_t, CompareWith *, void *);
void *MODEL(bsearch)(const void *, const void *, size_t, size_t, Compare *);

static uint64_t history; /* of what was compared with what */

static int
compare(const void *a, const void *b)
{
    const unsigned char *x = a, *y = b;
    history = (history ^ x[0]) * 1099511628211u;
    history = (history ^ x[1]) * 1099511628211u;
    history = (history ^ y[0]) * 1099511628211u;
    history = (history ^ y[1]) * 1099511628211u;
    return x[0] - y[0];
}

static int
compare_with(const void *a, const void *b, void *arg)
{
    ++*(int *)arg;
    return compare(a, b);
}

void
test_sort(void)
{
    static const size_t sizes[] = {2, 4, 8, 3, 16, 24, 32, 33, 40, 100};
    for (int i = 0; i < 1500; i++) {
        size_t size = sizes[pick(10)], n = pick(pick(4) ? 12 : 120);
        char *a = malloc(n * size + 1), *b = malloc(n * size + 1);
        unsigned kinds = 1 + pick(pick(2) ? 4 : 255);
        for (size_t k = 0; k < n * size; k++)
            a[k] = (char)pick(kinds);
        memcpy(b, a, n * size);
        int x = 0, y = 0;
        history = 0;
        if (i % 3)
            qsort(a, n, size, compare);
        else
            qsort_r(a, n, size, compare_with, &x);
        uint64_t real = history;
        history = 0;
        if (i % 3)
            MODEL(qsort)(b, n, size, compare);
        else
            MODEL(qsort_r)(b, n, size, compare_with, &y);
        check(real == history && x == y && memcmp(a, b, n * size) == 0,
              "qsort of %zu elements of %zu bytes", n, size);
        unsigned char key[2] = {(unsigned char)pick(kinds), 0};
        history = 0;
        char *p = bsearch(key, a, n, size, compare);
        real = history;
        history = 0;
        char *q = MODEL(bsearch)(key, a, n, size, compare);
        check(p == q && real == history, "bsearch of %zu elements", n);
        free(a);
        free(b);
    }
}
