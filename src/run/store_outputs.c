/* store_outputs.c - what a reference program printed, kept by digest. */
#include "run/store.h"

#include "base/mem.h"
#include "run/store_sql.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

void
store_output_done(StoredOutput *o)
{
    str_done(&o->out);
    str_done(&o->err);
    str_done(&o->files);
    *o = (StoredOutput){0};
}

static void
bind_packed(sqlite3_stmt *q, int at, const Str *s)
{
    size_t bound = ZSTD_compressBound(s->n);
    void *packed = mem_alloc(bound);
    size_t size = ZSTD_compress(packed, bound, str_text(s), s->n, 1);

    if (ZSTD_isError(size))
        bug("zstd: %s", ZSTD_getErrorName(size));
    sqlite3_bind_blob64(q, at, packed, size, free);
}

bool
store_put_output(Store *s, const char *digest, const StoredOutput *o, Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_PUT_OUTPUT, d);

    if (!q)
        return false;
    store_bind_text(q, 1, digest);
    sqlite3_bind_int(q, 2, o->status);
    sqlite3_bind_int(q, 3, o->timed_out);
    bind_packed(q, 4, &o->out);
    bind_packed(q, 5, &o->err);
    bind_packed(q, 6, &o->files);
    return store_step(s, q, d);
}

static bool
unpack(sqlite3_stmt *q, int column, Str *out)
{
    const void *packed = sqlite3_column_blob(q, column);
    size_t n = (size_t)sqlite3_column_bytes(q, column);
    unsigned long long size =
        packed ? ZSTD_getFrameContentSize(packed, n) : ZSTD_CONTENTSIZE_ERROR;

    if (size >= (uint64_t)1 << 40)
        return false;
    str_reserve(out, (size_t)size + 1);
    size_t got = ZSTD_decompress(out->at, (size_t)size, packed, n);
    if (ZSTD_isError(got) || got != size)
        return false;
    out->n = got;
    out->at[got] = 0;
    return true;
}

bool
store_find_output(Store *s, const char *digest, StoredOutput *out, bool *has,
                  Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_FIND_OUTPUT, d);

    *out = (StoredOutput){0};
    *has = false;
    if (!q)
        return false;
    store_bind_text(q, 1, digest);
    int code = sqlite3_step(q);
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, d);
    if (code == SQLITE_ROW) {
        out->status = sqlite3_column_int(q, 0);
        out->timed_out = sqlite3_column_int(q, 1);
        /* A damaged one is made again by running the reference again. */
        *has = unpack(q, 2, &out->out) && unpack(q, 3, &out->err) &&
               unpack(q, 4, &out->files);
    }
    if (!*has)
        store_output_done(out);
    sqlite3_reset(q);
    return ok;
}
