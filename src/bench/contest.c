/* contest.c - two techniques version by version, or two benches. */
#include "bench/contest.h"

#include "base/io.h"
#include "base/mem.h"
#include "bench/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
is_file(const char *what)
{
    return !strchr(what, ',');
}

bool
contest_picks(Arena *a, const char *what, Picks *out, Diag *d)
{
    if (!*what || is_file(what))
        return true;
    const char *comma = strchr(what, ',');
    if (!comma[1] || comma == what || strchr(comma + 1, ','))
        return diag_fail(d, "--compare %s is neither two techniques nor a file",
                         what);
    return pick_parse(a, what, out, d);
}

double
contest_sign_test(size_t wins, size_t losses)
{
    size_t n = wins + losses, few = wins < losses ? wins : losses;
    double p = 0;

    for (size_t k = 0; k <= few; k++)
        p += exp(lgamma((double)n + 1) - lgamma((double)k + 1) -
                 lgamma((double)(n - k) + 1) - (double)n * log(2));
    return 2 * p < 1 ? 2 * p : 1;
}

/* One version as two techniques, or two benches, see it. */
typedef struct Pair Pair;
struct Pair {
    const Measured *m;
    double a, b; /* exam, per cent */
};

static int
by_difference(const void *x, const void *y)
{
    const Pair *p = x, *q = y;
    double dp = p->a - p->b, dq = q->a - q->b;

    if (dp != dq)
        return dp > dq ? 1 : -1;
    int suite = strcmp(p->m->suite, q->m->suite);
    return suite ? suite : strcmp(p->m->id, q->m->id);
}

static void
write_pairs(Pair *pairs, size_t n, const char *a, const char *b, FILE *out)
{
    size_t wins = 0, losses = 0;
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        wins += pairs[i].a < pairs[i].b;
        losses += pairs[i].a > pairs[i].b;
        sum += pairs[i].a - pairs[i].b;
    }
    fprintf(out,
            "%s against %s on %zu versions: better on %zu, equal on %zu, worse "
            "on %zu\nmean difference of exam %+.2f points, sign test p = "
            "%.2g\n",
            a, b, n, wins, n - wins - losses, losses, n ? sum / (double)n : 0.0,
            contest_sign_test(wins, losses));
    qsort(pairs, n, sizeof *pairs, by_difference);
    fprintf(out, "\n%8s %8s %8s  version (kind)\n", a, b, "differ");
    for (size_t i = 0; i < n; i++) {
        const Measured *m = pairs[i].m;
        if (pairs[i].a == pairs[i].b)
            continue;
        fprintf(out, "%8.2f %8.2f %+8.2f  %s %s (", pairs[i].a, pairs[i].b,
                pairs[i].a - pairs[i].b, m->suite, m->id);
        for (size_t k = 0; k < m->kinds.n; k++)
            fprintf(out, "%s%s", k ? ", " : "", m->kinds.at[k]);
        fputs(")\n", out);
    }
}

static bool
exam_of(const Measured *m, const char *technique, double *out)
{
    const Score *s = result_score(m, technique);

    if (*m->reason || !s || *s->error)
        return false;
    *out = 100 * result_exam(m, s);
    return true;
}

static void
write_techniques(const Results *r, const char *a, const char *b, FILE *out)
{
    Pair *pairs = mem_zalloc(r->n + 1, sizeof *pairs);
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        pairs[n].m = &r->at[i];
        n += exam_of(&r->at[i], a, &pairs[n].a) &&
             exam_of(&r->at[i], b, &pairs[n].b);
    }
    write_pairs(pairs, n, a, b, out);
    free(pairs);
}

static const Measured *
find(const Results *r, const Measured *like)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->at[i].suite, like->suite) == 0 &&
            strcmp(r->at[i].id, like->id) == 0)
            return &r->at[i];
    return NULL;
}

/* Per technique: the mean exam of the versions that both benches have. */
static void
write_benches(const Results *new, const Results *old, FILE *out)
{
    fprintf(out, "%-18s %8s %8s %8s %7s %6s %6s\n", "technique", "old exam",
            "new exam", "differ", "better", "equal", "worse");
    for (size_t t = 0; t < new->techniques.n; t++) {
        const char *name = new->techniques.at[t];
        double sums[2] = {0};
        size_t n = 0, better = 0, worse = 0;
        for (size_t i = 0; i < new->n; i++) {
            const Measured *was = find(old, &new->at[i]);
            double a, b;
            if (!was || !exam_of(was, name, &a) ||
                !exam_of(&new->at[i], name, &b))
                continue;
            n++;
            sums[0] += a;
            sums[1] += b;
            better += b < a - 1e-6;
            worse += b > a + 1e-6;
        }
        if (n)
            fprintf(out, "%-18s %8.2f %8.2f %+8.2f %7zu %6zu %6zu\n", name,
                    sums[0] / (double)n, sums[1] / (double)n,
                    (sums[1] - sums[0]) / (double)n, better, n - better - worse,
                    worse);
    }
    for (size_t i = 0; i < new->n; i++) {
        const Measured *was = find(old, &new->at[i]);
        if (was && strcmp(was->reason, new->at[i].reason) != 0)
            fprintf(out, "%s %s: was %s, is %s\n", new->at[i].suite,
                    new->at[i].id, *was->reason ? was->reason : "measured",
                    *new->at[i].reason ? new->at[i].reason : "measured");
    }
}

bool
contest_write(const Results *r, const char *what, FILE *out, Diag *d)
{
    Bytes b;
    Results old;

    if (!is_file(what)) {
        char *names = mem_strdup(what), *comma = strchr(names, ',');
        *comma = 0;
        write_techniques(r, names, comma + 1, out);
        free(names);
        return true;
    }
    if (!io_read(what, &b, d))
        return false;
    bool ok = results_parse((const char *)b.at, b.n, &old, d);
    io_bytes_done(&b);
    if (ok)
        write_benches(r, &old, out);
    results_done(&old);
    return ok || diag_context(d, "%s", what);
}
