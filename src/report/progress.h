/* progress.h - how far a long computation is: one line of a terminal, written
 * over and over, and gone in the end.
 *
 * The rooms that compute never print. They call back, and the functions below
 * have the types of their callbacks; the context is the Progress.
 */
#ifndef CULPRIT_REPORT_PROGRESS_H
#define CULPRIT_REPORT_PROGRESS_H

#include "cause/cause.h"
#include "explore/explorer.h"
#include "explore/generate.h"
#include "find/find.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Progress Progress;
struct Progress {
    FILE *out;         /* NULL: nothing is shown */
    double every_s;    /* between two lines of one stage */
    double shown;      /* when the last one was written */
    const char *stage; /* of that line, NULL: the terminal shows none */
};

/* Ten lines a second at most, and none at all unless `terminal`. */
Progress progress_to(FILE *out, bool terminal);

/* "STAGE: ..."; the first line of a stage is always shown. The text of the
 * stage is kept by address. */
void progress_say(Progress *p, const char *stage, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Take the line away, if there is one. */
void progress_clear(Progress *p);

void progress_of_run(void *p, size_t done, size_t total, size_t failed);
void progress_of_revision(void *p, const char *what, size_t done, size_t total);
void progress_of_find(void *p, const FindProgress *f);
void progress_of_generate(void *p, const GenerateResult *r);
void progress_of_cause(void *p, const CauseProgress *c);
void progress_of_minimize(void *p, size_t nruns, size_t size);
void progress_of_path(void *p, uint64_t tried, size_t runs);
void progress_of_explore(void *p, const Explorer *x, size_t ncrashes);

#endif
