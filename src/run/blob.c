/* blob.c - the counts of one run as few bytes, and back.
 *
 * Raw form: varint n, ceil(n / 8) bytes of bitmap (entity i is bit i % 8 of
 * byte i / 8), one byte per set bit, one varint (count - 255) per byte 255.
 */
#include "run/blob.h"

#include "base/cursor.h"

#include <assert.h>
#include <endian.h>
#include <string.h>
#include <zstd.h>

enum {
    LEVEL = 3,
    ESCAPE = 255,
    VARINT_MAX = 10, /* bytes of the longest varint */
};

void
blob_done(Blobber *b)
{
    ZSTD_freeCCtx(b->compressor);
    ZSTD_freeDCtx(b->decompressor);
    str_done(&b->raw);
    *b = (Blobber){0};
}

static void
write_raw(const uint64_t *counts, uint32_t n, BlobList list, Str *raw)
{
    const size_t map_size = ((size_t)n + 7) / 8;
    const uint32_t most = list.at ? list.n : n;

    str_clear(raw);
    str_put_varint(raw, n);
    str_reserve(raw, map_size + most + 1);
    size_t map = raw->n;
    memset(raw->at + map, 0, map_size);
    raw->n += map_size;
    for (uint32_t k = 0; k < most; k++) {
        const uint32_t i = list.at ? list.at[k] : k;
        if (!counts[i])
            continue;
        raw->at[map + i / 8] |= (char)(1 << (i % 8));
        raw->at[raw->n++] = (char)(counts[i] < ESCAPE ? counts[i] : ESCAPE);
    }
    for (uint32_t k = 0; k < most; k++) {
        const uint32_t i = list.at ? list.at[k] : k;
        if (counts[i] >= ESCAPE)
            str_put_varint(raw, counts[i] - ESCAPE);
    }
}

void
blob_pack(Blobber *b, const uint64_t *counts, uint32_t n, BlobList list,
          Str *out)
{
    if (!b->compressor && !(b->compressor = ZSTD_createCCtx()))
        bug("no memory for zstd");
    write_raw(counts, n, list, &b->raw);
    size_t bound = ZSTD_compressBound(b->raw.n);
    str_reserve(out, bound + 1);
    size_t size = ZSTD_compressCCtx(b->compressor, out->at + out->n, bound,
                                    b->raw.at, b->raw.n, LEVEL);
    if (ZSTD_isError(size))
        bug("zstd: %s", ZSTD_getErrorName(size));
    out->n += size;
    out->at[out->n] = 0;
}

/* The longest raw form of n counts: what a blob may claim to unpack to. */
static size_t
raw_bound(uint32_t n)
{
    return VARINT_MAX + ((size_t)n + 7) / 8 + (size_t)n * (1 + VARINT_MAX);
}

static bool
decompress(Blobber *b, const uint8_t *bytes, size_t size, uint32_t n)
{
    if (!b->decompressor && !(b->decompressor = ZSTD_createDCtx()))
        bug("no memory for zstd");
    unsigned long long claimed = ZSTD_getFrameContentSize(bytes, size);
    if (claimed > raw_bound(n)) /* also "unknown" and "error" */
        return false;
    str_clear(&b->raw);
    str_reserve(&b->raw, (size_t)claimed + 1);
    size_t got = ZSTD_decompressDCtx(b->decompressor, b->raw.at,
                                     (size_t)claimed, bytes, size);
    if (ZSTD_isError(got) || got != claimed)
        return false;
    b->raw.n = got;
    return true;
}

/* The members of the bitmap, ascending, by words; their number. */
static uint32_t
read_map(const uint8_t *map, uint32_t n, uint32_t *index)
{
    uint32_t used = 0, nbytes = n / 8 + (n % 8 != 0);

    for (uint32_t at = 0; at < nbytes; at += 8) {
        uint64_t bits = 0;
        memcpy(&bits, map + at, nbytes - at < 8 ? nbytes - at : 8);
        for (bits = le64toh(bits); bits; bits &= bits - 1)
            index[used++] = at * 8 + (uint32_t)__builtin_ctzll(bits);
    }
    return used;
}

/* Stray bits behind the last entity would be lost: refuse them. */
static bool
map_is_clean(const uint8_t *map, uint32_t n)
{
    return n % 8 == 0 || map[n / 8] >> (n % 8) == 0;
}

static bool
read_counts(Cursor *c, uint32_t used, uint32_t *count)
{
    const uint8_t *low = cursor_take(c, used);
    unsigned escaped = 0, empty = 0;

    if (!low)
        return used == 0;
    for (uint32_t i = 0; i < used; i++) {
        count[i] = low[i];
        escaped |= low[i] == ESCAPE;
        empty |= low[i] == 0;
    }
    if (empty)
        return false;
    for (uint32_t i = 0; escaped && i < used; i++) {
        if (low[i] != ESCAPE)
            continue;
        uint64_t v = cursor_varint(c);
        count[i] = v < UINT32_MAX - ESCAPE ? (uint32_t)v + ESCAPE : UINT32_MAX;
    }
    return true;
}

bool
blob_unpack(Blobber *b, const uint8_t *bytes, size_t size, uint32_t *number,
            uint32_t *index, uint32_t *count, uint32_t *used, Diag *d)
{
    *used = 0;
    if (!decompress(b, bytes, size, *number))
        return diag_fail(d, "a spectrum is damaged (no zstd frame)");
    Cursor c = cursor_over(b->raw.at, b->raw.n);
    uint64_t claimed = cursor_varint(&c);
    if (c.bad || claimed > *number)
        return diag_fail(d, "a spectrum belongs to another program");
    uint32_t n = *number = (uint32_t)claimed;
    const uint8_t *map = cursor_take(&c, ((size_t)n + 7) / 8);
    if (n > 0 && (!map || !map_is_clean(map, n)))
        return diag_fail(d, "a spectrum is damaged (bitmap)");
    uint32_t k = n > 0 ? read_map(map, n, index) : 0;
    assert(k <= n);
    if (!read_counts(&c, k, count) || c.bad || cursor_left(&c) != 0)
        return diag_fail(d, "a spectrum is damaged (counts)");
    *used = k;
    return true;
}
