/* compiled.c - the compiled sources of an image, one by one. */
#include "image/compiled.h"

/* The records of one part; a command belongs to the bitcode behind it. */
static bool
read_part(Image *image, const ElfFile *part, ImageUnits *out, Diag *d)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    BitcodeCommand command = {0};
    Record record;
    Bytes b;

    while (section_next(&c, &record, d)) {
        if (record.kind == RECORD_COMPILE) {
            if (!section_unpack(&record, &b, d))
                break;
            bool ok = bitcode_parse(b.at, b.n, &image->arena, &command, d);
            io_bytes_done(&b);
            if (!ok)
                break;
        } else if (record.kind == RECORD_BITCODE) {
            vec_push(out, (ImageUnit){record, command});
            command = (BitcodeCommand){0};
        }
    }
    return !d->error || diag_context(d, "%s", part->path);
}

bool
compiled_units(Image *image, ImageUnits *out, Diag *d)
{
    bool ok = true;

    *out = (ImageUnits){0};
    for (size_t i = 0; ok && i < image->nparts; i++)
        ok = read_part(image, &image->parts[i], out, d);
    return ok;
}
