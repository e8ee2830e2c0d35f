/* sites.c - the instances of a traced run by their numbers in altered
 * ones.
 */
#include "cause/sites.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/mem.h"
#include "format/tuning.h"

#include <stdlib.h>
#include <string.h>

/* Where a row of instructions begins in b: the first place not passed, and the
 * next one of each. */
typedef struct Rows Rows;
struct Rows {
    size_t length; /* instructions */
    Map first;
    uint32_t *next;
};

static void
rows_build(Rows *r, const uint32_t *b, size_t nb)
{
    r->next = mem_zalloc(nb + 1, sizeof *r->next);
    for (size_t j = nb < r->length ? 0 : nb - r->length + 1; j-- > 0;) {
        const uint64_t key = hash_bytes(b + j, r->length * sizeof *b);
        uint32_t *at = map_put(&r->first, &key, sizeof key, UINT32_MAX);
        r->next[j] = *at;
        *at = (uint32_t)j;
    }
}

/* The first place from `from` on where the row stands; UINT32_MAX: nowhere. */
static uint32_t
find_row(Rows *r, const uint32_t *row, size_t from)
{
    const uint64_t key = hash_bytes(row, r->length * sizeof *row);
    uint32_t *at = map_find(&r->first, &key, sizeof key);

    while (at && *at != UINT32_MAX && *at < from)
        *at = r->next[*at]; /* it is passed for good */
    return at ? *at : UINT32_MAX;
}

/* With an end that is like no instruction: there the runs meet again. */
static uint32_t *
add_end(const uint32_t *at, size_t n, size_t length)
{
    uint32_t *all = mem_alloc((n + length) * sizeof *all);

    if (n)
        memcpy(all, at, n * sizeof *all);
    memset(all + n, 0xff, length * sizeof *all);
    return all;
}

/* Where the runs meet again: the least number of instances, of both, that are
 * skipped; false: they do not. */
static bool
find_meeting(Rows *rows, const uint32_t *a, size_t na, size_t j, size_t *skip,
             size_t *to)
{
    const size_t far = tuning_count(TUNE_cause_meet_within);
    size_t best = far;

    for (size_t x = 0; x < best && x <= na; x++) {
        const uint32_t at = find_row(rows, a + x, j);
        if (at == UINT32_MAX || at - j + x >= best)
            continue;
        best = at - j + x;
        *skip = x;
        *to = at;
    }
    return best < far;
}

uint64_t *
cause_sites_match(const uint32_t *a, size_t na, const uint32_t *b, size_t nb)
{
    uint64_t *number = mem_zalloc(na + 1, sizeof *number);
    Rows rows = {.length = tuning_count(TUNE_cause_row_alike)};
    uint32_t *x = add_end(a, na, rows.length);
    uint32_t *y = add_end(b, nb, rows.length);
    size_t i = 0, j = 0, skip = 0, to = 0;

    rows_build(&rows, y, nb + rows.length);
    while (i < na && j < nb) {
        if (x[i] == y[j]) {
            number[i++] = ++j;
            continue;
        }
        if (!find_meeting(&rows, x + i, na - i, j, &skip, &to))
            break;
        for (size_t k = 0; k < skip; k++, i++)
            number[i] = i ? number[i - 1] : 0;
        j = to;
    }
    for (; i < na; i++)
        number[i] = i ? number[i - 1] : 0;
    map_done(&rows.first);
    free(rows.next);
    free(x);
    free(y);
    return number;
}

/* The instructions of all sites that the run executes, *n of them at most. */
static bool
list_sites(Engine *e, const Input *in, uint32_t *out, size_t *n, Diag *d)
{
    const size_t most = *n;
    AlterEntry *all = mem_zalloc(most + 1, sizeof *all);
    EngineRun run;

    for (size_t i = 0; i < most; i++)
        all[i] =
            (AlterEntry){.at = i + 1, .kind = ALTER_KEEP, .inst = UINT32_MAX};
    bool ok = engine_run(e, in, all, most, &run, d);
    if (ok) {
        *n = (size_t)run.altered < most ? (size_t)run.altered : most;
        engine_run_done(&run);
        ok = engine_read_alterations(e, all, most, d);
    }
    for (size_t i = 0; ok && i < *n; i++)
        out[i] = (uint32_t)all[i].value;
    free(all);
    return ok;
}

/* Those of the graph by their likes there. */
static void
number(Graph *g, const uint32_t *here, const uint32_t *there, size_t n, Diag *d)
{
    size_t unmatched = 0;

    graph_number_sites(g, cause_sites_match(here, g->sites.n, there, n));
    for (uint32_t i = 0; i < g->sites.n; i++)
        unmatched += graph_site_number(g, i) == 0;
    if (unmatched)
        diag_warn(d,
                  "the program runs otherwise when its state can be altered: "
                  "%zu of %u instances have no like there",
                  unmatched, g->sites.n);
}

bool
cause_sites_number(Engine *e, const Input *in, Graph *g, EngineRun *run,
                   Diag *d)
{
    const AlterEntry one = {.at = 1, .kind = ALTER_KEEP, .inst = UINT32_MAX};
    const size_t nhere = g->sites.n,
                 most = nhere + tuning_count(TUNE_cause_more_sites);
    size_t n = most;

    if (nhere == 0 || nhere > tuning_count(TUNE_cause_most_sites) ||
        g->sites.first)
        return true;
    uint32_t *here = mem_zalloc(nhere + 1, sizeof *here);
    uint32_t *there = mem_zalloc(most + 1, sizeof *there);
    for (size_t i = 0; i < nhere; i++)
        here[i] = g->nodes[g->sites.nodes[i]].inst;
    bool ok = list_sites(e, in, there, &n, d);
    const size_t both = n < nhere ? n : nhere;
    if (ok && memcmp(here, there, both * sizeof *here) != 0) {
        number(g, here, there, n, d);
        engine_keep_alterations(e, most);
        engine_run_done(run);
        ok = engine_run(e, in, &one, 1, run, d);
    }
    free(here);
    free(there);
    return ok;
}
