/* trace.h - a trace, validated as far as that goes without replaying, and
 * loaded piece by piece: it may be larger than memory.
 */
#ifndef CULPRIT_TRACE_TRACE_H
#define CULPRIT_TRACE_TRACE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a signal interrupted the records; the handler's are there. */
typedef struct Cut Cut;
struct Cut {
    size_t begin;
    size_t end; /* where they go on; 0: nowhere, what was begun is cut off */
    uint32_t signal;
    bool trapped;   /* an instruction raised it, */
    uint64_t fault; /* with this address in memory, if not 0 */
};

typedef struct Trace Trace;
struct Trace {
    const uint8_t *records;
    size_t nrecords; /* bytes */
    Cut *cuts;       /* by begin */
    size_t ncuts;
    uint32_t nlost;  /* signals whose handlers are not in it */
    bool stopped;    /* the limit was reached: the end is missing */
    bool all;        /* nothing that could be computed is left out */
    uint32_t signal; /* that an instruction raised and the program died of, */
    uint64_t fault;  /* with this address in memory; 0: none */
    struct TraceFiles *files; /* NULL: all records are there */
};

/* `id`: of the program that must have made it. The records are not copied. */
bool trace_parse(const uint8_t *bytes, size_t n, const char *id, Trace *out,
                 Diag *d);

/* The traces in a run directory, by time of their making; the caller frees
 * the paths and the array. */
bool trace_list(const char *dir, char ***paths, size_t *n, Diag *d);
bool trace_open(const char *path, const char *id, Trace *out, Diag *d);
void trace_close(Trace *t);

/* Load more: *loaded, so far 0 or what this function gave, becomes a larger
 * number of bytes, if that is possible. Bytes far before `at` are let go;
 * they can be loaded again from 0 on. */
bool trace_load(const Trace *t, size_t at, size_t *loaded, Diag *d);

/* All of it as a file that trace_open reads. */
bool trace_save(const Trace *t, const char *id, const char *path, Diag *d);

#endif
