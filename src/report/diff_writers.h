/* diff_writers.h - the writers behind diff_show, and what they share. */
#ifndef CULPRIT_REPORT_DIFF_WRITERS_H
#define CULPRIT_REPORT_DIFF_WRITERS_H

#include "base/vec.h"
#include "report/diff_view.h"

void diff_text(DiffView *v, FILE *out);
void diff_json(DiffView *v, FILE *out);

/* The statement instance of an event; of an event in either run. */
const GraphStep *diff_step(const DifferSide *s, uint32_t event);
const GraphStep *diff_step_here(const Differences *d, uint32_t a, uint32_t b);

const char *diff_path(DiffView *v, const GraphStep *s); /* "?": no line */
uint32_t diff_line(const DiffView *v, const GraphStep *s);
const char *diff_function(const DiffView *v, const GraphStep *s);
void diff_source(DiffView *v, const GraphStep *s, const char **at, size_t *n);

/* What differs, and what it is in each run; false if that cannot be said. */
bool diff_say(const Differences *d, const Difference *row, Str *label,
              Str *first, Str *second);

/* Calls that an event is in, outermost first. */
typedef struct DiffCall DiffCall;
struct DiffCall {
    uint32_t a, b;
};

typedef VEC(DiffCall) DiffCalls;

void diff_calls(const Differences *d, const Difference *row, DiffCalls *out);

#endif
