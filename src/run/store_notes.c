/* store_notes.c - small things remembered by a key: verdicts on inputs that
 * culprit made up, a person's answers.
 */
#include "run/store.h"

#include "run/store_sql.h"

bool
store_put_note(Store *s, const char *kind, const char *key, const void *bytes,
               size_t n, Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_PUT_NOTE, d);

    if (!q)
        return false;
    store_bind_text(q, 1, kind);
    store_bind_text(q, 2, key);
    sqlite3_bind_blob64(q, 3, bytes, n, SQLITE_STATIC);
    return store_step(s, q, d);
}

bool
store_find_note(Store *s, const char *kind, const char *key, Str *out,
                bool *has, Diag *d)
{
    sqlite3_stmt *q = store_sql(s, SQL_FIND_NOTE, d);

    *has = false;
    if (!q)
        return false;
    store_bind_text(q, 1, kind);
    store_bind_text(q, 2, key);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        *has = true;
        str_clear(out);
        str_add(out, sqlite3_column_blob(q, 0),
                (size_t)sqlite3_column_bytes(q, 0));
    }
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, d);
    sqlite3_reset(q);
    return ok;
}

bool
store_trim_notes(Store *s, const char *kind, size_t most, Diag *d)
{
    sqlite3_stmt *q =
        store_prepare(s,
                      "DELETE FROM note WHERE kind = ?1 AND id <= "
                      "(SELECT max(id) FROM note) - ?2",
                      d);

    if (!q)
        return false;
    store_bind_text(q, 1, kind);
    sqlite3_bind_int64(q, 2, (int64_t)most);
    bool ok = store_step(s, q, d);
    sqlite3_finalize(q);
    return ok;
}
