/* summary.h - summary control dependences of a program, ready to be kept:
 * which branches could have made another definition reach an instruction.
 *
 * Algorithm 2 of the cause paper, inside functions (see reach.h), and without
 * its condition that the instruction is not control dependent on the branch:
 * in a loop it may depend on one instance and not on another. Instructions and
 * blocks have the numbers of code.h and of the model.
 */
#ifndef CULPRIT_PROGRAM_SUMMARY_H
#define CULPRIT_PROGRAM_SUMMARY_H

#include "base/diag.h"
#include "base/str.h"
#include "program/sdg.h"

typedef struct Summaries Summaries;
struct Summaries {
    uint32_t ninsts, nblocks, n;
    uint32_t nlists;
    uint32_t *list;     /* per instruction: its list */
    uint32_t *first;    /* nlists + 1 */
    uint32_t *branches; /* of list i: branches[first[i] .. first[i+1]-1], the
                           blocks that end with them, ascending */
};

/* The branches of an instruction. */
static inline const uint32_t *
summaries_of(const Summaries *s, uint32_t inst, uint32_t *n)
{
    uint32_t list = s->list[inst];

    *n = s->first[list + 1] - s->first[list];
    return s->branches + s->first[list];
}

/* needs: a graph with summary edges. */
void summaries_build(const Sdg *g, Summaries *out);
void summaries_done(Summaries *s);

void summaries_write(const Summaries *s, Str *out);
bool summaries_parse(const uint8_t *bytes, size_t n, Summaries *out, Diag *d);

#endif
