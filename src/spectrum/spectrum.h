/* spectrum.h - how many failing and passing runs covered what: the one pass
 * over the runs that all techniques share.
 *
 * Runs without a verdict or without a spectrum are ignored. A block is covered
 * if an edge into it is (the entry edge included). A run *ends* in a block
 * that it entered more often than it left: a crash, a call that never came
 * back (exit, longjmp, kill). Threaded programs lose increments, so no ends
 * are told there, nor for blocks with computed jumps.
 */
#ifndef CULPRIT_SPECTRUM_SPECTRUM_H
#define CULPRIT_SPECTRUM_SPECTRUM_H

#include "run/runs.h"

typedef struct Hits Hits;
struct Hits {
    uint32_t ef, ep; /* failing, passing runs */
};

typedef struct Spectrum Spectrum;
struct Spectrum {
    Arena arena;
    const Runs *runs;
    Verdict *use; /* per run; VERDICT_UNKNOWN: ignored */
    uint32_t nfailed, npassed;
    Hits *edges, *blocks; /* NULL for foreign coverage */
    Hits *left;           /* per block: runs that left it at its end */
    Hits *ends;           /* per block: runs that ended in it */
    bool *open;           /* per block: its outflow is not told by counts */
    Hits *returns;        /* per value counter, NULL if not recorded */
    Hits *lines;          /* foreign coverage only */
};

/* With `failing`, only those runs (by number, ascending) of the failing ones
 * are used, and all passing ones. `runs` must outlive the spectrum. */
void spectrum_init(Spectrum *s, const Runs *runs, const uint32_t *failing,
                   size_t nfailing);
void spectrum_done(Spectrum *s);

/* Is the statement behind the last place of its block where control may
 * stop, so that only runs that left the block surely executed it? */
bool spectrum_is_tail(const Spectrum *s, uint32_t statement);

/* From a counted thing i to the entities it covers, to[begin[i]] ..
 * to[end[i] - 1]. */
typedef struct Fan Fan;
struct Fan {
    const uint32_t *begin, *end, *to;
};

/* For each of n entities, the runs that covered one of the things that lead
 * to it. `hits` is cleared first. */
void spectrum_fan(const Spectrum *s, const Counted *c, const Fan *fan,
                  uint32_t n, Hits *hits);

/* Counts of one run's covered blocks (foreign: lines), ascending by number,
 * into `index` and `count` (room for all); gives how many. */
uint32_t spectrum_units(const Spectrum *s, uint32_t run, uint32_t *index,
                        uint64_t *count);
uint32_t spectrum_nunits(const Spectrum *s);

#endif
