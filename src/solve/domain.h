/* domain.h - which values of a byte a condition on it alone allows.
 *
 * Found by trying all of them, once per condition ever asked about: programs
 * ask the same of many bytes in many runs ("is it a digit?").
 */
#ifndef CULPRIT_SOLVE_DOMAIN_H
#define CULPRIT_SOLVE_DOMAIN_H

#include "base/map.h"
#include "solve/problem.h"

typedef struct Domain Domain;
struct Domain {
    uint64_t words[4];
};

typedef struct Domains Domains;
struct Domains {
    Map known; /* of the condition's hash, to `at` */
    VEC(Domain) at;
    VEC(uint64_t) values; /* scratch */
    VEC(uint8_t) needed;
    VEC(uint32_t) order; /* what is needed, ascending */
};

void domains_done(Domains *d);

/* All values of that many bits (at most 8). */
Domain domain_full(unsigned width);

/* Leave the values with which the condition holds; its only symbol has at
 * most 8 bits. */
void domain_restrict(Domains *known, const Problem *p, const Condition *c,
                     Domain *d);

static inline bool
domain_has(const Domain *d, uint64_t value)
{
    return value < 256 && (d->words[value / 64] >> (value % 64) & 1);
}

unsigned domain_count(const Domain *d);

#endif
