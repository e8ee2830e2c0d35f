/* store.c - the SQLite store of a project's runs: opening, programs, batches.
 *
 * Write-ahead logging with synchronous=NORMAL: killing culprit loses at most
 * the open batch, a power cut at most the last ones, and neither the file.
 */
#include "run/store.h"

#include "base/io.h"
#include "base/mem.h"
#include "run/store_sql.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum {
    SCHEMA = 2,
    APPLICATION = 0x43554c50, /* "CULP" */
    BUSY_MS = 10000,
    PROGRAMS_KEPT = 4,
};

static const char schema[] =
    "CREATE TABLE program("
    " id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE,"
    " path TEXT NOT NULL, model BLOB NOT NULL, used INTEGER NOT NULL);"
    "CREATE TABLE spectrum("
    " id INTEGER PRIMARY KEY, program INTEGER NOT NULL, digest TEXT NOT NULL,"
    " nedges INTEGER NOT NULL, nreturns INTEGER NOT NULL,"
    " edges BLOB NOT NULL, returns BLOB, UNIQUE(program, digest));"
    "CREATE TABLE run("
    " program INTEGER NOT NULL, test TEXT NOT NULL, name TEXT NOT NULL,"
    " digest TEXT NOT NULL, origin TEXT NOT NULL, place INTEGER NOT NULL,"
    " verdict INTEGER NOT NULL, reason TEXT NOT NULL, status INTEGER NOT NULL,"
    " stdout TEXT, stderr TEXT, wall_s REAL, cpu_s REAL, spectrum INTEGER,"
    " timed_out INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY(program, test)) WITHOUT ROWID;"
    "CREATE TABLE output("
    " digest TEXT PRIMARY KEY, status INTEGER NOT NULL,"
    " timed_out INTEGER NOT NULL, stdout BLOB, stderr BLOB, files BLOB)"
    " WITHOUT ROWID;";

/* A table that came later: stores without it are otherwise the same. */
static const char notes[] =
    "CREATE TABLE IF NOT EXISTS note("
    " id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL,"
    " value BLOB NOT NULL, UNIQUE(kind, key));";

/* From schema 1, where only the reason told that a test had timed out. */
static const char upgrade[] =
    "ALTER TABLE run ADD COLUMN timed_out INTEGER NOT NULL DEFAULT 0;"
    "UPDATE run SET timed_out = 1 WHERE reason LIKE 'timed out%';"
    "PRAGMA user_version = 2;";

static const char *const sql_text[SQL_COUNT] = {
    [SQL_FIND] = "SELECT verdict, reason, spectrum IS NULL, timed_out "
                 "FROM run "
                 "WHERE program = ? AND test = ? AND digest = ?",
    [SQL_PUT] = "INSERT OR REPLACE INTO run VALUES"
                "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_FIND_SPECTRUM] =
        "SELECT id FROM spectrum WHERE program = ? AND digest = ?",
    [SQL_PUT_SPECTRUM] = "INSERT INTO spectrum VALUES(NULL, ?, ?, ?, ?, ?, ?)",
    [SQL_GET_SPECTRUM] = "SELECT edges, returns FROM spectrum WHERE id = ?",
    [SQL_PLACE] = "UPDATE run SET place = ? "
                  "WHERE program = ? AND test = ? AND digest = ?",
    [SQL_FIND_OUTPUT] = "SELECT status, timed_out, stdout, stderr, files "
                        "FROM output WHERE digest = ?",
    [SQL_PUT_OUTPUT] = "INSERT OR REPLACE INTO output VALUES(?, ?, ?, ?, ?, ?)",
    [SQL_FIND_NOTE] = "SELECT value FROM note WHERE kind = ? AND key = ?",
    [SQL_PUT_NOTE] = "INSERT OR REPLACE INTO note VALUES(NULL, ?, ?, ?)",
};

bool
store_fail(Store *s, Diag *d)
{
    int code = s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM;

    switch (code) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return diag_fail(d,
                         "the store %s is damaged (%s); move it away and "
                         "run the tests again",
                         s->path, sqlite3_errmsg(s->db));
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return diag_fail(d,
                         "the store %s cannot be written; make its directory "
                         "writable or choose another with --store",
                         s->path);
    case SQLITE_CANTOPEN:
        return diag_fail(d,
                         "cannot open the store %s; make its directory "
                         "readable and writable or choose another with "
                         "--store",
                         s->path);
    case SQLITE_FULL:
        return diag_fail(d, "no space is left for the store %s", s->path);
    case SQLITE_BUSY:
        return diag_fail(d,
                         "the store %s is in use by another culprit; wait "
                         "for it to end",
                         s->path);
    default:
        return diag_fail(d, "the store %s: %s", s->path,
                         s->db ? sqlite3_errmsg(s->db) : "out of memory");
    }
}

bool
store_exec(Store *s, const char *sql, Diag *d)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_fail(s, d);
}

sqlite3_stmt *
store_prepare(Store *s, const char *sql, Diag *d)
{
    sqlite3_stmt *q = NULL;

    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        store_fail(s, d);
    return q;
}

sqlite3_stmt *
store_sql(Store *s, StoreSql which, Diag *d)
{
    if (!s->prepared[which])
        s->prepared[which] = store_prepare(s, sql_text[which], d);
    else
        sqlite3_reset(s->prepared[which]);
    return s->prepared[which];
}

bool
store_step(Store *s, sqlite3_stmt *q, Diag *d)
{
    int code;

    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        ;
    bool ok = code == SQLITE_DONE || store_fail(s, d);
    sqlite3_reset(q);
    return ok;
}

void
store_bind_text(sqlite3_stmt *q, int at, const char *text)
{
    sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

/* One number that a query gives, such as a pragma; false with a message. */
static bool
number(Store *s, const char *sql, int64_t *out, Diag *d)
{
    sqlite3_stmt *q = store_prepare(s, sql, d);

    *out = 0;
    if (!q)
        return false;
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(q, 0);
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(s, d);
    sqlite3_finalize(q);
    return ok;
}

static bool
make_schema(Store *s, Diag *d)
{
    char *stamp = mem_printf("PRAGMA application_id = %d;"
                             "PRAGMA user_version = %d;",
                             APPLICATION, SCHEMA);
    bool ok = store_exec(s, schema, d) && store_exec(s, stamp, d);

    free(stamp);
    return ok;
}

static bool
check_schema(Store *s, bool create, Diag *d)
{
    int64_t version, application, tables;

    if (!number(s, "PRAGMA user_version", &version, d) ||
        !number(s, "PRAGMA application_id", &application, d) ||
        !number(s, "SELECT count(*) FROM sqlite_schema", &tables, d))
        return false;
    if (version == 0 && application == 0 && tables == 0) {
        if (create)
            return make_schema(s, d);
        return diag_fail(d,
                         "the store %s is empty; run the tests first "
                         "(culprit run)",
                         s->path);
    }
    if (application != APPLICATION)
        return diag_fail(d,
                         "%s is not a culprit store; choose another "
                         "directory with --store",
                         s->path);
    if (version == 1 && !sqlite3_db_readonly(s->db, "main"))
        return store_exec(s, upgrade, d);
    if (version != SCHEMA)
        return diag_fail(d,
                         "the store %s was made by %s culprit (schema %lld, "
                         "this one reads %d); use that one or another "
                         "directory with --store",
                         s->path, version > SCHEMA ? "a newer" : "an older",
                         (long long)version, SCHEMA);
    return true;
}

static bool
open_file(Store *s, bool create, Diag *d)
{
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    char *uri = NULL;
    const char *name = s->path;

    if (!create) {
        char *dir = io_dirname(s->path);
        if (eaccess(dir, W_OK) != 0 || eaccess(s->path, W_OK) != 0) {
            /* A log that cannot be opened was merged when it was closed. */
            uri = mem_printf("file:%s?immutable=1", s->path);
            name = uri;
            flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
        }
        free(dir);
    }
    bool ok = sqlite3_open_v2(name, &s->db, flags, NULL) == SQLITE_OK ||
              store_fail(s, d);
    free(uri);
    return ok;
}

static bool
set_up(Store *s, bool create, Diag *d)
{
    sqlite3_busy_timeout(s->db, BUSY_MS);
    sqlite3_extended_result_codes(s->db, 0);
    if (create && (!store_exec(s, "PRAGMA journal_mode = WAL", d) ||
                   !store_exec(s, "PRAGMA synchronous = NORMAL", d) ||
                   !store_exec(s, "BEGIN IMMEDIATE", d)))
        return false;
    return check_schema(s, create, d) &&
           (!create || (store_exec(s, notes, d) && store_exec(s, "COMMIT", d)));
}

static bool
make_dir(const char *dir, Diag *d)
{
    Diag why;

    diag_init(&why);
    if (!io_mkdirs(dir, &why))
        diag_fail(d, "%s; choose another directory with --store", why.error);
    bool ok = !why.error;
    diag_done(&why);
    return ok;
}

bool
store_open(const char *dir, bool create, Store **out, Diag *d)
{
    *out = NULL;
    if (create && !make_dir(dir, d))
        return false;
    Store *s = mem_zalloc(1, sizeof *s);
    s->path = mem_printf("%s/store.db", dir);
    if (!create && !io_exists(s->path)) {
        diag_fail(d,
                  "there are no runs in %s; run the tests first (culprit "
                  "run) or name another --store",
                  dir);
        store_close(s);
        return false;
    }
    if (!open_file(s, create, d) || !set_up(s, create, d)) {
        store_close(s);
        return false;
    }
    *out = s;
    return true;
}

void
store_close(Store *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(s->prepared[i]);
    sqlite3_close(s->db); /* rolls an open batch back */
    blob_done(&s->blobber);
    str_done(&s->blob[0]);
    str_done(&s->blob[1]);
    map_done(&s->seen);
    free(s->path);
    free(s->program_id);
    free(s);
}

void
store_forget_seen(Store *s)
{
    map_done(&s->seen);
    s->seen = (Map){0};
}

bool
store_begin(Store *s, Diag *d)
{
    int64_t version;

    if (s->batch)
        bug("a batch is open already");
    s->batch = store_exec(s, "BEGIN IMMEDIATE", d);
    if (s->batch && !number(s, "PRAGMA data_version", &version, d)) {
        s->batch = false;
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    }
    if (s->batch && version != s->seen_version) {
        store_forget_seen(s); /* somebody else wrote meanwhile */
        s->seen_version = version;
    }
    return s->batch;
}

bool
store_commit(Store *s, Diag *d)
{
    if (!s->batch)
        bug("no batch is open");
    s->batch = false;
    return store_exec(s, "COMMIT", d);
}

static bool
put_program(Store *s, const Program *p, const char *path, Diag *d)
{
    Str model = {0};
    sqlite3_stmt *q =
        store_prepare(s,
                      "INSERT INTO program VALUES(NULL, ?, ?, ?,"
                      " (SELECT coalesce(max(used), 0) + 1 FROM program))"
                      " ON CONFLICT(digest) DO UPDATE SET path = excluded.path,"
                      " model = excluded.model, used = excluded.used",
                      d);

    if (!q)
        return false;
    program_write(p, &model);
    size_t bound = ZSTD_compressBound(model.n);
    char *packed = mem_alloc(bound);
    size_t size = ZSTD_compress(packed, bound, model.at, model.n, 1);
    if (ZSTD_isError(size))
        bug("zstd: %s", ZSTD_getErrorName(size));
    store_bind_text(q, 1, p->id);
    store_bind_text(q, 2, path);
    sqlite3_bind_blob64(q, 3, packed, size, SQLITE_STATIC);
    bool ok = store_step(s, q, d);
    sqlite3_finalize(q);
    free(packed);
    str_done(&model);
    return ok;
}

/* Drop all but the programs used last, with their runs. */
static bool
forget_old(Store *s, Diag *d)
{
    char *sql = mem_printf(
        "DELETE FROM program WHERE id NOT IN"
        " (SELECT id FROM program ORDER BY used DESC LIMIT %d);"
        "DELETE FROM run WHERE program NOT IN (SELECT id FROM program);"
        "DELETE FROM spectrum WHERE program NOT IN (SELECT id FROM program);",
        PROGRAMS_KEPT);
    bool ok = store_exec(s, sql, d);

    free(sql);
    store_forget_seen(s);
    return ok;
}

static void
choose(Store *s, int64_t row, const Program *p)
{
    s->program = row;
    free(s->program_id);
    s->program_id = mem_strdup(p->id);
    s->nedges = p->n.edges;
}

bool
store_set_program(Store *s, const Program *p, const char *path, Diag *d)
{
    int64_t row;

    if (!store_begin(s, d))
        return false;
    if (!put_program(s, p, path, d) || !forget_old(s, d) ||
        !number(s, "SELECT id FROM program ORDER BY used DESC LIMIT 1", &row,
                d)) {
        s->batch = false;
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    choose(s, row, p);
    return store_commit(s, d);
}

/* The model's bytes out of its zstd frame. */
static bool
unpack_model(Store *s, const void *packed, size_t n, Bytes *out, Diag *d)
{
    unsigned long long size = ZSTD_getFrameContentSize(packed, n);

    *out = (Bytes){0};
    if (size < ((uint64_t)1 << 32)) {
        out->n = (size_t)size;
        out->at = mem_alloc(out->n + 1);
        if (ZSTD_decompress(out->at, out->n, packed, n) == out->n)
            return true;
        io_bytes_done(out);
    }
    return diag_fail(d,
                     "the store %s is damaged (model of the program); move "
                     "it away and run the tests again",
                     s->path);
}

bool
store_load_program(Store *s, Program *out, Diag *d)
{
    Bytes model = {0};
    int64_t row = 0;
    sqlite3_stmt *q = store_prepare(s,
                                    "SELECT id, model FROM program "
                                    "ORDER BY used DESC LIMIT 1",
                                    d);

    *out = (Program){0};
    if (!q)
        return false;
    int code = sqlite3_step(q);
    bool ok = code == SQLITE_ROW;
    if (code == SQLITE_DONE)
        diag_fail(d,
                  "the store %s has no runs; run the tests first (culprit "
                  "run)",
                  s->path);
    else if (!ok)
        store_fail(s, d);
    if (ok) {
        row = sqlite3_column_int64(q, 0);
        ok = unpack_model(s, sqlite3_column_blob(q, 1),
                          (size_t)sqlite3_column_bytes(q, 1), &model, d);
    }
    sqlite3_finalize(q);
    if (!ok)
        return false;
    ok = program_parse(model.at, model.n, out, d) ||
         diag_context(d, "the store %s", s->path);
    io_bytes_done(&model);
    if (ok)
        choose(s, row, out);
    return ok;
}
