/* store_runs.c - runs and their spectra, in and out of the store. */
#include "run/store.h"

#include "base/hash.h"
#include "base/vec.h"
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
};

static const void *
bytes_or_empty(const Str *s)
{
    return s->at ? s->at : "";
}

/* The row of this spectrum: equal spectra are stored once. */
static bool
put_spectrum(Store *s, const StoredRun *r, int64_t *row, Diag *d)
{
    Str *edges = &s->blob[0], *returns = &s->blob[1];

    str_clear(edges);
    str_clear(returns);
    blob_pack(&s->blobber, r->edges, s->nedges, edges);
    if (r->returns)
        blob_pack(&s->blobber, r->returns, s->nreturns, returns);
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
    if (!(q = store_sql(s, SQL_PUT_SPECTRUM, d)))
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    store_bind_text(q, 2, digest.hex);
    sqlite3_bind_blob64(q, 3, edges->at, edges->n, SQLITE_STATIC);
    sqlite3_bind_null(q, 4);
    if (r->returns)
        sqlite3_bind_blob64(q, 4, returns->at, returns->n, SQLITE_STATIC);
    if (!store_step(s, q, d))
        return false;
    *row = sqlite3_last_insert_rowid(s->db);
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
    sqlite3_bind_int(q, RUN_STATUS, r->status);
    store_bind_text(q, RUN_STDOUT, r->stdout_digest);
    store_bind_text(q, RUN_STDERR, r->stderr_digest);
    sqlite3_bind_double(q, RUN_WALL, r->wall_s);
    sqlite3_bind_double(q, RUN_CPU, r->cpu_s);
    if (r->lost)
        sqlite3_bind_null(q, RUN_SPECTRUM);
    else
        sqlite3_bind_int64(q, RUN_SPECTRUM, spectrum);
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

/* Loading: spectra are unpacked once each, then laid out run by run. */

typedef struct Unpacked Unpacked;
struct Unpacked {
    uint64_t start;
    uint32_t n;
};

/* One kind of count while it is being loaded. */
typedef struct Loader Loader;
struct Loader {
    uint32_t n;          /* entities */
    VEC(Unpacked) runs;  /* of each run, in order */
    VEC(uint32_t) index; /* with room for n more at every unpacking */
    VEC(uint32_t) count;
};

static bool
load_blob(Store *s, Loader *l, sqlite3_stmt *q, int column, Diag *d)
{
    Unpacked u = {.start = l->index.n};
    const uint8_t *bytes = sqlite3_column_blob(q, column);

    if (bytes) {
        vec_reserve(&l->index, l->index.n + l->n);
        vec_reserve(&l->count, l->count.n + l->n);
        if (!blob_unpack(&s->blobber, bytes,
                         (size_t)sqlite3_column_bytes(q, column), l->n,
                         l->index.at + l->index.n, l->count.at + l->count.n,
                         &u.n, d))
            return diag_context(d,
                                "the store %s is damaged; move it away and "
                                "run the tests again",
                                s->path);
        l->index.n += u.n;
        l->count.n += u.n;
    }
    vec_push(&l->runs, u);
    return true;
}

/* Give the loaded counts to the arena's owner. */
static Counted
finish(Loader *l, Arena *a)
{
    size_t nruns = l->runs.n;
    Counted c = {.start = ARENA_ARRAY(a, uint64_t, nruns + 1)};

    for (size_t r = 0; r < nruns; r++)
        c.start[r] = l->runs.at[r].start;
    c.start[nruns] = l->index.n;
    c.index = l->index.n ? arena_dup(a, l->index.at, l->index.n * 4) : NULL;
    c.count = l->count.n ? arena_dup(a, l->count.at, l->count.n * 4) : NULL;
    vec_done(&l->runs);
    vec_done(&l->index);
    vec_done(&l->count);
    return c;
}

static bool
load_row(Store *s, sqlite3_stmt *q, Runs *out, Loader loaders[2], Run *run,
         Diag *d)
{
    *run = (Run){
        .name = arena_strdup(&out->arena, text(q, 0)),
        .verdict = verdict_of(sqlite3_column_int(q, 1)),
        .reason = arena_strdup(&out->arena, text(q, 2)),
        .lost = sqlite3_column_type(q, 3) == SQLITE_NULL,
    };
    out->npassed += run->verdict == VERDICT_PASS;
    out->nfailed += run->verdict == VERDICT_FAIL;
    out->has_returns |= sqlite3_column_type(q, 4) != SQLITE_NULL;
    return load_blob(s, &loaders[0], q, 3, d) &&
           load_blob(s, &loaders[1], q, 4, d);
}

bool
store_load(Store *s, const Program *p, Runs *out, Diag *d)
{
    VEC(Run) runs = {0};
    Loader loaders[2] = {{.n = p->nedges}, {.n = p->nreturns}};
    bool ok = true;
    int code = SQLITE_DONE;

    *out = (Runs){.program = p};
    if (!s->program_id || strcmp(s->program_id, p->id) != 0)
        return diag_fail(d,
                         "the store %s has no runs of this program; run "
                         "the tests again (culprit run)",
                         s->path);
    sqlite3_stmt *q = store_prepare(
        s,
        "SELECT run.name, run.verdict, run.reason, spectrum.edges,"
        " spectrum.returns FROM run LEFT JOIN spectrum"
        " ON spectrum.id = run.spectrum WHERE run.program = ?"
        " ORDER BY run.place, run.test",
        d);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, s->program);
    while (ok && (code = sqlite3_step(q)) == SQLITE_ROW) {
        Run run;
        ok = load_row(s, q, out, loaders, &run, d);
        vec_push(&runs, run);
    }
    if (ok && code != SQLITE_DONE)
        ok = store_fail(s, d);
    sqlite3_finalize(q);
    out->nruns = (uint32_t)runs.n;
    out->runs = runs.n
                    ? arena_dup(&out->arena, runs.at, runs.n * sizeof *runs.at)
                    : NULL;
    vec_done(&runs);
    out->edges = finish(&loaders[0], &out->arena);
    out->returns = finish(&loaders[1], &out->arena);
    if (!ok)
        runs_done(out);
    return ok;
}
