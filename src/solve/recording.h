/* recording.h - what a concolic run left: expressions, inputs and its path.
 *
 * Safe on any bytes: what recording_parse accepts has operands before their
 * users, widths that fit, and numbers within their regions. With the symbols'
 * own values every step has its recorded outcome (recording_check).
 */
#ifndef CULPRIT_SOLVE_RECORDING_H
#define CULPRIT_SOLVE_RECORDING_H

#include "base/diag.h"
#include "format/concolic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How many there are of each. */
typedef struct RecordingCounts RecordingCounts;
struct RecordingCounts {
    uint32_t nodes, tables, symbols, steps, outputs, files;
};

typedef struct Recording Recording;
struct Recording {
    ConcolicHeader *header;
    ConcolicNode *nodes; /* the first one stands for "concrete" */
    uint32_t *tables;
    ConcolicSymbol *symbols;
    ConcolicStep *steps;
    ConcolicOutput *outputs;
    const char **files; /* their names; the first is "" */
    RecordingCounts n;
    void *memory; /* of everything here */
    size_t size;  /* of it, for budgets */
};

/* Copies what it needs; `id` is the program's. A file that no process took
 * (header.answer.pid is 0) is an empty recording. */
bool recording_parse(const uint8_t *bytes, size_t n, const char *id,
                     Recording *out, Diag *d);
void recording_done(Recording *r);

/* Evaluate every step under the symbols' own values; false with the first
 * that has another outcome than recorded. */
bool recording_check(const Recording *r, Diag *d);

/* The value of a node in this run. For many of them, recording_values gives
 * an array of all (the caller frees). */
uint64_t *recording_values(const Recording *r);

/* One line per symbol and step, expressions in prefix form, cut at `depth`
 * levels. */
void recording_dump(const Recording *r, unsigned depth, FILE *out);

/* Words for a reason, as ConcolicReason has them. */
const char *recording_reason(ConcolicReason reason);

#endif
