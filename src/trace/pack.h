/* pack.h - traces packed while they are still being written.
 *
 * What lies before a trace's window is final. The host takes it out of the file
 * in chunks: compressed, they are appended to another file beside it, and their
 * place becomes a hole. So a run's trace may be ten times as large as the disk
 * space there is, without a compressor in the traced program, and what was not
 * packed when it was killed is still in its file.
 */
#ifndef CULPRIT_TRACE_PACK_H
#define CULPRIT_TRACE_PACK_H

#include "base/diag.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { PACK_CHUNK = 1 << 12 };
#else
enum { PACK_CHUNK = 1 << 22 };
#endif

/* Pack what is final of every trace in the directory. What cannot be packed
 * stays as it is. */
void pack_directory(const char *dir);

typedef struct PackChunk PackChunk;
struct PackChunk {
    uint64_t offset; /* of its first byte in the trace */
    uint32_t raw, size;
    uint64_t at; /* in the packed file */
};

typedef struct Pack Pack;
struct Pack {
    int fd;                /* -1: nothing is packed */
    VEC(PackChunk) chunks; /* by offset */
};

/* The packed part of a trace, which may be none. */
bool pack_open(const char *trace, Pack *out, Diag *d);
void pack_close(Pack *p);

/* The chunk that has this offset, or the next one behind it; NULL: none. */
const PackChunk *pack_find(const Pack *p, uint64_t offset);
/* Its bytes, PACK_CHUNK at most. */
bool pack_read(const Pack *p, const PackChunk *c, uint8_t *to, Diag *d);

#endif
