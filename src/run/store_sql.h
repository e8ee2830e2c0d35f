/* store_sql.h - the inside of a Store, shared by store*.c only. */
#ifndef CULPRIT_RUN_STORE_SQL_H
#define CULPRIT_RUN_STORE_SQL_H

#include "base/map.h"
#include "run/blob.h"
#include "run/store.h"

#include <sqlite3.h>

/* Statements that are used per run are prepared once. */
typedef enum {
    SQL_FIND,
    SQL_PUT,
    SQL_FIND_SPECTRUM,
    SQL_PUT_SPECTRUM,
    SQL_GET_SPECTRUM,
    SQL_PLACE,
    SQL_FIND_OUTPUT,
    SQL_PUT_OUTPUT,
    SQL_FIND_NOTE,
    SQL_PUT_NOTE,
    SQL_COUNT
} StoreSql;

struct Store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *prepared[SQL_COUNT];
    int64_t program; /* row of the current one, 0: none yet */
    char *program_id;
    uint32_t nedges;
    Blobber blobber;
    Str blob[2];          /* reused: edges, returns */
    Map seen;             /* from counts to their rows of `spectrum` */
    int64_t seen_version; /* of the database, but for our own changes */
    bool batch;
};

/* The prepared statement, ready for binding; NULL with a message. */
sqlite3_stmt *store_sql(Store *s, StoreSql which, Diag *d);

/* Prepare one that is used once (sqlite3_finalize it). */
sqlite3_stmt *store_prepare(Store *s, const char *sql, Diag *d);

/* Run statements without results. */
bool store_exec(Store *s, const char *sql, Diag *d);

/* A failure of SQLite in words of ours; always false. */
bool store_fail(Store *s, Diag *d);

/* Step to the end, then reset; false with a message on an error. */
bool store_step(Store *s, sqlite3_stmt *q, Diag *d);

/* Spectra may have been deleted: remember none of them. */
void store_forget_seen(Store *s);

void store_bind_text(sqlite3_stmt *q, int at, const char *text);

#endif
