/* nearest.c - which known name was probably meant: the one with the fewest
 * letters added, left out, replaced or swapped (Damerau 1964, restricted).
 */
#include "cmd/nearest.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 40 }; /* names longer than this are not compared */

Nearest
nearest_to(const char *wanted, size_t n)
{
    /* One letter in three may be wrong, and one of short names. */
    return (Nearest){
        .wanted = wanted, .n = n, .distance = (n < 3 ? 1 : n / 3) + 1};
}

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t
distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t d[LONGEST + 1][LONGEST + 1];

    for (size_t i = 0; i <= na; i++)
        d[i][0] = i;
    for (size_t k = 0; k <= nb; k++)
        d[0][k] = k;
    for (size_t i = 1; i <= na; i++)
        for (size_t k = 1; k <= nb; k++) {
            const bool same = a[i - 1] == b[k - 1];
            d[i][k] = least(d[i - 1][k - 1] + !same,
                            least(d[i - 1][k], d[i][k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
        }
    return d[na][nb];
}

void
nearest_offer(Nearest *s, const char *name)
{
    const size_t n = strlen(name);

    if (s->n > LONGEST || n > LONGEST || s->n == 0)
        return;
    /* What was only begun is as good as one wrong letter. */
    const bool begun =
        s->n >= 2 && n > s->n && strncmp(name, s->wanted, s->n) == 0;
    const size_t by = begun ? 1 : distance(s->wanted, s->n, name, n);
    if (by < s->distance && by < n) {
        s->distance = by;
        s->name = name;
    }
}
