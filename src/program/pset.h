/* pset.h - growing sets of small numbers, many of them and most of them small:
 * sorted words of 64 members. A zeroed PSet is empty and ready. */
#ifndef CULPRIT_PROGRAM_PSET_H
#define CULPRIT_PROGRAM_PSET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct PWord PWord;
struct PWord {
    uint64_t bits;
    uint64_t key; /* members key*64 .. key*64+63 */
};

typedef struct PSet PSet;
struct PSet {
    PWord *at;
    uint32_t n, cap;
};

void pset_done(PSet *s);
bool pset_add(PSet *s, uint32_t member); /* was it new? */
void pset_remove(PSet *s, uint32_t member);
bool pset_or(PSet *into, const PSet *from); /* did it grow? */
uint32_t pset_count(const PSet *s);

/* Members of a that are not in b, into out (emptied first). */
void pset_minus(const PSet *a, const PSet *b, PSet *out);

/* for (PNext i = {0}; pset_next(s, &i);) use(i.member) */
typedef struct PNext PNext;
struct PNext {
    uint32_t word, member;
    uint64_t left;
    bool started;
};

bool pset_next(const PSet *s, PNext *i);

#endif
