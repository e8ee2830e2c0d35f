/* property.h - what should have held where the output first went wrong.
 *
 * Outputs are pieces of text with the argument they came from (see
 * format/concolic.h). Everything before the first wrong byte agrees, so the
 * expected text of the piece that wrote it begins where the piece does:
 * `printf("%d", m)` that wrote 1 where 2 was expected says m == 2.
 */
#ifndef CULPRIT_CAUSE_PROPERTY_H
#define CULPRIT_CAUSE_PROPERTY_H

#include "format/concolic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROPERTY_NONE UINT32_MAX

typedef enum {
    PROPERTY_HOLDS,   /* the outputs agree */
    PROPERTY_INTEGER, /* the piece's value should be `value` */
    PROPERTY_REAL,    /* it should print as the expected text does: be in
                         low .. high */
    PROPERTY_BYTES,   /* its text should be text[0 .. ntext-1] */
    PROPERTY_PATH,    /* other text altogether: another piece should have been
                         written there */
    PROPERTY_MISSING, /* the program wrote all of its output but not enough */
    PROPERTY_EXTRA,   /* nothing should have been written there */
} PropertyKind;

typedef struct Property Property;
struct Property {
    PropertyKind kind;
    size_t offset;    /* of the first wrong byte */
    uint32_t output;  /* the piece that wrote it; PROPERTY_NONE: no piece did */
    uint64_t value;   /* INTEGER: its low `width` bits count */
    double low, high; /* REAL */
    const char *text; /* BYTES, PATH, MISSING: into the expected output */
    size_t ntext;     /* INTEGER, REAL too: the text of the number */
};

/* `outputs` are those of one descriptor, in order. */
Property property_find(const ConcolicOutput *outputs, size_t noutputs,
                       const char *actual, size_t nactual, const char *expected,
                       size_t nexpected);

/* What the piece should have been, if its text should stand at `at` of the
 * expected output; *next is where the next piece's should. INTEGER, REAL, BYTES
 * (of the piece's length), or PATH: its text cannot be a piece like this. */
Property property_of_piece(const ConcolicOutput *o, const char *actual,
                           const char *expected, size_t nexpected, size_t at,
                           size_t *next);

/* Does the output of another run have it? Pieces decide, where they can. */
bool property_holds(const Property *p, const ConcolicOutput *outputs,
                    size_t noutputs, const char *actual, size_t nactual,
                    const char *expected, size_t nexpected);

#endif
