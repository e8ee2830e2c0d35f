/* tuning.h - the numbers of the heuristics (tuning.def), which can be varied
 * without a rebuild.
 *
 * The table of values is the one mutable global outside the runtime: it is set
 * once, before anything reads it, and handing it through every room would make
 * each heuristic a parameter of all that calls it. Processes that are forked
 * afterwards see the same values.
 */
#ifndef CULPRIT_FORMAT_TUNING_H
#define CULPRIT_FORMAT_TUNING_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Rows of the table; TUNE_ names them by kind, so that a count cannot be asked
 * for as a real number, nor the reverse. */
enum {
#define TUNE_REAL(room, name, usual, least, most, help) \
    TUNING_ROW_##room##_##name,
#define TUNE_COUNT TUNE_REAL
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
    TUNING_ROWS
};

typedef enum {
#define TUNE_REAL(room, name, usual, least, most, help) \
    TUNE_##room##_##name = TUNING_ROW_##room##_##name,
#define TUNE_COUNT(room, name, usual, least, most, help)
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
} TuningReal;

typedef enum {
#define TUNE_REAL(room, name, usual, least, most, help)
#define TUNE_COUNT(room, name, usual, least, most, help) \
    TUNE_##room##_##name = TUNING_ROW_##room##_##name,
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
} TuningCount;

/* The greatest value of each count, for arrays: TUNE_MOST_... */
enum {
#define TUNE_REAL(room, name, usual, least, most, help)
#define TUNE_COUNT(room, name, usual, least, most, help) \
    TUNE_MOST_##room##_##name = (most),
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
};

/* A value; in hot loops read it once. */
double tuning(TuningReal row);
uint32_t tuning_count(TuningCount row);

/* Set one by "room.name=value"; fails if there is no such row or the value is
 * out of its range. Before anything reads it. */
bool tuning_set(const char *assignment, Diag *d);
void tuning_reset(void); /* to the defaults */

/* Append what differs from the defaults, "room.name=value" each, in the order
 * of the table and separated by spaces: for keys of what is kept, and for
 * headers of results. */
void tuning_changes(Str *out);

/* The table as text: name, value, range, what it does. */
void tuning_list(FILE *out);

#endif
