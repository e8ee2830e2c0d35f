/* write.h - the results of a bench, one writer per format. */
#ifndef CULPRIT_BENCH_WRITE_H
#define CULPRIT_BENCH_WRITE_H

#include "bench/result.h"

#include <stdio.h>

/* "On DATE, with commit COMMIT: `COMMAND`", and what was set; in Markdown. */
void write_provenance(const Results *r, FILE *out);

void write_text(const Results *r, FILE *out);
void write_markdown(const Results *r, FILE *out);
void write_cause(const Results *r, FILE *out); /* distances: cause, peers */
void write_html(const Results *r, FILE *out);

#endif
