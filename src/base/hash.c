/* hash.c - digests of bytes and files (xxHash: fast, but no defence against an
 * adversary). */
#include "base/hash.h"

#include "base/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

uint64_t
hash_bytes(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}

Digest
hash_digest(const void *bytes, size_t n)
{
    XXH128_hash_t h = XXH3_128bits(bytes, n);
    Digest d;

    snprintf(d.hex, sizeof d.hex, "%016llx%016llx",
             (unsigned long long)h.high64, (unsigned long long)h.low64);
    return d;
}

bool
hash_file(const char *path, Digest *out, Diag *d)
{
    Bytes b;

    if (!io_read(path, &b, d))
        return false;
    *out = hash_digest(b.at, b.n);
    io_bytes_done(&b);
    return true;
}
