/* imported.h - for tests of what reads coverage made elsewhere: texts that are
 * refused, and what was counted. */
#ifndef CULPRIT_SPECTRUM_IMPORTED_H
#define CULPRIT_SPECTRUM_IMPORTED_H

#include "spectrum/importer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static inline const uint8_t *
bytes(const char *text)
{
    return (const uint8_t *)text;
}

static inline void
reject(ImportParse *parse, const char *text, const char *message)
{
    Foreign f = {0};
    Diag d;

    diag_init(&d);
    assert_false(parse("in", bytes(text), strlen(text), "only", &f, &d));
    if (!strstr(d.error, message))
        fail_msg("%s: expected %s", d.error, message);
    foreign_done(&f);
    diag_done(&d);
}

/* Count of file:line in a test, -1 if the line is not known. */
static inline long
count_at(const Runs *r, const char *test, const char *file, uint32_t line)
{
    for (uint32_t t = 0; t < r->nruns; t++) {
        if (strcmp(r->runs[t].name, test) != 0)
            continue;
        for (uint32_t k = 0; k < r->foreign.nlines; k++) {
            if (r->foreign.line[k].line != line ||
                strcmp(r->foreign.line[k].file, file) != 0)
                continue;
            for (uint64_t i = r->foreign.lines.start[t];
                 i < r->foreign.lines.start[t + 1]; i++)
                if (r->foreign.lines.index[i] == k)
                    return r->foreign.lines.count[i];
            return 0;
        }
    }
    return -1;
}

#endif
