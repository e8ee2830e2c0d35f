/* formats.h - the table of formats: what each command can write. */
#ifndef CULPRIT_REPORT_FORMATS_H
#define CULPRIT_REPORT_FORMATS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum { FORMATS_MOST = 8 };

typedef struct FormatRow FormatRow;
struct FormatRow {
    const char *command;
    const char *names[FORMATS_MOST]; /* the usual one first; ends with NULL */
};

extern const FormatRow formats[]; /* ends with a NULL command */

/* Does the command write that? If not, the failure names what it does write:
 * "--format pdf is not text or json". */
bool format_check(const char *command, const char *format, Diag *d);

/* How many findings are shown, 0: all. `given` is what was asked for, -1 for
 * nothing; then json and html have all of them, others the first `usual`. */
size_t format_top(const char *format, long given, size_t usual);

#endif
