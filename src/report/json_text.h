/* json_text.h - any bytes as a JSON string, documents to a stream, and what
 * several of our formats have in common.
 */
#ifndef CULPRIT_REPORT_JSON_TEXT_H
#define CULPRIT_REPORT_JSON_TEXT_H

#include "base/diag.h"
#include "format/findings.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A JSON string of text that need not be UTF-8; NULL gives "". */
json_t *json_text(const char *text);
json_t *json_text_n(const char *bytes, size_t n);

/* The tests that the list is about, by their role, and how they differ. */
json_t *json_samples(const Findings *f);
json_t *json_evidence(const Finding *f);

/* Write the document and a line end; numbers read back equal. */
bool json_dump(const json_t *doc, FILE *out, Diag *d);

#endif
