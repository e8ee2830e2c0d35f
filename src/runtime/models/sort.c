/* sort.c - models of qsort and bsearch.
 *
 * The comparisons are those of glibc 2.36, in its order: a merge sort with a
 * buffer, through pointers for elements of more than 32 bytes. Arrays of
 * more than a quarter of the memory, which glibc sorts otherwise, are left to
 * it.
 */
#include "help.h"

#include <stdlib.h>
#include <unistd.h>

enum { SMALL = 1024 }; /* bytes sorted without malloc, as glibc does */

typedef int Compare(const void *, const void *);
typedef int CompareWith(const void *, const void *, void *);

typedef struct Sort Sort;
struct Sort {
    size_t size; /* of what is moved: an element, or a pointer to one */
    bool indirect;
    CompareWith *with; /* or */
    Compare *plain;
    void *arg;
    char *buffer;
};

static int
ask(const Sort *s, const char *a, const char *b)
{
    if (s->indirect) {
        a = *(const char *const *)(const void *)a;
        b = *(const char *const *)(const void *)b;
    }
    return s->with ? s->with(a, b, s->arg) : s->plain(a, b);
}

static void
merge_sort(const Sort *s, char *base, size_t n)
{
    if (n <= 1)
        return;
    size_t na = n / 2, nb = n - na, size = s->size;
    char *a = base, *b = base + na * size, *to = s->buffer;
    merge_sort(s, a, na);
    merge_sort(s, b, nb);
    while (na > 0 && nb > 0) {
        if (decide(ask(s, a, b) <= 0)) {
            __culprit_sym_move(to, a, size);
            a += size;
            na--;
        } else {
            __culprit_sym_move(to, b, size);
            b += size;
            nb--;
        }
        to += size;
    }
    if (na > 0)
        __culprit_sym_move(to, a, na * size);
    __culprit_sym_move(base, s->buffer, (n - nb) * size);
}

/* Elements to the places their pointers say, cycle by cycle. */
static void
permute(char *base, char **at, size_t n, size_t size, char *hold)
{
    for (size_t i = 0; i < n; i++) {
        char *here = base + i * size, *from = at[i];
        if (from == here)
            continue;
        size_t j = i;
        char *to = here;
        __culprit_sym_move(hold, here, size);
        do {
            size_t k = (size_t)(from - base) / size;
            at[j] = to;
            __culprit_sym_move(to, from, size);
            j = k;
            to = from;
            from = at[k];
        } while (from != here);
        at[j] = to;
        __culprit_sym_move(to, hold, size);
    }
}

static bool
sort(char *base, size_t n, size_t size, Sort s)
{
    s.size = size;
    s.indirect = size > 32;
    size_t total = s.indirect ? 2 * n * sizeof(char *) + size : n * size;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (total / (size_t)page > (size_t)pages / 4)
        return false;
    _Alignas(char *) char small[SMALL];
    s.buffer = total < SMALL ? small : malloc(total);
    if (s.buffer == NULL)
        return false;
    if (!s.indirect) {
        merge_sort(&s, base, n);
    } else {
        char **at = (char **)(void *)(s.buffer + n * sizeof(char *));
        s.size = sizeof(char *);
        for (size_t i = 0; i < n; i++)
            at[i] = base + i * size;
        merge_sort(&s, (char *)at, n);
        permute(base, at, n, size, (char *)(at + n));
    }
    __culprit_sym_forget(s.buffer, total);
    if (s.buffer != small)
        free(s.buffer);
    return true;
}

/* the comparator's branches, and one a comparison */
void
MODEL(qsort)(void *base, size_t n, size_t size, Compare *compare)
{
    n = __culprit_sym_concrete(n);
    if (!sort(base, n, size, (Sort){.plain = compare}))
        qsort(base, n, size, compare);
}

/* qsort */
void
MODEL(qsort_r)(void *base, size_t n, size_t size, CompareWith *compare,
               void *arg)
{
    n = __culprit_sym_concrete(n);
    if (!sort(base, n, size, (Sort){.with = compare, .arg = arg}))
        qsort_r(base, n, size, compare, arg);
}

/* the comparator's branches, and one or two a comparison */
void *
MODEL(bsearch)(const void *key, const void *base, size_t n, size_t size,
               Compare *compare)
{
    size_t low = 0, high = __culprit_sym_concrete(n);
    while (low < high) {
        size_t i = (low + high) / 2;
        const char *p = (const char *)base + i * size;
        int c = compare(key, p);
        if (decide(c < 0))
            high = i;
        else if (decide(c > 0))
            low = i + 1;
        else
            return (void *)(uintptr_t)p;
    }
    return NULL;
}
