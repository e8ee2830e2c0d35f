/* byteset.h - which values of a byte a condition on it alone allows.
 *
 * Found by trying all of them, once per condition ever asked about: programs
 * ask the same of many bytes in many runs ("is it a digit?").
 */
#ifndef CULPRIT_SOLVE_BYTESET_H
#define CULPRIT_SOLVE_BYTESET_H

#include "base/map.h"
#include "solve/problem.h"

typedef struct Byteset Byteset;
struct Byteset {
    uint64_t words[4];
};

typedef struct Bytesets Bytesets;
struct Bytesets {
    Map known; /* of the condition's hash, to `at` */
    VEC(Byteset) at;
    VEC(uint64_t) values; /* scratch */
    VEC(uint8_t) needed;
    VEC(uint32_t) order; /* what is needed, ascending */
};

void bytesets_done(Bytesets *d);

/* All values of that many bits (at most 8). */
Byteset byteset_full(unsigned width);

/* Leave the values with which the condition holds; its only symbol has at
 * most 8 bits. */
void byteset_restrict(Bytesets *known, const Problem *p, const Condition *c,
                      Byteset *d);

static inline bool
byteset_has(const Byteset *d, uint64_t value)
{
    return value < 256 && (d->words[value / 64] >> (value % 64) & 1);
}

unsigned byteset_count(const Byteset *d);

#endif
