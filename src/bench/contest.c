/* contest.c - two techniques version by version, or two benches. */
#include "bench/contest.h"

#include "base/io.h"
#include "base/mem.h"
#include "bench/tally.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
is_json(const char *name, size_t n)
{
    static const char suffix[] = ".json";
    const size_t k = sizeof suffix - 1;

    return n > k && memcmp(name + n - k, suffix, k) == 0;
}

ContestKind
contest_kind(const char *what)
{
    const char *comma = strchr(what, ',');

    if (!*what)
        return CONTEST_NONE;
    if (!comma)
        return CONTEST_OLDER;
    return is_json(what, (size_t)(comma - what)) &&
                   is_json(comma + 1, strlen(comma + 1))
               ? CONTEST_FILES
               : CONTEST_TECHNIQUES;
}

bool
contest_picks(Arena *a, const char *what, Picks *out, Diag *d)
{
    if (contest_kind(what) != CONTEST_TECHNIQUES)
        return true;
    const char *comma = strchr(what, ',');
    if (!comma[1] || comma == what || strchr(comma + 1, ','))
        return diag_fail(d,
                         "--against %s is neither two techniques nor one or "
                         "two files",
                         what);
    return pick_parse(a, what, out, d);
}

static bool
read_results(const char *file, Results *out, Diag *d)
{
    Bytes b;

    if (!io_read(file, &b, d))
        return false;
    const bool ok = results_parse((const char *)b.at, b.n, out, d);
    io_bytes_done(&b);
    return ok || diag_context(d, "%s", file);
}

bool
contest_read_newer(const char *what, Results *out, Diag *d)
{
    return read_results(strchr(what, ',') + 1, out, d);
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

/* One version in two benches, by one technique; false if one has no score. */
typedef struct Change Change;
struct Change {
    double exam[2]; /* old and new, per cent */
    uint32_t rank[2];
};

static bool
change_of(const Results *old, const Measured *m, const char *technique,
          Change *out)
{
    const Measured *was = find(old, m);

    if (!was || !exam_of(was, technique, &out->exam[0]) ||
        !exam_of(m, technique, &out->exam[1]))
        return false;
    out->rank[0] = result_score(was, technique)->lines.listed;
    out->rank[1] = result_score(m, technique)->lines.listed;
    return true;
}

/* The mean exam of the versions that both benches have; how many there are. */
static size_t
write_technique(const Results *new, const Results *old, const char *name,
                FILE *out)
{
    double sums[2] = {0};
    size_t n = 0, better = 0, worse = 0;
    Change c;

    for (size_t i = 0; i < new->n; i++) {
        if (!change_of(old, &new->at[i], name, &c))
            continue;
        n++;
        sums[0] += c.exam[0];
        sums[1] += c.exam[1];
        better += c.rank[1] < c.rank[0];
        worse += c.rank[1] > c.rank[0];
    }
    if (n)
        fprintf(out, "%-18s %8.2f %8.2f %+8.2f %7zu %6zu %6zu\n", name,
                sums[0] / (double)n, sums[1] / (double)n,
                (sums[1] - sums[0]) / (double)n, better, n - better - worse,
                worse);
    return n;
}

/* The versions whose rank is another now; how many there are. */
static size_t
write_ranks(const Results *new, const Results *old, FILE *out)
{
    size_t n = 0;
    Change c;

    for (size_t t = 0; t < new->techniques.n; t++)
        for (size_t i = 0; i < new->n; i++) {
            const char *name = new->techniques.at[t];
            const Measured *m = &new->at[i];
            if (!change_of(old, m, name, &c) || c.rank[0] == c.rank[1])
                continue;
            if (n++ == 0)
                fprintf(out, "\n%-18s %8s %8s  version\n", "technique",
                        "old rank", "new rank");
            fprintf(out, "%-18s %8" PRIu32 " %8" PRIu32 "  %s %s\n", name,
                    c.rank[0], c.rank[1], m->suite, m->id);
        }
    return n;
}

/* Versions that one of the benches could not measure; how many there are. */
static size_t
write_reasons(const Results *new, const Results *old, FILE *out)
{
    size_t n = 0;

    for (size_t i = 0; i < new->n; i++) {
        const Measured *was = find(old, &new->at[i]);
        if (!was || strcmp(was->reason, new->at[i].reason) == 0)
            continue;
        n++;
        fprintf(out, "%s %s: was %s, is %s\n", new->at[i].suite, new->at[i].id,
                *was->reason ? was->reason : "measured",
                *new->at[i].reason ? new->at[i].reason : "measured");
    }
    return n;
}

/* A line for each technique, then all that differs. */
static bool
write_benches(const Results *new, const Results *old, FILE *out, bool *differ,
              Diag *d)
{
    size_t common = 0;

    fprintf(out, "%-18s %8s %8s %8s %7s %6s %6s\n", "technique", "old exam",
            "new exam", "differ", "better", "equal", "worse");
    for (size_t t = 0; t < new->techniques.n; t++)
        common += write_technique(new, old, new->techniques.at[t], out);
    const size_t ranks = write_ranks(new, old, out);
    const size_t reasons = write_reasons(new, old, out);
    *differ = ranks + reasons > 0;
    return common > 0 ||
           diag_fail(d, "no technique was measured on the same version in both "
                        "results");
}

static void
write_two(const Results *r, const char *what, FILE *out)
{
    char *names = mem_strdup(what), *comma = strchr(names, ',');

    *comma = 0;
    write_techniques(r, names, comma + 1, out);
    free(names);
}

bool
contest_write(const Results *r, const char *what, FILE *out, bool *differ,
              Diag *d)
{
    Results old = {0};

    *differ = false;
    if (contest_kind(what) == CONTEST_TECHNIQUES) {
        write_two(r, what, out);
        return true;
    }
    char *file = mem_strndup(what, strcspn(what, ","));
    const bool ok =
        read_results(file, &old, d) && write_benches(r, &old, out, differ, d);
    results_done(&old);
    free(file);
    return ok;
}
