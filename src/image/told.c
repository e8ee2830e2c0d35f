/* told.c - what the linker was told about the names of one part. */
#include "image/told.h"

#include "base/mem.h"
#include "format/section.h"

#include <stdlib.h>
#include <string.h>

static void
told_word(LinkerTold *t, const char *word)
{
    static const char wrap[] = "--wrap";
    const char *at = strstr(word, wrap);

    if (at && (at[6] == '=' || at[6] == ',')) {
        size_t n = strcspn(at + 7, ",");
        char *name = mem_alloc(n + 1);
        memcpy(name, at + 7, n);
        name[n] = 0;
        vec_push(&t->wrapped, name);
        told_word(t, at + 7);
    }
    if (strstr(word, "-Bsymbolic"))
        t->symbolic = true;
}

bool
told_read(const ElfFile *part, LinkerTold *t, Diag *d)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    Record record;
    Bytes b;

    *t = (LinkerTold){.symbolic = part->symbolic};
    while (section_next(&c, &record, d)) {
        if (record.kind != RECORD_LINK)
            continue;
        if (!section_unpack(&record, &b, d))
            break;
        const char *at = (const char *)b.at, *end = at + b.n;
        for (bool next = false; at < end; at += strlen(at) + 1) {
            if (strncmp(at, "-Wl,", 4) == 0 || next)
                told_word(t, at);
            next = strcmp(at, "-Xlinker") == 0;
        }
        io_bytes_done(&b);
    }
    return !d->error;
}

bool
told_wraps(const LinkerTold *t, const char *name)
{
    for (size_t i = 0; i < t->wrapped.n; i++)
        if (strcmp(t->wrapped.at[i], name) == 0)
            return true;
    return false;
}

void
told_done(LinkerTold *t)
{
    for (size_t i = 0; i < t->wrapped.n; i++)
        free(t->wrapped.at[i]);
    vec_done(&t->wrapped);
}
