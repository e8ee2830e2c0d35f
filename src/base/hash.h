/* hash.h - digests of bytes and files (xxHash: fast, but no defence against an
 * adversary). */
#ifndef CULPRIT_BASE_HASH_H
#define CULPRIT_BASE_HASH_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 128 bits as 32 lower-case hex digits and a NUL. */
typedef struct Digest Digest;
struct Digest {
    char hex[33];
};

uint64_t hash_bytes(const void *bytes, size_t n);
Digest hash_digest(const void *bytes, size_t n);
bool hash_file(const char *path, Digest *out, Diag *d);

#endif
