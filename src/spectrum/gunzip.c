/* gunzip.c - unpack gzip, as gcov writes its JSON. */
#include "spectrum/gunzip.h"

#include "base/str.h"

#include <stdlib.h>
#include <zlib.h>

#define MOST ((size_t)1 << 31) /* no coverage is that large: a bomb */

bool
gunzip(const char *path, Bytes *b, Diag *d)
{
    z_stream z = {0};
    Str out = {0};
    int rc = Z_OK;

    if (b->n < 2 || b->at[0] != 0x1f || b->at[1] != 0x8b)
        return true;
    if (b->n > MOST || inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return diag_fail(d, "%s: cannot unpack", path);
    z.next_in = b->at;
    z.avail_in = (uInt)b->n;
    while (rc == Z_OK && out.n < MOST) {
        enum { STEP = 1 << 16 };
        str_reserve(&out, STEP);
        z.next_out = (Bytef *)out.at + out.n;
        z.avail_out = STEP;
        rc = inflate(&z, Z_NO_FLUSH);
        out.n += STEP - z.avail_out;
    }
    inflateEnd(&z);
    if (rc != Z_STREAM_END) {
        str_done(&out);
        return diag_fail(d, "%s: damaged or cut off gzip data", path);
    }
    io_bytes_done(b);
    b->n = out.n;
    str_reserve(&out, 1);
    out.at[out.n] = 0;
    b->at = (uint8_t *)str_take(&out);
    return true;
}
