/* section.c - the records that culprit-cc puts into object files. */
#include "format/section.h"

#include "base/hash.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { HEADER = 28, LEVEL = 3, MAX_RAW = 1 << 30 };

static const char magic[8] = {'C', 'U', 'L', 'P', 'R', 'E', 'C', '1'};

bool
section_put(Str *section, RecordKind kind, const void *bytes, size_t n, Diag *d)
{
    if (n > MAX_RAW)
        return diag_fail(d, "a record of %zu bytes is too large", n);
    size_t bound = ZSTD_compressBound(n);
    void *packed = mem_alloc(bound);
    size_t size = ZSTD_compress(packed, bound, bytes, n, LEVEL);
    if (ZSTD_isError(size)) {
        free(packed);
        return diag_fail(d, "cannot compress: %s", ZSTD_getErrorName(size));
    }
    str_add(section, magic, sizeof magic);
    str_put_u8(section, (uint8_t)kind);
    str_put_u8(section, SECTION_LLVM);
    str_put_u8(section, 0);
    str_put_u8(section, 0);
    str_put_u32(section, (uint32_t)n);
    str_put_u32(section, (uint32_t)size);
    str_put_u64(section, hash_bytes(packed, size));
    str_add(section, packed, size);
    free(packed);
    return true;
}

bool
section_next(Cursor *c, Record *out, Diag *d)
{
    while (cursor_left(c) > 0 && *c->at == 0)
        c->at++;
    if (cursor_left(c) == 0)
        return false;
    size_t offset = cursor_offset(c);
    const uint8_t *m = cursor_take(c, sizeof magic);
    if (!m || memcmp(m, magic, sizeof magic) != 0)
        return diag_fail(d,
                         "section %s is damaged at offset %zu: no record "
                         "begins there",
                         SECTION_NAME, offset);
    *out = (Record){.offset = offset};
    out->kind = (RecordKind)cursor_u8(c);
    out->llvm = cursor_u8(c);
    cursor_take(c, 2);
    out->raw = cursor_u32(c);
    out->npacked = cursor_u32(c);
    uint64_t hash = cursor_u64(c);
    out->packed = cursor_take(c, out->npacked);
    if (!out->packed || out->raw > MAX_RAW)
        return diag_fail(d, "section %s is cut off in the record at offset %zu",
                         SECTION_NAME, offset);
    if (hash_bytes(out->packed, out->npacked) != hash)
        return diag_fail(d,
                         "section %s is damaged: the record at offset %zu "
                         "does not match its checksum",
                         SECTION_NAME, offset);
    return true;
}

bool
section_unpack(const Record *r, Bytes *out, Diag *d)
{
    *out = (Bytes){.at = mem_alloc((size_t)r->raw + 1), .n = r->raw};
    size_t n = ZSTD_decompress(out->at, r->raw, r->packed, r->npacked);
    if (n != r->raw) {
        io_bytes_done(out);
        return diag_fail(d,
                         "section %s is damaged: the record at offset %zu "
                         "does not unpack",
                         SECTION_NAME, r->offset);
    }
    out->at[n] = 0;
    return true;
}
