/* store_runs.c - runs and their spectra, in and out of the store. */
#include "run/store.h"

#include "base/hash.h"
#include "run/store_sql.h"

#include <string.h>

/* ORDER RUN: the columns of the table `run`, for inserting. */
enum {
    RUN_PROGRAM = 1,
    RUN_TEST,
    RUN_NAME,
    RUN_DIGEST,
    RUN_ORIGIN,
    RUN_PLACE,
    RUN_VERDICT,
    RUN_REASON,
    RUN_STATUS,
    RUN_STDOUT,
    RUN_STDERR,
    RUN_WALL,
    RUN_CPU,
    RUN_SPECTRUM,
    RUN_TIMED_OUT,
};

static const void *
bytes_or_empty(const Str *s)
{
    return s->at ? s->at : "";
}

static int64_t
count_taken(const uint64_t *counts, uint32_t n, BlobList list)
{
    int64_t taken = 0;

    for (uint32_t i = 0; i < (list.at ? list.n : n); i++)
        taken += counts[list.at ? list.at[i] : i] != 0;
    return taken;
}

/* The row of this spectrum: equal spectra are stored once. */
static bool
put_packed(Store *s, const StoredRun *r, int64_t *row, Diag *d)
{
    Str *edges = &s->blob[0], *returns = &s->blob[1];

    str_clear(edges);
    str_clear(returns);
    blob_pack(&s->blobber, r->counts.edges, s->nedges, r->counts.some_edges,
              edges);
    if (r->counts.returns)
        blob_pack(&s->blobber, r->counts.returns, r->counts.nvalues,
                  r->counts.some_returns, returns);
    Digest parts[2] = {hash_digest(bytes_or_empty(edges), edges->n),
                       hash_digest(bytes_or_empty(returns), returns->n)};
    Digest digest = hash_digest(parts, sizeof parts);

    sqlite3_stmt *q = store_sql(s, SQL_FIND_SPECTRUM, d);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, digest.hex);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        *row = sqlite3_column_int64(q, 0);
        sqlite3_reset(q);
        return true;
    }
    if (code != SQLITE_DONE)
        return store_fail(s, d);
    q = store_sql(s, SQL_PUT_SPECTRUM, d);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, digest.hex);
    sqlite3_bind_int64(
        q, 3, count_taken(r->counts.edges, s->nedges, r->counts.some_edges));
    sqlite3_bind_int64(q, 4,
                       r->counts.returns
                           ? count_taken(r->counts.returns, r->counts.nvalues,
                                         r->counts.some_returns)
                           : 0);
    sqlite3_bind_blob64(q, 5, edges->at, edges->n, SQLITE_STATIC);
    sqlite3_bind_null(q, 6);
    if (r->counts.returns)
        sqlite3_bind_blob64(q, 6, returns->at, returns->n, SQLITE_STATIC);
    if (!store_step(s, q, d))
        return false;
    *row = sqlite3_last_insert_rowid(s->db);
    return true;
}

/* Most spectra of a suite were seen before, which their counts tell sooner
 * than what they pack to; where few are other than 0, they pack quickly. */
static bool
put_spectrum(Store *s, const StoredRun *r, int64_t *row, Diag *d)
{
    if (r->counts.some_edges.at)
        return put_packed(s, r, row, d);
    Digest counts[2] = {hash_digest(r->counts.edges, (size_t)s->nedges * 8)};

    if (r->counts.returns)
        counts[1] =
            hash_digest(r->counts.returns, (size_t)r->counts.nvalues * 8);
    const uint32_t *known = map_find(&s->seen, counts, sizeof counts);
    if (known) {
        *row = *known;
        return true;
    }
    if (!put_packed(s, r, row, d))
        return false;
    if (*row <= UINT32_MAX)
        map_put(&s->seen, counts, sizeof counts, (uint32_t)*row);
    return true;
}

bool
store_put(Store *s, const StoredRun *r, Diag *d)
{
    int64_t spectrum = 0;

    if (!s->program)
        bug("no program was chosen");
    if (!r->lost && !put_spectrum(s, r, &spectrum, d))
        return false;
    sqlite3_stmt *q = store_sql(s, SQL_PUT, d);
    if (!q)
        return false;
    sqlite3_bind_int64(q, RUN_PROGRAM, s->program);
    store_bind_text(q, RUN_TEST, r->test);
    store_bind_text(q, RUN_NAME, r->name);
    store_bind_text(q, RUN_DIGEST, r->digest);
    store_bind_text(q, RUN_ORIGIN, r->origin);
    sqlite3_bind_int64(q, RUN_PLACE, r->place);
    sqlite3_bind_int(q, RUN_VERDICT, (int)r->verdict);
    store_bind_text(q, RUN_REASON, r->reason ? r->reason : "");
    sqlite3_bind_int(q, RUN_STATUS, r->end.status);
    store_bind_text(q, RUN_STDOUT, r->end.stdout_digest);
    store_bind_text(q, RUN_STDERR, r->end.stderr_digest);
    sqlite3_bind_double(q, RUN_WALL, r->end.wall_s);
    sqlite3_bind_double(q, RUN_CPU, r->end.cpu_s);
    if (r->lost)
        sqlite3_bind_null(q, RUN_SPECTRUM);
    else
        sqlite3_bind_int64(q, RUN_SPECTRUM, spectrum);
    sqlite3_bind_int(q, RUN_TIMED_OUT, r->end.timed_out);
    return store_step(s, q, d);
}

static Verdict
verdict_of(int stored)
{
    return stored == VERDICT_PASS || stored == VERDICT_FAIL ? (Verdict)stored
                                                            : VERDICT_UNKNOWN;
}

static const char *
text(sqlite3_stmt *q, int column)
{
    const unsigned char *t = sqlite3_column_text(q, column);

    return t ? (const char *)t : "";
}

bool
store_find(Store *s, const char *test, const char *digest, Arena *a,
           StoreFound *out, Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_FIND, d);

    *out = (StoreFound){0};
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, test);
    store_bind_text(q, 3, digest);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW)
        *out = (StoreFound){
            .has = true,
            .verdict = verdict_of(sqlite3_column_int(q, 0)),
            .reason = arena_strdup(a, text(q, 1)),
            .lost = sqlite3_column_int(q, 2),
            .timed_out = sqlite3_column_int(q, 3),
        };
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, d);
    sqlite3_reset(q);
    return ok;
}

static bool
place(Store *s, const char *test, const char *digest, size_t at, Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_PLACE, d);

    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, (int64_t)at);
    sqlite3_bind_int64(q, 2, s->program);
    store_bind_text(q, 3, test);
    store_bind_text(q, 4, digest);
    return store_step(s, q, d);
}

bool
store_retain(Store *s, const char *const *tests, const char *const *digests,
             size_t n, Diag *d)
{
    bool alone = !s->batch;

    if (alone && !store_begin(s, d))
        return false;
    sqlite3_stmt *q = store_prepare(s,
                                    "UPDATE run SET place = -1 "
                                    "WHERE program = ? AND origin = 'suite'",
                                    d);
    bool ok = q != NULL;
    if (ok) {
        sqlite3_bind_int64(q, 1, s->program);
        ok = store_step(s, q, d);
    }
    sqlite3_finalize(q);
    store_forget_seen(s);
    for (size_t i = 0; ok && i < n; i++)
        ok = place(s, tests[i], digests[i], i, d);
    ok = ok &&
         store_exec(s,
                    "DELETE FROM run WHERE place = -1;"
                    "DELETE FROM spectrum WHERE id NOT IN"
                    " (SELECT spectrum FROM run WHERE spectrum IS NOT NULL);",
                    d);
    if (alone && ok)
        return store_commit(s, d);
    if (alone) {
        s->batch = false;
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    }
    return ok;
}

/* Loading: room for all counts is made at once, by their stored numbers. */

typedef struct Loader Loader;
struct Loader {
    Counted *to;
    uint32_t n;     /* entities */
    uint32_t fewer; /* a run may have recorded only so many */
    bool full;      /* has one recorded all? */
    uint64_t used, room;
};

static bool
damaged(Store *s, const char *what, Diag *d)
{
    return diag_fail(d,
                     "the store %s is damaged (%s); move it away and run the "
                     "tests again",
                     s->path, what);
}

static bool
make_room(Store *s, Loader *l, Arena *a, uint32_t nruns, int64_t total, Diag *d)
{
    if (total < 0 || (uint64_t)total > (uint64_t)nruns * l->n)
        return damaged(s, "numbers of counts", d);
    l->room = (uint64_t)total + l->n; /* blob_unpack wants room for all */
    l->to->start = ARENA_ARRAY(a, uint64_t, (size_t)nruns + 1);
    l->to->index = ARENA_ARRAY(a, uint32_t, l->room + 1);
    l->to->count = ARENA_ARRAY(a, uint32_t, l->room + 1);
    return true;
}

static bool
load_blob(Store *s, Loader *l, uint32_t run, sqlite3_stmt *q, int column,
          Diag *d)
{
    const uint8_t *bytes = sqlite3_column_blob(q, column);
    size_t size = (size_t)sqlite3_column_bytes(q, column);
    uint32_t n = l->n, got = 0;

    if (bytes) {
        if (l->used + l->n > l->room)
            return damaged(s, "numbers of counts", d);
        if (!blob_unpack(&s->blobber, bytes, size, &n, l->to->index + l->used,
                         l->to->count + l->used, &got, d))
            return diag_context(d,
                                "the store %s is damaged; move it away and "
                                "run the tests again",
                                s->path);
        if (n != l->n && n != l->fewer)
            return damaged(s, "a spectrum belongs to another program", d);
        l->full |= n == l->n;
    }
    l->used += got;
    l->to->start[run + 1] = l->used;
    return true;
}

/* The number of runs and of their counts; room is made for them. */
static bool
size_up(Store *s, const char *origin, Runs *out, Loader loaders[2], Diag *d)
{
    sqlite3_stmt *q = store_prepare(
        s,
        "SELECT count(*), total(spectrum.nedges), total(spectrum.nreturns)"
        " FROM run LEFT JOIN spectrum ON spectrum.id = run.spectrum"
        " WHERE run.program = ? AND run.origin = coalesce(?, run.origin)",
        d);

    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, origin);
    bool ok = sqlite3_step(q) == SQLITE_ROW || store_fail(s, d);
    int64_t n = ok ? sqlite3_column_int64(q, 0) : 0;
    if (ok && (n < 0 || n > UINT32_MAX - 1))
        ok = damaged(s, "number of runs", d);
    if (ok) {
        out->nruns = (uint32_t)n;
        out->runs = ARENA_ARRAY(&out->arena, Run, (size_t)n + 1);
    }
    for (int i = 0; ok && i < 2; i++)
        ok = make_room(s, &loaders[i], &out->arena, out->nruns,
                       sqlite3_column_int64(q, 1 + i), d);
    sqlite3_finalize(q);
    return ok;
}

/* The spectrum in row `id`, fetched by itself: sorting runs is cheap as long
 * as their spectra do not go through the sorter. */
static bool
load_spectrum(Store *s, int64_t id, Runs *out, Loader loaders[2], uint32_t at,
              Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_GET_SPECTRUM, d);

    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, id);
    int code = sqlite3_step(q);
    bool ok = code == SQLITE_ROW ||
              (code == SQLITE_DONE ? damaged(s, "a spectrum is gone", d)
                                   : store_fail(s, d));
    if (ok)
        out->has_returns |= sqlite3_column_type(q, 1) != SQLITE_NULL;
    ok = ok && load_blob(s, &loaders[0], at, q, 0, d) &&
         load_blob(s, &loaders[1], at, q, 1, d);
    sqlite3_reset(q);
    return ok;
}

static bool
load_row(Store *s, sqlite3_stmt *q, Runs *out, Loader loaders[2], uint32_t at,
         Diag *d)
{
    Run *run = &out->runs[at];

    *run = (Run){
        .name = arena_strdup(&out->arena, text(q, 0)),
        .verdict = verdict_of(sqlite3_column_int(q, 1)),
        .reason = arena_strdup(&out->arena, text(q, 2)),
        .lost = sqlite3_column_type(q, 3) == SQLITE_NULL,
        .timed_out = sqlite3_column_int(q, 4),
    };
    out->npassed += run->verdict == VERDICT_PASS;
    out->nfailed += run->verdict == VERDICT_FAIL;
    for (int i = 0; i < 2; i++)
        loaders[i].to->start[at] = loaders[i].to->start[at + 1] =
            loaders[i].used;
    return run->lost ||
           load_spectrum(s, sqlite3_column_int64(q, 3), out, loaders, at, d);
}

static bool
load_rows(Store *s, const char *origin, Runs *out, Loader loaders[2], Diag *d)
{
    sqlite3_stmt *q = store_prepare(
        s,
        "SELECT name, verdict, reason, spectrum, timed_out FROM run"
        " WHERE program = ? AND origin = coalesce(?, origin)"
        " ORDER BY place, test",
        d);
    bool ok = true;
    int code = SQLITE_DONE;
    uint32_t at = 0;

    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, origin);
    while (ok && (code = sqlite3_step(q)) == SQLITE_ROW)
        ok = at < out->nruns ? load_row(s, q, out, loaders, at++, d)
                             : damaged(s, "number of runs", d);
    if (ok && code != SQLITE_DONE)
        ok = store_fail(s, d);
    if (ok && at != out->nruns)
        ok = damaged(s, "number of runs", d);
    sqlite3_finalize(q);
    return ok;
}

/* Those of one origin, or all. */
static bool
load(Store *s, const Program *p, const char *origin, Runs *out, Diag *d)
{
    Loader loaders[2] = {
        {.to = &out->edges, .n = p->n.edges, .fewer = p->n.edges},
        {.to = &out->returns, .n = p->n.values, .fewer = p->n.returns}};

    *out = (Runs){.program = p};
    if (!s->program_id || strcmp(s->program_id, p->id) != 0)
        return diag_fail(d,
                         "the store %s has no runs of this program; run "
                         "the tests again (culprit run)",
                         s->path);
    /* Both queries must see the same runs: one transaction. */
    bool alone = !s->batch;
    if (alone && !store_exec(s, "BEGIN", d))
        return false;
    bool ok = size_up(s, origin, out, loaders, d) &&
              load_rows(s, origin, out, loaders, d);
    out->has_pairs = loaders[1].full && p->n.values > p->n.returns;
    if (alone)
        sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    if (!ok)
        runs_done(out);
    return ok;
}

bool
store_load(Store *s, const Program *p, Runs *out, Diag *d)
{
    return load(s, p, NULL, out, d);
}

bool
store_load_suite(Store *s, const Program *p, Runs *out, Diag *d)
{
    return load(s, p, "suite", out, d);
}

bool
store_forget(Store *s, const char *origin, Diag *d)
{
    sqlite3_stmt *q =
        store_prepare(s, "DELETE FROM run WHERE program = ? AND origin = ?", d);

    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, origin);
    bool ok = store_step(s, q, d);
    sqlite3_finalize(q);
    return ok;
}
