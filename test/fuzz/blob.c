/* blob.c - fuzz: packed spectra; what unpacks is in order and packs back.
 *
 * The first byte is the number of entities; the second chooses whether the
 * rest is a blob or what is inside of one (few mutations make a zstd frame).
 */
#include "run/blob.h"

#include <stdlib.h>
#include <zstd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
check(Blobber *b, uint32_t size, const uint32_t *index, const uint32_t *count,
      uint32_t used)
{
    uint64_t counts[255] = {0};
    uint32_t again[255], number[255], nagain;
    Str packed = {0};
    Diag d;

    for (uint32_t i = 0; i < used; i++) {
        if (index[i] >= size || !count[i] || (i && index[i - 1] >= index[i]))
            abort();
        counts[index[i]] = count[i];
    }
    diag_init(&d);
    blob_pack(b, counts, size, (BlobList){0}, &packed);
    if (!blob_unpack(b, (const uint8_t *)packed.at, packed.n, &size, again,
                     number, &nagain, &d) ||
        nagain != used)
        abort();
    str_done(&packed);
    diag_done(&d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    uint32_t index[255], count[255], used, room = n ? bytes[0] : 0;
    uint8_t frame[8192];
    Blobber b = {0};
    Diag d;

    if (n < 2 || n > 4096)
        return 0;
    const uint8_t *at = bytes + 2;
    size_t size = n - 2;
    if (bytes[1] & 1) {
        size = ZSTD_compress(frame, sizeof frame, at, size, 1);
        at = frame;
    }
    diag_init(&d);
    if (blob_unpack(&b, at, size, &room, index, count, &used, &d))
        check(&b, room, index, count, used);
    else if (!d.error || used)
        abort();
    blob_done(&b);
    diag_done(&d);
    return 0;
}
