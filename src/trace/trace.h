/* trace.h - a trace file, validated as far as that goes without replaying. */
#ifndef CULPRIT_TRACE_TRACE_H
#define CULPRIT_TRACE_TRACE_H

#include "base/diag.h"
#include "base/io.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Trace Trace;
struct Trace {
    Bytes file;
    const uint8_t *records; /* points into file */
    size_t nrecords;        /* bytes */
    size_t *cuts; /* bytes at which a jump out of a signal handler cut off what
                     was being recorded; ascending */
    size_t ncuts;
    uint32_t nlost; /* signals whose handlers are not in it */
    bool stopped;   /* the limit was reached: the end is missing */
};

/* `id`: of the program that must have made it. */
bool trace_parse(const uint8_t *bytes, size_t n, const char *id, Trace *out,
                 Diag *d);

/* The traces in a run directory, by time of their making; the caller frees
 * the paths and the array. */
bool trace_list(const char *dir, char ***paths, size_t *n, Diag *d);
bool trace_open(const char *path, const char *id, Trace *out, Diag *d);
void trace_close(Trace *t);

#endif
