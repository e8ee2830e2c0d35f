/* section.c - fuzz: the records of a section, the first ones made valid. */
#include "format/section.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static size_t
walk(const uint8_t *bytes, size_t n)
{
    Cursor c = cursor_over(bytes, n);
    Record r;
    Bytes b;
    Diag d;
    size_t found = 0;

    diag_init(&d);
    for (; section_next(&c, &r, &d); found++) {
        if (r.packed < bytes || r.packed + r.npacked > bytes + n)
            abort();
        if (!section_unpack(&r, &b, &d))
            break;
        if (b.n != r.raw)
            abort();
        io_bytes_done(&b);
    }
    diag_done(&d);
    return found;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Str s = {0};
    Diag d;

    walk(bytes, n);
    diag_init(&d);
    if (!section_put(&s, RECORD_OBJECT, bytes, n, &d))
        abort();
    if (walk((const uint8_t *)s.at, s.n) != 1)
        abort();
    diag_done(&d);
    str_done(&s);
    return 0;
}
