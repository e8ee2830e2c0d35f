/* terms.h - a recording of terms (format/terms.h), read and checked. */
#ifndef CULPRIT_PHP_TERMS_H
#define CULPRIT_PHP_TERMS_H

#include "base/diag.h"
#include "base/str.h"
#include "format/terms.h"

#include <stdbool.h>
#include <stddef.h>

/* A look into the bytes that it was read from. */
typedef struct Terms Terms;
struct Terms {
    const TermsHeader *header;
    const TermNode *nodes;
    const TermStep *steps;
    const char *texts;
    uint32_t nnodes, nsteps, ntexts;
};

/* Bytes of a text in `texts`. */
typedef struct TermText TermText;
struct TermText {
    const char *at;
    size_t n;
};

/* Safe on any bytes, which must be aligned to 8 and outlive it. */
bool terms_parse(const uint8_t *bytes, size_t n, Terms *out, Diag *d);

/* The same recording with nothing between its regions. */
void terms_pack(const Terms *t, Str *out);

/* The header of an empty file of `*size` bytes. */
void terms_blank(TermsHeader *h, uint64_t *size);

TermText terms_name(const Terms *t, uint32_t symbol);
TermText terms_value(const Terms *t, uint32_t symbol); /* that it had */

/* The node and all that it is made of are added to the set, an array of a byte
 * for each node. What smaller nodes of the set are made of is, too. */
void terms_mark(const Terms *t, uint32_t node, uint8_t *set);

extern const char *const terms_reasons[TERMS_NREASONS];

#endif
