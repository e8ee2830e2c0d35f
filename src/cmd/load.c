/* load.c - where ranking commands get runs from. */
#include "cmd/load.h"

#include "base/mem.h"
#include "base/str.h"
#include "run/store.h"
#include "spectrum/importer.h"

#include <stdlib.h>
#include <string.h>

static bool
load_store(const char *dir, Loaded *out, Diag *d)
{
    Store *store = NULL;
    bool ok = store_open(dir, false, &store, d) &&
              store_load_program(store, &out->program, d) &&
              store_load(store, &out->program, &out->runs, d);

    store_close(store);
    return ok;
}

static bool
load_import(const LoadOptions *o, Loaded *out, Diag *d)
{
    const char *colon = strchr(o->import, ':');

    if (!colon)
        return diag_fail(d, "--import needs FORMAT:PATH, not %s", o->import);
    char *name = mem_strndup(o->import, (size_t)(colon - o->import));
    const Importer *i = importer_by_name(name);
    const char *paths[] = {colon + 1};
    bool ok =
        i ? importer_read(i, paths, 1, o->verdicts, &out->runs, d)
          : diag_fail(d, "no format %s (see culprit import --help)", name);
    free(name);
    return ok;
}

bool
load_runs(const LoadOptions *o, Loaded *out, Diag *d)
{
    *out = (Loaded){0};
    if (o->import)
        return load_import(o, out, d);
    return load_store(o->store, out, d);
}

void
loaded_done(Loaded *l)
{
    runs_done(&l->runs);
    program_done(&l->program);
}
