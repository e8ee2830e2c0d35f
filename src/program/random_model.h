/* random_model.h - random models for tests of what works on any model. */
#ifndef CULPRIT_PROGRAM_RANDOM_MODEL_H
#define CULPRIT_PROGRAM_RANDOM_MODEL_H

#include "program/program.h"

typedef struct Random Random;
struct Random {
    uint64_t state; /* not 0 */
};

uint32_t random_below(Random *r, uint32_t n);

/* Some functions with random graphs, flags, statements and sites; passes
 * program_check. */
void sample_program(Random *r, Program *out);

#endif
