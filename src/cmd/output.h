/* output.h - where a result goes: standard output, or a file that appears at
 * once and complete, or not at all.
 */
#ifndef CULPRIT_CMD_OUTPUT_H
#define CULPRIT_CMD_OUTPUT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct Output Output;
struct Output {
    FILE *to;         /* write here */
    const char *path; /* NULL: standard output */
    char *text;       /* of the file */
    size_t n;
};

/* To `path`; NULL or "-" is `standard`. */
bool output_open(Output *o, const char *path, FILE *standard, Diag *d);

/* With `ok` the file is written, else it is left as it was. False unless all
 * went well. */
bool output_close(Output *o, bool ok, Diag *d);

bool output_is_standard(const char *path); /* given, and "-" */

#endif
