/* blob.h - the counts of one run as few bytes, and back.
 *
 * A bitmap of the entities with a count, then their counts (a byte each; 255
 * means: see the varints at the end), all under zstd. A bitmap because it
 * unpacks at memory speed and most of it repeats from run to run.
 */
#ifndef CULPRIT_RUN_BLOB_H
#define CULPRIT_RUN_BLOB_H

#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reused over many blobs; a zeroed Blobber is ready. */
typedef struct Blobber Blobber;
struct Blobber {
    void *compressor, *decompressor;
    Str raw;
};

void blob_done(Blobber *b);

/* Which counts may be other than 0, ascending; without `at` all. */
typedef struct BlobList BlobList;
struct BlobList {
    const uint32_t *at;
    uint32_t n;
};

/* Append the blob of `counts` (n of them) to `out`. */
void blob_pack(Blobber *b, const uint64_t *counts, uint32_t n, BlobList list,
               Str *out);

/* Safe on any bytes. Fills index (ascending) and count, saturated at
 * UINT32_MAX, which have room for *n entries; *used of them are filled. False
 * unless the bytes are a blob of at most *n counts; *n becomes their number. */
bool blob_unpack(Blobber *b, const uint8_t *bytes, size_t size, uint32_t *n,
                 uint32_t *index, uint32_t *count, uint32_t *used, Diag *d);

#endif
